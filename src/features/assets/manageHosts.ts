import * as vscode from 'vscode';
import { display } from '../../core/display.js';
import { CatalogError } from '../../core/failure.js';
import type { DownloadHosts } from '../../platform/downloadHosts.js';

/**
 * Lets a person take back which hosts files may come from without a question.
 * @throws CatalogError `invalid` where there is none
 */
export async function manageHosts(hosts: DownloadHosts): Promise<void> {
  if (hosts.all.length === 0) {
    throw new CatalogError({ kind: 'invalid', field: 'Download hosts', problem: 'None is allowed so far; the first download from one asks.' });
  }
  const kept = await vscode.window.showQuickPick(hosts.all.map((host) => ({ label: display(host, 80), host, picked: true })), {
    title: 'Manage Download Hosts', placeHolder: 'Hosts that files may come from without a question; clear the others', canPickMany: true,
  });
  if (kept !== undefined) {
    await hosts.forget(hosts.all.filter((host) => !kept.some((one) => one.host === host)));
  }
}
