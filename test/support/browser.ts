import { chromium, type Browser } from 'playwright-core';
import { findChromium, SetUpError } from './setup.mjs';

/** Switches that keep Chromium off the network, and let it draw without a graphics card, or something that plays one: nothing here needs WebGL. */
const switches = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
];

/**
 * Starts Chromium without a window.
 * @throws SetUpError when the machine has none
 */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new SetUpError('Chromium is missing: run "node test/support/setup.mjs".');
  // Signals are left to whoever started the browser: it stops the server too, in its own order.
  return chromium.launch({ executablePath, args: switches, handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false });
}
