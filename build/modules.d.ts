/** What `generated.mjs` makes: outlines of land, packed as `landText.ts` reads them. */
declare module 'land:110m' {
  /** 1:110 million. */
  export const land: string;
}

declare module 'land:50m' {
  /** 1:50 million. */
  export const land: string;
}

/** The rules of `itemSchema.ts`. */
declare module 'validators:item' {
  /** What one rule of the schema finds wrong. */
  export interface SchemaError {
    /** JSON Schema's word for the rule. */
    readonly keyword: string;
    /** JSON pointer (RFC 6901) to what is wrong; empty for the whole. */
    readonly instancePath: string;
    readonly params: Readonly<Record<string, unknown>>;
  }

  /** In the order of the schema; empty for an item that is as it says. */
  export function errorsOf(version: '1.0.0' | '1.1.0', item: unknown, amount: 'first' | 'all'): readonly SchemaError[];
}

/** The rules of `media/schemas/catalog-search.schema.json`. */
declare module 'validators:search-file' {
  import type { SchemaError } from 'validators:item';

  export function errorsOf(name: 'search-file', file: unknown, amount: 'first' | 'all'): readonly SchemaError[];
}
