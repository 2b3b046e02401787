import type { CancellationToken } from 'vscode';
import type { Disposable } from '../core/event.js';

/** An AbortSignal that follows the editor's token. Dispose it when the work is done, so that the token does not keep it alive. */
export function signalFrom(token: CancellationToken | undefined): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  if (token?.isCancellationRequested) {
    controller.abort();
  }
  const subscription = token?.onCancellationRequested(() => controller.abort());
  return { signal: controller.signal, dispose: () => void subscription?.dispose() };
}

/** Runs `work` with a signal that follows the token, and lets go of the token afterwards. */
export async function withSignal<T>(token: CancellationToken | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const bridge = signalFrom(token);
  try {
    return await work(bridge.signal);
  } finally {
    bridge.dispose();
  }
}
