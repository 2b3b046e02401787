import * as vscode from 'vscode';
import { display } from '../../core/display.js';
import type { Log } from '../../core/ports.js';
import type { FromFootprintView, ToFootprintView } from '../../shared/footprintProtocol.js';

/** Saves pictures of one map: asks where to, has the view draw in the format of the file's name, and writes what comes. */
export class PictureSaver {
  /** Where the picture goes that the view draws now. */
  #target: { readonly uri: vscode.Uri; readonly format: 'png' | 'svg' } | undefined;

  constructor(private readonly send: (message: ToFootprintView) => void, private readonly log: Log) {}

  async ask(title: string): Promise<void> {
    const name = title.replaceAll(/[^\w.-]+/gu, '-').replaceAll(/^[-.]+|[-.]+$/gu, '').slice(0, 60) || 'map';
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const uri = await vscode.window.showSaveDialog({
      filters: { 'PNG picture': ['png'], 'SVG drawing': ['svg'] }, title: 'Save Map as Picture (.png or .svg)', ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, `${name}.png`) }),
    });
    if (uri !== undefined) {
      const format = /\.svg$/iu.test(uri.path) ? 'svg' : 'png';
      this.#target = { uri, format };
      this.send({ type: 'picture', format });
    }
  }

  /** Writes the picture that was asked for; any other is of no use. */
  async receive({ format, data }: Extract<FromFootprintView, { readonly type: 'picture' }>): Promise<void> {
    const target = this.#target;
    this.#target = undefined;
    if (target?.format !== format) {
      return;
    }
    try {
      await vscode.workspace.fs.writeFile(target.uri, format === 'svg' ? new TextEncoder().encode(data) : Uint8Array.from(atob(data), (character) => character.charCodeAt(0)));
      this.send({ type: 'said', words: `Saved as ${display(target.uri.path.split('/').at(-1) ?? '', 100)}.` });
    } catch (error) {
      this.log.error('picture of the map', error);
      this.send({ type: 'said', words: 'The picture could not be written; the log says why.' });
    }
  }
}
