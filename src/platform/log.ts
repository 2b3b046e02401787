import * as vscode from 'vscode';
import type { Disposable } from '../core/event.js';
import type { Log } from '../core/ports.js';
import { redactedLog } from './redactedLog.js';

/** The log channel "Catalog Search". Opened on first use. */
export interface LogChannel extends Log, Disposable {
  show(): void;
}

export function createLog(): LogChannel {
  let channel: vscode.LogOutputChannel | undefined;
  const open = (): vscode.LogOutputChannel => (channel ??= vscode.window.createOutputChannel('Catalog Search', { log: true }));
  return { ...redactedLog(open), show: () => open().show(), dispose: () => channel?.dispose() };
}
