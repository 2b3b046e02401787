/** What the bench and its extension say to each other: one JSON text a line, over a socket of the loopback. */
import type { Socket } from 'node:net';

/** A task for the extension, and its answer. */
export interface Task {
  readonly id: number;
  readonly name: string;
  readonly given: unknown;
}

export type Answer = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly error: string };

/** The first line of a window. */
export interface Hello {
  /** The name of the folder that is open there. */
  readonly folder: string;
}

export function send(socket: Socket, message: Task | Answer | Hello): void {
  socket.write(`${JSON.stringify(message)}\n`);
}

/** Calls back with each line that arrives. */
export function listen(socket: Socket, take: (message: unknown) => void): void {
  let rest = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach((line) => take(JSON.parse(line)));
  });
}

/** Milliseconds since the epoch, with parts: the same in every process of this machine, and in its browser. */
export function epoch(): number {
  return performance.timeOrigin + performance.now();
}
