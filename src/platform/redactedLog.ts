/** The lines of the log. Every one goes through the redactor, and what a service wrote through an escape of its controls. */
import type { LogOutputChannel } from 'vscode';
import type { Log } from '../core/ports.js';
import { redact, visible } from './redact.js';

/** @param open gives where lines are written; called for each of them */
export function redactedLog(open: () => Pick<LogOutputChannel, 'info' | 'warn' | 'error'>): Log {
  return {
    request({ method, origin, path, status, ms, bytes }) {
      const size = bytes === undefined ? '' : ` ${bytes} B`;
      open().info(redact(`${method} ${origin}${path} ${status ?? 'no answer'} ${Math.round(ms)} ms${size}`));
    },
    info: (message) => open().info(redact(message)),
    warn: (message) => open().warn(redact(message)),
    error: (message, error) => open().error(redact(error instanceof Error ? `${message}: ${error.stack ?? error.message}` : message)),
    foreign: (label, text) => open().info(redact(`${label} (text from the service): ${visible(text.slice(0, 2000))}`)),
  };
}
