/** What is used of @terraformer/wkt, which ships no types. */
declare module '@terraformer/wkt' {
  import type { Geometry } from 'geojson';

  export function geojsonToWKT(geometry: Geometry): string;
}
