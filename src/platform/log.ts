import * as vscode from 'vscode';
import type { Disposable } from '../core/event.js';
import type { Log } from '../core/ports.js';
import { redact, visible } from './redact.js';

/** The log channel "Catalog Search". Opened on first use; every line goes through the redactor. */
export interface LogChannel extends Log, Disposable {
  show(): void;
}

export function createLog(): LogChannel {
  let channel: vscode.LogOutputChannel | undefined;
  const open = (): vscode.LogOutputChannel => (channel ??= vscode.window.createOutputChannel('Catalog Search', { log: true }));
  return {
    request({ method, origin, path, status, ms, bytes }) {
      const size = bytes === undefined ? '' : ` ${bytes} B`;
      open().info(redact(`${method} ${origin}${path} ${status ?? 'no answer'} ${Math.round(ms)} ms${size}`));
    },
    info: (message) => open().info(redact(message)),
    warn: (message) => open().warn(redact(message)),
    error: (message, error) => open().error(redact(error instanceof Error ? `${message}: ${error.stack ?? error.message}` : message)),
    foreign: (label, text) => open().info(redact(`${label} (text from the service): ${visible(text.slice(0, 2000))}`)),
    show: () => open().show(),
    dispose: () => channel?.dispose(),
  };
}
