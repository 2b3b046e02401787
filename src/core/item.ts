/** Items as rows, tooltips and maps need them. The document itself is the text the service sent: see `itemText`. */

/** Names an item across windows and restarts: what `openItem` takes and a document's URI holds. */
export interface ItemKey {
  readonly environment: string;
  readonly collection: string;
  readonly id: string;
}

/** The part of an item that is looked at while it is a row. Strings are as the service sent them: show them through `display()`. */
export interface Item {
  readonly id: string;
  readonly collection: string;
  readonly datetime: string | undefined;
  readonly platform: string | undefined;
  /** The value of the first property whose name ends in `:status` (design, leniency). */
  readonly status: string | undefined;
  /** The footprint as sent, unchecked; `geometry` decides whether it can be drawn. */
  readonly geometry: unknown;
  /** Where the item's text is: the page's body and the feature's place in it. */
  readonly source: ItemSource;
}

export interface ItemSource {
  readonly page: Uint8Array;
  readonly index: number;
}
