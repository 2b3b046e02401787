import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { Emitter } from '../../../src/core/event.js';
import type { Secrets } from '../../../src/core/ports.js';

interface Line {
  readonly at: number;
  readonly pid: number;
  readonly key: string;
  readonly value: string | null;
}

const POLL_MS = 15;

/** A secret store as several processes see it: each reads its own copy, which learns of the others' writes after `lagMs`. */
export function createLaggingSecrets(path: string, lagMs: number): Secrets & { dispose(): void } {
  const values = new Map<string, string>();
  const changed = new Emitter<string>();
  let applied = 0;
  const lines = (): readonly Line[] => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as Line) : []);
  const apply = (due: (line: Line) => boolean): void => {
    const all = lines();
    for (let line = all[applied]; line !== undefined && due(line); line = all[applied]) {
      applied += 1;
      if (line.value === null) {
        values.delete(line.key);
      } else {
        values.set(line.key, line.value);
      }
      changed.fire(line.key);
    }
  };
  apply(() => true);
  const timer = setInterval(() => apply((line) => Date.now() - line.at >= lagMs), POLL_MS);
  const write = (key: string, value: string | null): void => {
    appendFileSync(path, `${JSON.stringify({ at: Date.now(), pid: process.pid, key, value } satisfies Line)}\n`);
    // What this process wrote itself it reads at once; the order of all writes stays that of the file.
    apply(() => true);
  };
  return {
    get: async (key) => await Promise.resolve(values.get(key)),
    store: async (key, value) => await Promise.resolve(write(key, value)),
    delete: async (key) => await Promise.resolve(write(key, null)),
    keys: async () => await Promise.resolve([...values.keys()]),
    onDidChange: changed.event,
    dispose: () => clearInterval(timer),
  };
}
