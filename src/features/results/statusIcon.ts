import * as vscode from 'vscode';
import { statusKind, type StatusKind } from '../../core/items/statusKind.js';

/** An icon for an item's status. One that is not known gets a plain mark: it is shown as it is in the row's description. */
export function statusIcon(status: string | undefined): vscode.ThemeIcon {
  if (status === undefined) {
    return new vscode.ThemeIcon('circle-outline');
  }
  const [icon, colour] = ICONS[statusKind(status)];
  return new vscode.ThemeIcon(icon, colour === undefined ? undefined : new vscode.ThemeColor(colour));
}

const ICONS: Readonly<Record<StatusKind, readonly [icon: string, colour?: string]>> = {
  requested: ['inbox', 'charts.foreground'],
  planned: ['calendar', 'charts.blue'],
  collected: ['device-camera', 'charts.purple'],
  processing: ['gear', 'charts.orange'],
  delivered: ['pass-filled', 'charts.green'],
  failed: ['error', 'charts.red'],
  other: ['circle-filled'],
};
