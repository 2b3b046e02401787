import * as vscode from 'vscode';
import type { Node } from 'jsonc-parser';
import type { Disposable } from '../../core/event.js';
import { INERT_LANGUAGE } from '../../platform/inertDocuments.js';

/** As many as VS Code shows of JSON. */
const MAX_SYMBOLS = 5_000;

/** Outline and breadcrumbs of documents that are JSON in all but the name, since the editor's own JSON support does not see them. */
export function registerJsonOutline(): Disposable {
  return vscode.languages.registerDocumentSymbolProvider({ language: INERT_LANGUAGE }, {
    async provideDocumentSymbols(document, token): Promise<vscode.DocumentSymbol[]> {
      const { MAX_READ, readItemTree } = await import('../../core/items/itemReader.js');
      const reading = token.isCancellationRequested ? undefined : readItemTree(document.getText(), MAX_READ);
      return reading?.ok === true ? new Outline(document).symbolsOf(reading.tree.root) : [];
    },
  });
}

class Outline {
  #count = 0;

  constructor(private readonly document: vscode.TextDocument) {}

  symbolsOf(node: Node): vscode.DocumentSymbol[] {
    const symbols: vscode.DocumentSymbol[] = [];
    for (const [index, child] of (node.children ?? []).entries()) {
      if (this.#count >= MAX_SYMBOLS) {
        break;
      }
      this.#count += 1;
      const [name, value] = child.type === 'property' ? [String(child.children?.[0]?.value), child.children?.[1]] : [String(index), child];
      const range = this.#rangeOf(child);
      const detail = value?.children === undefined ? String(value?.value ?? '') : '';
      const symbol = new vscode.DocumentSymbol(name === '' ? '""' : name, detail, kindOf(value), range, child.type === 'property' && child.children?.[0] !== undefined ? this.#rangeOf(child.children[0]) : range);
      symbol.children = value === undefined ? [] : this.symbolsOf(value);
      symbols.push(symbol);
    }
    return symbols;
  }

  #rangeOf({ offset, length }: Node): vscode.Range {
    return new vscode.Range(this.document.positionAt(offset), this.document.positionAt(offset + length));
  }
}

/** As the editor's own JSON support chooses them. */
function kindOf(value: Node | undefined): vscode.SymbolKind {
  switch (value?.type) {
    case 'object':
      return vscode.SymbolKind.Module;
    case 'array':
      return vscode.SymbolKind.Array;
    case 'string':
      return vscode.SymbolKind.String;
    case 'number':
      return vscode.SymbolKind.Number;
    case 'boolean':
      return vscode.SymbolKind.Boolean;
    default:
      return vscode.SymbolKind.Variable;
  }
}
