/** Bodies that go on as they come, over the editor's own `fetch`: for hosts that only it can reach. */
import { CatalogError } from '../../core/failure.js';
import type { StreamFetch } from '../../core/ports.js';
import { sendByEditor, type EditorFetchOptions } from './editorRequest.js';

/** Decodes what is encoded by itself, so that a length that was declared for the encoded body says nothing. */
export function createEditorStream(options: EditorFetchOptions = {}): StreamFetch {
  return (request, { limits, signal, accept }) => {
    const asked = { ...request, headers: { 'accept-encoding': 'identity', ...request.headers } };
    return sendByEditor(options, asked, { limits: { ...limits, maxBytes: Infinity }, signal }, async ({ host, head, pieces, declared }) => {
      const sink = await accept(head);
      if (sink === undefined) {
        return head;
      }
      let size = 0;
      for await (const piece of pieces()) {
        size += piece.length;
        await sink(piece);
      }
      if (declared !== undefined && declared > size) {
        throw new CatalogError({ kind: 'network', host, reason: 'cutOff', sent: true });
      }
      return head;
    });
  };
}
