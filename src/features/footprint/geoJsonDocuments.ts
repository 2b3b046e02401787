import * as vscode from 'vscode';
import type { Disposable } from '../../core/event.js';
import { DisposableStore } from '../../platform/disposableStore.js';
import type { DocumentText } from './documentContent.js';

/** Milliseconds without typing before the text is read again. */
const PAUSE = 120;

/** Whether a document says by its name or language that it is GeoJSON, in one piece or a feature a line. */
export function isGeoJson({ languageId, uri }: vscode.TextDocument): boolean {
  return languageId === 'geojson' || /\.(?:geojson|ndjson|geojsonl)$/iu.test(uri.path);
}

/** The GeoJSON document that is on the map: read again while it is typed in, or while another part of it is selected. */
export class GeoJsonDocuments implements Disposable {
  readonly #store = new DisposableStore();
  #document: vscode.TextDocument | undefined;
  /** Only a selection is meant; the last one that was not empty. */
  #part: vscode.Range | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly changed: (text: DocumentText) => void) {
    this.#store.add(vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document === this.#document && contentChanges.length > 0) {
        this.#soon();
      }
    }));
    this.#store.add(vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections: [selection] }) => {
      if (textEditor.document === this.#document && this.#part !== undefined && selection?.isEmpty === false) {
        this.#part = selection;
        this.#soon();
      }
    }));
    this.#store.add({ dispose: () => clearTimeout(this.#timer) });
  }

  /** From now on this document, or what is selected in it. */
  watch(document: vscode.TextDocument): void {
    const selection = vscode.window.visibleTextEditors.find((editor) => editor.document === document)?.selection;
    this.#document = document;
    this.#part = selection?.isEmpty === false ? selection : undefined;
  }

  /** What of it a map shows; nothing where it is gone. */
  get current(): DocumentText {
    return this.#read() ?? { uri: '', name: '', text: '', part: false };
  }

  dispose(): void {
    this.#store.dispose();
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const text = this.#read();
      if (text !== undefined) {
        this.changed(text);
      }
    }, PAUSE);
  }

  #read(): DocumentText | undefined {
    const document = this.#document;
    return document === undefined || document.isClosed
      ? undefined
      : { uri: document.uri.toString(), name: document.uri.path.split('/').at(-1) ?? '', text: document.getText(this.#part), part: this.#part !== undefined };
  }
}
