import type { Checked } from './environment.js';
import type { BoundingBox } from './query.js';
export declare function parseBoundingBox(text: string): Checked<BoundingBox>;
export declare function checkBoundingBox(numbers: readonly unknown[]): Checked<BoundingBox>;
