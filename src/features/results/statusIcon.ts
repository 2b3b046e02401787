import * as vscode from 'vscode';

/**
 * An icon for an item's status. The service documents one value (COMMANDED); the others are the words that services of this kind use.
 * A status that is not known gets a plain mark: it is shown as it is in the row's description.
 */
export function statusIcon(status: string | undefined): vscode.ThemeIcon {
  if (status === undefined) {
    return new vscode.ThemeIcon('circle-outline');
  }
  const known = ICONS.find(([pattern]) => pattern.test(status));
  return known === undefined ? new vscode.ThemeIcon('circle-filled') : new vscode.ThemeIcon(known[1], new vscode.ThemeColor(known[2]));
}

const ICONS: readonly (readonly [RegExp, string, string])[] = [
  [/^(?:REQUESTED|RECEIVED|ORDERED|SUBMITTED|PENDING|REVIEW)$/iu, 'inbox', 'charts.foreground'],
  [/^(?:COMMANDED|SCHEDULED|TASKED|PLANNED|ACCEPTED|ACTIVE)$/iu, 'calendar', 'charts.blue'],
  [/^(?:COLLECTED|ACQUIRED|COLLECTING|TRANSMITTED|DOWNLINKED)$/iu, 'device-camera', 'charts.purple'],
  [/^(?:PROCESSING|PROCESSED)$/iu, 'gear', 'charts.orange'],
  [/^(?:DELIVERED|COMPLETED?|SUCCEEDED|AVAILABLE)$/iu, 'pass-filled', 'charts.green'],
  [/^(?:FAILED|REJECTED|CANCELL?ED|EXPIRED|ERROR|ANOMALY)$/iu, 'error', 'charts.red'],
];
