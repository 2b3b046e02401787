/** What is used of @radiantearth/stac-migrate, which ships no types. */
declare module '@radiantearth/stac-migrate' {
  const migrate: {
    /** Brings an item to the latest version of STAC; changes what it is given. */
    item(item: object): object;
  };
  export = migrate;
}
