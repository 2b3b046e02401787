/** What is used of stac-js, which ships no types. */
declare module 'stac-js' {
  /** An object for STAC JSON, its items included; migrated to the latest version of STAC where that is wanted. */
  export default function create(data: unknown, migrate?: boolean): unknown;
}
