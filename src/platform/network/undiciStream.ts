/** Bodies that go on to somebody else as they come. Beside `undiciFetch`, which holds them. */
import type { Dispatcher } from 'undici';
import { CatalogError, type Failure, type NetworkReason } from '../../core/failure.js';
import type { BodySink, HttpHead, HttpRequest, StreamOptions } from '../../core/ports.js';
import type { Connection } from './connection.js';
import { readHeaders } from './connection.js';
import { Deadlines, type Pace } from './deadlines.js';
import { Decoder, readEncodings } from './decode.js';
import { networkReason } from './networkReason.js';

/** Bytes that may wait for their sink before the sender is held back. */
const MAX_WAITING = 1 << 20;

/**
 * Sends the request over a connection that nobody else uses. `onStart` gets a function that ends it.
 * @throws as `StreamFetch`
 */
export async function streamOver(
  connection: Connection,
  request: HttpRequest,
  { limits, signal, accept }: StreamOptions,
  pace: Pace | undefined,
  onStart: (fail: (failure: Failure) => void) => void,
): Promise<HttpHead> {
  const { host } = new URL(request.url);
  let taken: Promise<void> = Promise.resolve();
  const head = await new Promise<HttpHead>((resolve, reject) => {
    let settled = false;
    let sent = false;
    let received: HttpHead | undefined;
    let decoder: Decoder | undefined;
    let sink: BodySink | undefined;
    let waiting = 0;
    let held: Dispatcher.DispatchController | undefined;

    const settle = (): boolean => {
      const first = !settled;
      settled = true;
      deadlines.clear();
      signal.removeEventListener('abort', onAbort);
      decoder?.destroy();
      return first;
    };
    const fail = (failure: Failure | Error, cause?: unknown): void => {
      if (settle()) {
        reject(failure instanceof Error ? failure : new CatalogError(failure, { cause }));
      }
    };
    const failNetwork = (reason: NetworkReason, cause?: unknown): void => fail({ kind: 'network', host, reason, sent }, cause);
    const onAbort = (): void => fail({ kind: 'cancelled' });
    const deadlines = new Deadlines({ ...limits, maxBytes: Infinity }, (reason) => failNetwork(reason === 'connectTimeout' && connection.behindProxy ? 'proxyUnreachable' : reason), pace);
    const failed = (error: unknown): void => fail(error instanceof Error ? error : new Error('sink'));

    const take = (piece: Uint8Array): void => {
      waiting += piece.length;
      // The piece is undici's own memory, used again for the next.
      const copy = piece.slice();
      taken = taken.then(async () => {
        if (!settled) {
          await sink?.(copy);
        }
        waiting -= copy.length;
        if (waiting < MAX_WAITING) {
          // Resuming may bring so much at once that it is held again.
          const resumed = held;
          held = undefined;
          resumed?.resume();
        }
      });
      taken.catch(failed);
    };
    const complete = (): void => {
      taken.then(() => {
        if (received !== undefined && settle()) {
          resolve(received);
        }
      }, failed);
    };

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart() {
        sent = true;
        deadlines.waiting();
      },
      onResponseStart(controller, status, raw) {
        if (status < 200 || settled) {
          return;
        }
        const answer = { status, headers: readHeaders(raw) };
        received = answer;
        deadlines.receiving(status);
        const encodings = readEncodings(answer.headers.get('content-encoding'));
        if (encodings === undefined) {
          failNetwork('badEncoding');
          return;
        }
        decoder = new Decoder(encodings, {
          onData: take,
          onEnd: complete,
          onError: (error) => failNetwork(networkReason(error, 'receiving'), error),
          onDrain: () => controller.resume(),
        });
        controller.pause();
        // A body without bytes may end before this is decided: the end waits for it, too.
        taken = accept(answer).then((wanted) => {
          sink = wanted;
          if (settled) {
            return;
          }
          if (wanted === undefined) {
            settle();
            resolve(answer);
          } else {
            controller.resume();
          }
        });
        taken.catch(failed);
      },
      onResponseData(controller, chunk) {
        if (settled) {
          return;
        }
        deadlines.received(chunk.length);
        if (decoder?.write(chunk) === false) {
          controller.pause();
        } else if (waiting >= MAX_WAITING) {
          controller.pause();
          held = controller;
        }
      },
      onResponseEnd() {
        if (!settled) {
          decoder?.end();
        }
      },
      onResponseError(_controller, error) {
        failNetwork(networkReason(error, deadlines.phase), error);
      },
    };

    onStart(fail);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      connection.send(request, 'identity', handler);
    } catch (error) {
      failNetwork('unknown', error);
    }
  }).catch(async (error: unknown) => {
    // What was being written is written before anybody reads how much there is.
    await taken.catch(() => undefined);
    throw error;
  });
  return head;
}
