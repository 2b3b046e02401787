/** A panel beside the product's, with the product's own view of footprints or with what it is compared with, fed by the extension host. */
import * as vscode from 'vscode';
import { FootprintPacker } from '../../../../src/core/geo/footprintPacker.js';
import type { ToFootprintView } from '../../../../src/shared/footprintProtocol.js';
import { epoch } from './wire.js';

/** What the page measures, milliseconds. */
export interface MapFigures {
  /** From posting to drawn. */
  readonly draw: number;
  /** Of that: from posting to arrival. */
  readonly arrival: number;
  readonly pans: readonly number[];
  /** Bytes that were posted. */
  readonly posted: number;
  /** Bytes of the canvases that were made. */
  readonly canvases: number;
  /** Of drawing: by layer of the map, and by what comes before; the product's side only. */
  readonly shares: Readonly<Record<string, number>>;
  /** The same of all steps to the side together. */
  readonly panShares: Readonly<Record<string, number>>;
}

interface Polygon {
  readonly type: 'Polygon';
  readonly coordinates: readonly (readonly (readonly [number, number])[])[];
}

const NO_TEXTS = { title: 'Bench', subtitle: '', message: '', facts: [], notes: [], problems: [], summary: '', statuses: [], platforms: [] };

export class BenchMap {
  #panel: vscode.WebviewPanel | undefined;
  #side = '';
  #sent = new Map<string, unknown>();
  #shapes = new Map<number, readonly Polygon[]>();

  constructor(private readonly extensionUri: vscode.Uri) {}

  /** A new page for one side: `ours`, `openLayers` or `floor`. Resolves when it is there and shows an empty map. */
  async load(side: string): Promise<void> {
    this.#side = side;
    const root = vscode.Uri.joinPath(this.extensionUri, 'dist');
    this.#panel ??= vscode.window.createWebviewPanel('catalogBench.map', 'Bench', vscode.ViewColumn.One, { enableScripts: true, localResourceRoots: [root] });
    const { webview } = this.#panel;
    const ready = this.#next('ready');
    const [script, style] = ['mapPage.js', 'mapPage-style.css'].map((file) => webview.asWebviewUri(vscode.Uri.joinPath(root, file)).toString());
    const nonce = crypto.randomUUID();
    webview.html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-${nonce}'; style-src ${webview.cspSource} 'nonce-${nonce}'; img-src ${webview.cspSource} data: blob:">
<link rel="stylesheet" href="${style ?? ''}">
<style nonce="${nonce}">.map { position: relative; flex: none !important; width: 1000px; height: 700px; }</style>
<title>Bench</title>
</head>
<body data-side="${side}">
<script nonce="${nonce}" src="${script ?? ''}"></script>
</body>
</html>`;
    await ready;
  }

  /** Posts so many footprints and waits until they are drawn, and as many steps to the side after that. */
  async draw({ count, pans }: { readonly count: number; readonly pans: number }): Promise<MapFigures> {
    const panel = this.#panel;
    if (panel === undefined) {
      throw new Error('no panel');
    }
    const message = this.#message(count);
    const drawn = this.#next('drawn');
    const at = epoch();
    void panel.webview.postMessage({ bench: 'draw', pans, sent: message });
    const { drawnAt, arrivedAt, ...figures } = await drawn as Omit<MapFigures, 'draw' | 'arrival' | 'posted'> & { readonly drawnAt: number; readonly arrivedAt: number };
    return { ...figures, draw: drawnAt - at, arrival: arrivedAt - at, posted: sizeOf(message) };
  }

  /** How long the extension host takes to prepare what is posted, milliseconds. */
  pack(count: number): { readonly packing: number; readonly text: number } {
    const shapes = this.#shapesOf(count);
    const start = performance.now();
    pack(shapes);
    const packed = performance.now();
    textOf(shapes);
    return { packing: packed - start, text: performance.now() - packed };
  }

  dispose(): void {
    this.#panel?.dispose();
    this.#panel = undefined;
    this.#sent = new Map();
    this.#shapes = new Map();
  }

  /** What a side is sent: made once, so that nobody waits for it. */
  #message(count: number): unknown {
    const kind = this.#side === 'ours' ? 'packed' : 'text';
    const name = `${kind}/${count}`;
    if (!this.#sent.has(name)) {
      const shapes = this.#shapesOf(count);
      this.#sent.set(name, kind === 'packed' ? stateOf(pack(shapes)) : textOf(shapes));
    }
    return this.#sent.get(name);
  }

  #shapesOf(count: number): readonly Polygon[] {
    const shapes = this.#shapes.get(count) ?? footprints(count);
    this.#shapes.set(count, shapes);
    return shapes;
  }

  async #next(type: string): Promise<unknown> {
    const panel = this.#panel;
    return await new Promise((resolve, reject) => {
      const listener = panel?.webview.onDidReceiveMessage((message: { readonly type: string; readonly detail?: string }) => {
        if (message.type === type) {
          listener?.dispose();
          resolve(message);
        } else if (message.type === 'problem') {
          listener?.dispose();
          reject(new Error(message.detail));
        }
      });
    });
  }
}

/** The message by which the product's own panel shows a result set. */
function stateOf(chunk: Uint8Array): ToFootprintView {
  return {
    type: 'state',
    state: { ...NO_TEXTS, kind: 'shown', environment: undefined, subject: { kind: 'results' }, pinned: false, colours: 'one', revision: 1, subjectId: 1, chunks: [chunk], box: [-180, -80, 180, 80], chosen: [], area: undefined, span: undefined, tiles: [] },
  };
}

function pack(shapes: readonly Polygon[]): Uint8Array {
  const packer = new FootprintPacker();
  shapes.forEach((shape) => packer.add(shape));
  return packer.take();
}

function textOf(shapes: readonly Polygon[]): string {
  return JSON.stringify({ type: 'FeatureCollection', features: shapes.map((geometry) => ({ type: 'Feature', properties: null, geometry })) });
}

function sizeOf(message: unknown): number {
  if (typeof message === 'string') {
    return message.length;
  }
  const { state } = message as Extract<ToFootprintView, { type: 'state' }>;
  return state.chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** Footprints of 5 to 12 positions all over the earth, the same each time. */
function footprints(count: number): readonly Polygon[] {
  let seed = 7;
  const random = (): number => {
    seed = (seed * 48_271) % 0x7fff_ffff;
    return seed / 0x7fff_ffff;
  };
  return Array.from({ length: count }, () => {
    const [x, y, size, corners] = [random() * 356 - 178, (Math.asin(random() * 1.96 - 0.98) * 180) / Math.PI, 0.05 + random() * 0.5, 4 + Math.floor(random() * 8)];
    const ring = Array.from({ length: corners }, (_, corner): readonly [number, number] => {
      const angle = (2 * Math.PI * corner) / corners;
      return [x + size * Math.cos(angle), y + size * Math.sin(angle)];
    });
    const [first = [0, 0] as const] = ring;
    return { type: 'Polygon', coordinates: [[...ring, first]] };
  });
}
