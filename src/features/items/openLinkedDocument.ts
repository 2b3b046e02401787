import * as vscode from 'vscode';
import { CatalogError } from '../../core/failure.js';
import type { LinkedDocuments, LinkedPath } from '../../core/items/linkedDocuments.js';
import { LINKED_SCHEME } from '../../platform/contributions.js';
import { columnForItem } from '../../platform/itemDocuments.js';
import { withProgress } from '../../platform/progress.js';
import type { ReadOnlyDocuments } from './readOnlyDocuments.js';

/**
 * Asks the catalog for a document and shows it.
 * @throws CatalogError `invalid` for an address that is not followed, or whatever the request ends with
 */
export async function openLinkedDocument(linked: LinkedDocuments, files: ReadOnlyDocuments, target: unknown): Promise<vscode.Uri> {
  const { environment, url } = targetOf(target);
  const at = await withProgress('Opening the linked document', undefined, async (signal) => await linked.fetch(environment, url, signal));
  const uri = uriOf(at);
  files.refresh([uri]);
  await vscode.window.showTextDocument(uri, { viewColumn: columnForItem(), preview: true });
  return uri;
}

function targetOf(target: unknown): { readonly environment: string; readonly url: string } {
  const given = typeof target === 'object' && target !== null && 'key' in target ? target.key : target;
  const { environment, url, refused } = (typeof given === 'object' && given !== null ? given : {}) as Partial<Record<'environment' | 'url' | 'refused', unknown>>;
  if (typeof refused === 'string') {
    throw new CatalogError({ kind: 'invalid', field: 'Open Link', problem: 'Only http and https addresses are followed.' });
  }
  if (typeof environment !== 'string' || typeof url !== 'string' || !URL.canParse(url)) {
    throw new CatalogError({ kind: 'invalid', field: 'openLinkedDocument', problem: 'Pass { environment, url }, both of them strings.' });
  }
  return { environment, url: new URL(url).href };
}

function uriOf({ path, query }: LinkedPath): vscode.Uri {
  return vscode.Uri.from({ scheme: LINKED_SCHEME, path, query });
}
