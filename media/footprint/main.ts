/** The map: takes its state from the extension, keeps nothing but what it shows, whether that is kept, and its colours. */
import type { ColourBy, FromFootprintView, MapState, SavedFootprint } from '../../src/shared/footprintProtocol.js';
import { parseSavedFootprint, parseToFootprintView } from '../../src/shared/footprintMessages.js';
import { FootprintView } from './footprintView.js';
import { buildPage } from './page.js';

interface VsCodeApi {
  postMessage(message: FromFootprintView): void;
  setState(state: SavedFootprint): void;
  getState(): unknown;
}

declare function acquireVsCodeApi(): VsCodeApi;

const vscode = acquireVsCodeApi();
report();
const page = buildPage(document.body);
let shown: Pick<MapState, 'subject' | 'pinned' | 'colours'> | undefined;
const view = new FootprintView(page, parseSavedFootprint(vscode.getState()), { post: (message) => vscode.postMessage(message), changed: keep });

window.addEventListener('message', (event: MessageEvent<unknown>) => {
  const message = parseToFootprintView(event.data);
  if (message === undefined) {
    vscode.postMessage({ type: 'problem', what: 'message', detail: 'not understood' });
    return;
  }
  view.receive(message);
  // What was kept is taken up with the first footprints: nothing is kept before.
  if (message.type === 'state' && message.state.kind !== 'loading') {
    shown = message.state;
    keep();
  }
});
page.pin.addEventListener('click', () => {
  const pinned = page.pin.getAttribute('aria-pressed') !== 'true';
  page.pin.setAttribute('aria-pressed', String(pinned));
  shown = shown === undefined ? undefined : { ...shown, pinned };
  keep();
  vscode.postMessage({ type: 'pin', pinned });
  page.speak(pinned ? 'This stays on the map.' : 'The map follows the active item.');
});
page.colours.addEventListener('change', () => {
  const colours = page.colours.value as ColourBy;
  shown = shown === undefined ? undefined : { ...shown, colours };
  keep();
  vscode.postMessage({ type: 'colour', colours });
  view.colourBy(colours);
});
// The keys of the map work as soon as the view has the focus.
window.addEventListener('focus', () => {
  if (document.activeElement === document.body) {
    page.map.focus();
  }
});
vscode.postMessage({ type: 'ready' });

function keep(): void {
  if (shown?.subject !== undefined) {
    vscode.setState({ version: 2, subject: shown.subject, pinned: shown.pinned, colours: shown.colours, ...view.kept });
  }
}

/** What nobody caught, in the browser's words. */
function report(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    vscode.postMessage({ type: 'problem', what: 'contentPolicy', detail: `${event.effectiveDirective} ${event.sourceFile}:${event.lineNumber}`.slice(0, 1000) });
  });
  window.addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => {
    vscode.postMessage({ type: 'problem', what: 'script', detail: (reason instanceof Error ? reason.stack ?? reason.message : 'rejected').slice(0, 1000) });
  });
  window.addEventListener('error', (event) => {
    vscode.postMessage({ type: 'problem', what: 'script', detail: `${event.message} ${event.lineno}:${event.colno}`.slice(0, 1000) });
  });
}

