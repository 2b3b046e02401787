import { expandTime } from '../datetime.js';
import { display } from '../display.js';

/**
 * A time of an item for people, `2026-06-10 08:15:30 UTC`. What cannot be read as a time is shown as it was sent;
 * nothing is shown for nothing.
 */
export function formatUtc(datetime: string | undefined): string {
  if (datetime === undefined) {
    return '';
  }
  const time = expandTime(datetime);
  if (!time.ok || time.value.from !== time.value.to) {
    return display(datetime, 60);
  }
  return time.value.from.replace('T', ' ').replace(/(?:\.\d+)?Z$/u, ' UTC');
}
