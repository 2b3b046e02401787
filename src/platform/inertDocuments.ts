/**
 * Texts of a service that would make the editor's JSON support fetch something are shown in a language of our own, which looks like JSON
 * and which nobody validates. The language of a document follows from its name before its text is read: so what is read first is empty,
 * and the text follows when the document has the language. No moment is left in which it is JSON with that text.
 */
import * as vscode from 'vscode';
import type { Disposable } from '../core/event.js';
import { mayNameSchema } from '../core/items/schemaBeacon.js';
import { DisposableStore } from './disposableStore.js';

export const INERT_LANGUAGE = 'catalog-json';

/** What a document holds until it has the language; in length unlike any text that names a schema. */
const UNTIL_THEN = '{ }';
/** Longer documents, in UTF-16 units, are handed to no extension, and so to no validation either. */
const MAX_HANDED = 50 * 1024 * 1024;

export class InertDocuments implements Disposable {
  readonly #store = new DisposableStore();

  /** @param reread tells the editor that a document has another text now */
  constructor(private readonly scheme: string, private readonly reread: (uri: vscode.Uri) => void) {
    this.#store.add(vscode.workspace.onDidOpenTextDocument((document) => this.#opened(document)));
  }

  /** What the editor may have of a text now. */
  textFor(uri: vscode.Uri, text: string): string {
    if (text.length > MAX_HANDED || !mayNameSchema(text)) {
      return text;
    }
    const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
    if (open?.languageId === INERT_LANGUAGE) {
      return text;
    }
    if (open !== undefined) {
      this.#disarm(open);
    }
    return UNTIL_THEN;
  }

  dispose(): void {
    this.#store.dispose();
  }

  #opened(document: vscode.TextDocument): void {
    if (document.uri.scheme !== this.scheme) {
      return;
    }
    if (document.languageId === INERT_LANGUAGE) {
      this.reread(document.uri);
    } else if (document.getText() === UNTIL_THEN) {
      this.#disarm(document);
    }
  }

  #disarm(document: vscode.TextDocument): void {
    // A document that was closed meanwhile needs no language.
    vscode.languages.setTextDocumentLanguage(document, INERT_LANGUAGE).then(undefined, () => undefined);
  }
}
