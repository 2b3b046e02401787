/** Headers that say which part of a file an answer is (RFC 9110, sections 8.8.3 and 14.4). */

/** The first byte of a `Content-Range`, and how many there are in all where that is known. */
export function rangeOf(header: string | undefined): { readonly start: number; readonly total: number | undefined } | undefined {
  const [, start, end, total] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/iu.exec(header?.trim() ?? '') ?? [];
  if (start === undefined || end === undefined || Number(end) < Number(start) || (total !== '*' && Number(end) >= Number(total))) {
    return undefined;
  }
  return { start: Number(start), total: total === '*' ? undefined : Number(total) };
}

/** An `ETag` that stands for the very bytes; a weak one (`W/`) does not, and cannot be used with ranges. */
export function strongEtag(header: string | undefined): string | undefined {
  const etag = header?.trim();
  return etag !== undefined && /^"[\u0021\u0023-\u007e]{0,200}"$/u.test(etag) ? etag : undefined;
}
