/** The footprint view: takes its state from the extension, keeps nothing but which item it shows. */
import { parseToFootprintView, type FootprintState, type FromFootprintView, type SavedFootprint } from '../../src/shared/footprintProtocol.js';
import { FootprintMap } from './footprintMap.js';
import { buildPage } from './page.js';

interface VsCodeApi {
  postMessage(message: FromFootprintView): void;
  setState(state: SavedFootprint): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

const vscode = acquireVsCodeApi();
report();
const page = buildPage(document.body);
const map = new FootprintMap(page);

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  const message = parseToFootprintView(event.data);
  if (message === undefined) {
    vscode.postMessage({ type: 'problem', what: 'message', detail: 'not understood' });
    return;
  }
  show(message.state);
});
vscode.postMessage({ type: 'ready' });

function show(state: FootprintState): void {
  page.show(state);
  if (state.kind !== 'nothing') {
    vscode.setState({ version: 1, key: state.item.key });
  }
  if (state.kind !== 'loading') {
    map.show(state.kind === 'footprint' ? state.drawing : undefined);
  }
}

function report(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    vscode.postMessage({ type: 'problem', what: 'contentPolicy', detail: `${event.effectiveDirective} ${event.sourceFile}:${event.lineNumber}`.slice(0, 1000) });
  });
  window.addEventListener('error', (event) => {
    vscode.postMessage({ type: 'problem', what: 'script', detail: `${event.message} ${event.lineno}:${event.colno}`.slice(0, 1000) });
  });
}
