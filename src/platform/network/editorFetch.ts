/** The adapter over the editor's own `fetch`, which knows its proxies (also PAC) and certificates, and exists in a browser host, too. */
import { CatalogError } from '../../core/failure.js';
import type { Fetch, FetchOptions, HttpResponse } from '../../core/ports.js';
import { ByteBuffer } from '../../core/byteBuffer.js';
import { sendByEditor, type EditorAnswer, type EditorFetchOptions } from './editorRequest.js';

/**
 * What a global fetch cannot tell stays conservative: `sent` is false only where the error's code proves it. A redirect that a browser
 * hides ends as `redirect`.
 */
export function createEditorFetch(options: EditorFetchOptions = {}): Fetch {
  return async (request, fetchOptions) => {
    const body = new ByteBuffer();
    let head: EditorAnswer['head'] | undefined;
    const answer = (): HttpResponse => ({ status: head?.status ?? 0, headers: head?.headers ?? new Map(), body: body.whole() });
    try {
      return await sendByEditor(options, request, fetchOptions, async (received) => {
        ({ head } = received);
        await readBody(received, body, fetchOptions);
        return answer();
      });
    } catch (error) {
      // The status of a failed request says more than that its explanation could not be read.
      if (head !== undefined && head.status >= 400 && error instanceof CatalogError && error.failure.kind === 'network') {
        return answer();
      }
      throw error;
    }
  };
}

async function readBody({ host, head, pieces, declared }: EditorAnswer, body: ByteBuffer, { limits, onProgress, watch }: FetchOptions): Promise<void> {
  const { status } = head;
  const watching = watch?.(head);
  const errorCap = status >= 400 ? limits.maxErrorBytes : undefined;
  for await (const piece of pieces()) {
    if (errorCap !== undefined && body.size + piece.length >= errorCap) {
      body.add(piece.subarray(0, errorCap - body.size));
      return;
    }
    if (body.size + piece.length > limits.maxBytes) {
      throw new CatalogError({ kind: 'tooLarge', host, limitBytes: limits.maxBytes });
    }
    body.add(piece);
    onProgress?.(body.size);
    watching?.(body.soFar());
  }
  if (declared !== undefined && declared > body.size && status !== 304) {
    throw new CatalogError({ kind: 'network', host, reason: 'cutOff', sent: true });
  }
}
