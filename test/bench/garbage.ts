import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Frees what nobody can reach any more, young and old, and returns when it is done. */
export const collectGarbage = runInNewContext('gc') as () => void;
