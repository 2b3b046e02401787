/** The items of the bench by their number: the same in the catalog and in the static tree. */

export function idOf(index: number): string {
  return `item-${String(index).padStart(6, '0')}`;
}

/** Over 70 days, out of order. */
export function timeOf(index: number): string {
  return new Date(1_780_000_000_000 + ((index * 104_729) % 100_000) * 60_000).toISOString();
}
