/** What is used of @terraformer/wkt, which ships no types. */
declare module '@terraformer/wkt' {
  export function geojsonToWKT(geometry: object): string;
}
