/**
 * What an item's status says, whichever word the service has for it. The service documents one value (COMMANDED); the others are the
 * words that services of this kind use.
 */
export type StatusKind = 'requested' | 'planned' | 'collected' | 'processing' | 'delivered' | 'failed' | 'other';

const KINDS: readonly (readonly [RegExp, StatusKind])[] = [
  [/^(?:REQUESTED|RECEIVED|ORDERED|SUBMITTED|PENDING|REVIEW)$/iu, 'requested'],
  [/^(?:COMMANDED|SCHEDULED|TASKED|PLANNED|ACCEPTED|ACTIVE)$/iu, 'planned'],
  [/^(?:COLLECTED|ACQUIRED|COLLECTING|TRANSMITTED|DOWNLINKED)$/iu, 'collected'],
  [/^(?:PROCESSING|PROCESSED)$/iu, 'processing'],
  [/^(?:DELIVERED|COMPLETED?|SUCCEEDED|AVAILABLE)$/iu, 'delivered'],
  [/^(?:FAILED|REJECTED|CANCELL?ED|EXPIRED|ERROR|ANOMALY)$/iu, 'failed'],
];

export function statusKind(status: string): StatusKind {
  return KINDS.find(([pattern]) => pattern.test(status))?.[1] ?? 'other';
}
