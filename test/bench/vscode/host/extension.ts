/** The bench's own extension: does in the extension host what the bench asks for, and shows what the product is compared with. Never shipped. */
import { connect } from 'node:net';
import * as vscode from 'vscode';
import { BenchMap } from './benchMap.js';
import { StaticTree, type Arranged } from './staticTree.js';
import { WakeUps } from './wakeUps.js';
import { epoch, listen, send, type Task } from './wire.js';

export function activate(context: vscode.ExtensionContext): void {
  const wakeUps = new WakeUps();
  const tree = new StaticTree();
  const map = new BenchMap(context.extensionUri);
  context.subscriptions.push(vscode.window.createTreeView('catalogBench.rows', { treeDataProvider: tree }), map, wakeUps);

  const tasks: Readonly<Record<string, (given: never) => unknown>> = {
    /** Runs a command and says when, milliseconds since the epoch. */
    run: async ({ command, given = [] }: { readonly command: string; readonly given?: readonly unknown[] }) => {
      const at = epoch();
      const value: unknown = await vscode.commands.executeCommand(command, ...given);
      return { at, value: plain(value) };
    },
    open: async (uri: string) => {
      const at = epoch();
      await vscode.commands.executeCommand('vscode.open', vscode.Uri.parse(uri, true), { preview: true });
      return { at };
    },
    text: () => vscode.window.activeTextEditor?.document.getText(),
    prepareRows: () => tree.prepare(),
    showRows: (arranged: Arranged) => {
      const at = epoch();
      tree.show(arranged);
      return { at };
    },
    loadMap: async (side: string) => await map.load(side),
    drawMap: async (given: { readonly count: number; readonly pans: number }) => await map.draw(given),
    packMap: (count: number) => map.pack(count),
    closeMap: () => map.dispose(),
    wakeUps: () => wakeUps.read(),
  };

  const socket = connect(Number(process.env['CATALOG_BENCH_PORT']), '127.0.0.1');
  // The bench may be gone before the window is.
  socket.on('error', () => undefined).unref();
  send(socket, { folder: vscode.workspace.workspaceFolders?.[0]?.name ?? '' });
  listen(socket, (message) => {
    const { id, name, given } = message as Task;
    Promise.resolve()
      .then(() => tasks[name]?.(given as never))
      .then((value) => send(socket, { id, value }), (error: unknown) => send(socket, { id, error: error instanceof Error ? error.stack ?? error.message : JSON.stringify(error) }));
  });
  context.subscriptions.push({ dispose: () => socket.destroy() });
}

/** What can be said in JSON; a command may give anything. */
function plain(value: unknown): unknown {
  return value instanceof vscode.Uri ? value.toString() : typeof value === 'object' && value !== null ? undefined : value;
}
