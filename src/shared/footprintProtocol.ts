/**
 * What the extension and the map say to each other. Closed unions both ways, checked on arrival (`parseFootprintMessages`).
 * Texts are ready to be shown as text; nothing secret and no command ever crosses.
 */

/** West, south, east, north in degrees; west > east crosses the antimeridian. */
export type MapBox = readonly [west: number, south: number, east: number, north: number];

/** Which item is shown. */
export interface MapItemKey {
  readonly environment: string;
  readonly collection: string;
  readonly id: string;
}

/** What the map shows: the item of the active editor, the results of the search, or a GeoJSON document. */
export type MapSubject = { readonly kind: 'item'; readonly key: MapItemKey } | { readonly kind: 'results' } | { readonly kind: 'document'; readonly uri: string };

/** Where the person moved the map to: the middle in degrees, metres to a pixel there. */
export interface MapPlace {
  readonly longitude: number;
  readonly latitude: number;
  readonly metres: number;
}

/** What the view keeps with `setState`, over reloads and restarts: nothing that the service sent but an item's key. */
export interface SavedFootprint {
  readonly version: 2;
  readonly subject: MapSubject;
  readonly pinned: boolean;
  readonly colours: ColourBy;
  /** Undefined where the map was not moved. */
  readonly place?: MapPlace | undefined;
  /** The area of interest that is being worked on. */
  readonly area?: MapArea | undefined;
  /** The address of the tiles that the person switched on. */
  readonly tiles?: string | undefined;
}

/** First and last whole minute since the epoch. */
export type MapSpan = readonly [from: number, to: number];

/** What the colours of footprints tell. */
export const COLOURS = ['one', 'status', 'platform', 'age'] as const;
export type ColourBy = (typeof COLOURS)[number];

export interface MapFact {
  readonly label: string;
  readonly value: string;
}

/** A status or platform that is told apart; the packed footprints name it by its place in the list. */
export interface MapClass {
  readonly label: string;
  readonly colour: ClassColour;
}

/** Names of the theme's chart colours, and the foreground. */
export const CLASS_COLOURS = ['foreground', 'blue', 'purple', 'orange', 'green', 'red', 'yellow'] as const;
export type ClassColour = (typeof CLASS_COLOURS)[number];

/** A layer of map tiles that the person named in the settings. */
export interface MapTiles {
  readonly name: string;
  /** `https`, with {z}, {x} and {y}. */
  readonly url: string;
  readonly attribution: string;
  readonly host: string;
}

/** A footprint that cannot be drawn, and why. */
export interface MapProblem {
  readonly title: string;
  readonly reason: string;
  /** Of the item, where it can be opened. */
  readonly place?: number | undefined;
}

/** Everything about what is shown that is words. */
export interface MapTexts {
  readonly title: string;
  /** Platform, status, time of an item; the query of a search. May be empty. */
  readonly subtitle: string;
  /** Why there is nothing to see, or what is wrong with it; else empty. */
  readonly message: string;
  readonly facts: readonly MapFact[];
  readonly notes: readonly string[];
  /** The first footprints that cannot be drawn. */
  readonly problems: readonly MapProblem[];
  /** One text that says what a picture shows, for those who cannot see it. */
  readonly summary: string;
  readonly statuses: readonly MapClass[];
  readonly platforms: readonly MapClass[];
}

/** Where what is on the map comes from. */
export interface MapEnvironment {
  readonly label: string;
  /** A mistake is costly there: it stands out. */
  readonly production: boolean;
}

export interface MapState extends MapTexts {
  /** Undefined for a document that is of no catalog. */
  readonly environment: MapEnvironment | undefined;
  readonly kind: 'nothing' | 'loading' | 'shown';
  readonly subject: MapSubject | undefined;
  readonly pinned: boolean;
  readonly colours: ColourBy;
  /** Goes up with every set of footprints: what is said about an older one is of no use. */
  readonly revision: number;
  /** The same number: the same subject again, so that the view stays where the person moved it. */
  readonly subjectId: number;
  /** Packed footprints (core/geo/packedFootprints), each with the places of its items. */
  readonly chunks: readonly Uint8Array[];
  /** What the view fits; undefined where there is nothing to see. */
  readonly box: MapBox | undefined;
  /** Places of the chosen items. */
  readonly chosen: readonly number[];
  /** The area of the current search, packed. */
  readonly area: Uint8Array | undefined;
  /** The span of time that is brushed; undefined: all times. */
  readonly span: MapSpan | undefined;
  readonly tiles: readonly MapTiles[];
}

export type ToFootprintView =
  | { readonly type: 'state'; readonly state: MapState }
  /** More items of the same set. */
  | { readonly type: 'more'; readonly revision: number; readonly chunks: readonly Uint8Array[]; readonly box: MapBox | undefined; readonly texts: MapTexts }
  /** These items are chosen elsewhere. */
  | { readonly type: 'choose'; readonly revision: number; readonly places: readonly number[] }
  /** This span of time is brushed now; undefined: all times. */
  | { readonly type: 'brush'; readonly revision: number; readonly span: MapSpan | undefined }
  | { readonly type: 'described'; readonly revision: number; readonly place: number; readonly title: string; readonly subtitle: string }
  /** Measures of what is chosen. */
  | { readonly type: 'measured'; readonly revision: number; readonly facts: readonly MapFact[]; readonly spoken: string }
  /** A search wants an area; the view lets the person draw one, from `area` on. */
  | { readonly type: 'draw'; readonly area: MapArea | undefined }
  /** A picture of the view is wanted; it comes back as `picture`. */
  | { readonly type: 'picture'; readonly format: 'png' | 'svg' }
  /** Something was done; for the screen reader and a line on the map. */
  | { readonly type: 'said'; readonly words: string };

/** An area of interest as it is drawn. Positions in degrees, rings closed. */
export type MapArea =
  | { readonly kind: 'box'; readonly box: MapBox }
  | { readonly kind: 'polygon'; readonly ring: readonly (readonly [longitude: number, latitude: number])[] };

export type FromFootprintView =
  /** The view has loaded (again) and wants its state. */
  | { readonly type: 'ready' }
  /** The words for the item at this place. */
  | { readonly type: 'describe'; readonly revision: number; readonly place: number }
  /** The person chose these items. */
  | { readonly type: 'select'; readonly revision: number; readonly places: readonly number[] }
  | { readonly type: 'open'; readonly revision: number; readonly place: number }
  /** The person brushed a span of time; undefined: all times. */
  | { readonly type: 'brush'; readonly revision: number; readonly span: MapSpan | undefined }
  /** The measures to the clipboard. */
  | { readonly type: 'copy' }
  | { readonly type: 'pin'; readonly pinned: boolean }
  | { readonly type: 'colour'; readonly colours: ColourBy }
  /** `search` in an area, or `keep` it as GeoJSON; `view`: the box that the map shows now; `drawn` and `none` answer `draw`. */
  | { readonly type: 'area'; readonly what: 'search' | 'keep' | 'view' | 'drawn' | 'none'; readonly area: MapArea | undefined }
  /** The person wants a picture of the view. */
  | { readonly type: 'save' }
  /** It: base64 of a PNG, or the text of an SVG. */
  | { readonly type: 'picture'; readonly format: 'png' | 'svg'; readonly data: string }
  /** Something that must not happen did; `detail` says where, in words of the browser. For the log. */
  | { readonly type: 'problem'; readonly what: 'contentPolicy' | 'script' | 'message'; readonly detail: string };
