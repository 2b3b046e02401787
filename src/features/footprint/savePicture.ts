import * as vscode from 'vscode';

/** Asks where a picture of the map goes, and writes it there. `data`: base64 of a PNG. */
export async function savePicture(data: string, title: string): Promise<void> {
  const name = title.replaceAll(/[^\w.-]+/gu, '-').replaceAll(/^[-.]+|[-.]+$/gu, '').slice(0, 60) || 'map';
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({ filters: { 'PNG picture': ['png'] }, title: 'Save Map as Picture', ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, `${name}.png`) }) });
  if (target !== undefined) {
    await vscode.workspace.fs.writeFile(target, Uint8Array.from(atob(data), (character) => character.charCodeAt(0)));
  }
}
