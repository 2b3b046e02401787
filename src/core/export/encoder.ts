/** What turns items into the bytes of one file. */
import type { ExportItem } from './exportItem.js';

export const EXPORT_FORMATS = ['geojson', 'ndjson', 'csv', 'wkt', 'geoparquet'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Makes one file, piece by piece, without any I/O. An encoder that threw is not used again. */
export interface Encoder {
  /** Takes one item. @returns the bytes that are complete by now, maybe none. */
  add(item: ExportItem): readonly Uint8Array[];
  /** The rest of the file. */
  end(): readonly Uint8Array[];
}

/** What is looked at before the first byte can be written, for formats whose columns depend on every item. */
export interface Survey {
  look(item: ExportItem): void;
  /** Makes the encoder of one file; all files of one export have the same columns. */
  encoder(): Encoder;
  /** Items that the format cannot hold: they are nested too deep, or too much to be parsed at once. */
  readonly unreadable: number;
}
