/** An item in one line, for the top of its tooltip and of its row. Heavy (it measures the footprint): load through `import()`. */
import { display } from '../display.js';
import { formatSize } from '../geo/formatGeometry.js';
import { readGeometry } from '../geo/readGeometry.js';
import { formatUtc } from './itemTime.js';
import type { Item } from './item.js';

/** `SAT-1 · 2026-06-10 08:15:30 UTC · COMMANDED · 4.8 km × 5.1 km`; safe to show. What the item does not say is left out. */
export function itemSummary(item: Item): string {
  const reading = readGeometry(item.geometry);
  const size = reading.kind === 'usable' ? (reading.areaKm2 > 0 ? formatSize(reading.extent) : '') : 'no usable footprint';
  return [item.platform, timeWords(item), item.status].filter((part) => part !== undefined && part !== '').map((part) => display(part ?? '', 60)).concat(size).filter((part) => part !== '').join(' · ');
}

/** A null `datetime` stands for the interval beside it (STAC common metadata). */
function timeWords({ datetime, startDatetime, endDatetime }: Item): string {
  return datetime === undefined && startDatetime !== undefined && endDatetime !== undefined
    ? `${formatUtc(startDatetime)} to ${formatUtc(endDatetime)}`
    : formatUtc(datetime ?? startDatetime);
}
