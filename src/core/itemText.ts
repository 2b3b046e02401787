import type { ItemSource } from './item.js';
export declare function itemText(source: ItemSource): string;
/** The item as JSON.parse gives it, for tooltips and children (links, assets). */
export declare function itemValue(source: ItemSource): unknown;
