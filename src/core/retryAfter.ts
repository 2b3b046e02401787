/** The `Retry-After` header (RFC 9110, section 10.2.3). */

const DAY_MS = 86_400_000;
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/u;

/**
 * How long to wait, in milliseconds, at least 0 and at most a day. Two headers arrive joined by a comma: the longer wait counts.
 * @param serverNow the time that a date in the header is measured from: the answer's own `Date`, so that a wrong clock here does no harm.
 * @returns undefined where the header is missing or is neither whole seconds nor a date.
 */
export function retryAfter(header: string | undefined, serverNow: number): number | undefined {
  if (header === undefined || header.length > 200) {
    return undefined;
  }
  const waits = valuesOf(header).map((value) => waitOf(value, serverNow));
  const known = waits.filter((wait) => wait !== undefined);
  return known.length === 0 ? undefined : Math.min(Math.max(0, ...known), DAY_MS);
}

/** A date holds a comma itself, so a list is split only between whole values. */
function valuesOf(header: string): readonly string[] {
  return header.split(/,\s*(?=\d+(?:,|\s*$)|[MTWFS][a-z]{2},)/u).map((value) => value.trim());
}

function waitOf(value: string, serverNow: number): number | undefined {
  if (/^\d+$/u.test(value)) {
    return Number(value) * 1000;
  }
  const date = httpDate(value);
  return date === undefined ? undefined : date - serverNow;
}

/** An HTTP date (RFC 9110, section 5.6.7) in milliseconds since the epoch. `Date.parse` alone takes "120" for the year 120. */
export function httpDate(text: string): number | undefined {
  const time = HTTP_DATE.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? undefined : time;
}
