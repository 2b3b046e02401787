/** The footprint view: takes its state from the extension, keeps nothing but which item it shows. */
import { parseToFootprintView, type FootprintState, type FromFootprintView, type SavedFootprint } from '../../src/shared/footprintProtocol.js';
import { FootprintMap } from './footprintMap.js';
import { footprintLayer } from './mapPainter.js';
import { buildPage } from './page.js';
import { ResultsPicker } from './resultsPicker.js';

interface VsCodeApi {
  postMessage(message: FromFootprintView): void;
  setState(state: SavedFootprint): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

const vscode = acquireVsCodeApi();
report();
const page = buildPage(document.body);
const map = new FootprintMap(page);
const picker = new ResultsPicker(page, map, (revision, index) => vscode.postMessage({ type: 'open', revision, index }));

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  const message = parseToFootprintView(event.data);
  if (message === undefined) {
    vscode.postMessage({ type: 'problem', what: 'message', detail: 'not understood' });
    return;
  }
  if (message.type === 'choose') {
    picker.choose(message.revision, message.index);
    return;
  }
  show(message.state);
});
// The keys of the map work as soon as the view has the focus.
window.addEventListener('focus', () => {
  if (document.activeElement === document.body) {
    page.map.focus();
  }
});
vscode.postMessage({ type: 'ready' });

function show(state: FootprintState): void {
  page.show(state);
  if (state.kind === 'results') {
    vscode.setState({ version: 1, results: true });
    picker.show(state);
    if (document.hasFocus() && document.activeElement === document.body) {
      page.map.focus();
    }
    return;
  }
  if (state.kind !== 'nothing') {
    vscode.setState({ version: 1, key: state.item.key });
  }
  if (state.kind !== 'loading') {
    picker.show(undefined);
    map.show(state.kind === 'footprint' ? footprintLayer(state.drawing) : undefined);
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
