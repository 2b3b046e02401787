/** How the rows of a result set can be sorted and grouped. */
export const GROUPINGS = ['none', 'collection', 'day', 'platform', 'status'] as const;
/** `service`: the order in which the items came. `newest` and `oldest` go by time. */
export const SORTINGS = ['service', 'newest', 'oldest', 'id', 'platform', 'status'] as const;

export type GroupBy = (typeof GROUPINGS)[number];
export type SortBy = (typeof SORTINGS)[number];

export interface Arrangement {
  readonly groupBy: GroupBy;
  readonly sortBy: SortBy;
}

export const AS_SENT: Arrangement = { groupBy: 'none', sortBy: 'service' };

/** What somebody kept or passed, as far as it is an arrangement. */
export function readArrangement(value: unknown): Arrangement {
  const { groupBy, sortBy } = typeof value === 'object' && value !== null ? (value as Partial<Record<keyof Arrangement, unknown>>) : {};
  return { groupBy: GROUPINGS.find((each) => each === groupBy) ?? AS_SENT.groupBy, sortBy: SORTINGS.find((each) => each === sortBy) ?? AS_SENT.sortBy };
}

/** What is out of the ordinary: `by day, newest first`. */
export function arrangementWords({ groupBy, sortBy }: Arrangement): string {
  const order = sortBy === 'newest' || sortBy === 'oldest' ? `${sortBy} first` : `sorted by ${sortBy}`;
  return [...(groupBy === 'none' ? [] : [`by ${groupBy}`]), ...(sortBy === 'service' ? [] : [order])].join(', ');
}
