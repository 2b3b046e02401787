import { checkAreaGeometry } from '../../../src/core/geo/areaGeometry.js';
import { meetsArea } from '../../../src/core/geo/predicates.js';
import type { BoundingBox } from '../../../src/core/geo/boundingBox.js';

/** The answer of a search for an area, as it is applied to an item that came back. */
export function meets(area: { readonly bbox: BoundingBox } | { readonly polygon: unknown }, geometry: unknown): boolean | undefined {
  if ('bbox' in area) {
    return meetsArea(area.bbox, geometry);
  }
  const checked = checkAreaGeometry(area.polygon);
  if (!checked.ok) {
    throw new Error(checked.problem);
  }
  return meetsArea(checked.value, geometry);
}
