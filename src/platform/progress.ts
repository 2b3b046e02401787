import * as vscode from 'vscode';
import { RESULTS_VIEW } from './contributions.js';
import { signalFrom } from './cancellation.js';
import { withoutLinks } from './plainWords.js';

/** A message with "Cancel" appears only when work takes longer than this, in milliseconds: quick answers stay quiet. */
const PATIENCE_MS = 700;

/** What work may say while it goes on. */
export type Report = (message: string) => void;

/**
 * Runs work that a person waits for: a bar in the results view at once, a message with Cancel when it takes longer.
 * @param outer a signal of the caller's that ends the work as well
 */
export async function withProgress<T>(title: string, outer: AbortSignal | undefined, work: (signal: AbortSignal, report: Report) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const signal = outer === undefined ? controller.signal : AbortSignal.any([outer, controller.signal]);
  let report: Report = () => undefined;
  let latest = '';
  const running = work(signal, (message) => {
    latest = withoutLinks(message);
    report(latest);
  });
  const settled = running.then(() => undefined, () => undefined);

  void vscode.window.withProgress({ location: { viewId: RESULTS_VIEW } }, async () => await settled);
  const patience = setTimeout(() => {
    void vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title: withoutLinks(title), cancellable: true }, async (progress, token) => {
      const bridge = signalFrom(token);
      bridge.signal.addEventListener('abort', () => controller.abort(), { once: true });
      report = (message) => progress.report({ message });
      report(latest);
      await settled;
      bridge.dispose();
    });
  }, PATIENCE_MS);
  try {
    return await running;
  } finally {
    clearTimeout(patience);
  }
}
