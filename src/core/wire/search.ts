/** The outer shape of a search answer (interface, section 2.4). What is inside an item is read when it is looked at. */
import * as z from 'zod/mini';
import { isJsonObject } from '../jsonObject.js';

/** A link as it came; `next` links are judged where they are followed (STAC API, pagination). */
export interface LinkShape {
  readonly rel?: unknown;
  readonly type?: unknown;
  readonly href?: unknown;
  readonly method?: unknown;
  readonly body?: unknown;
  readonly merge?: unknown;
}

/** A list as it came. A page has tens of thousands of entries: a schema for each of them would take longer than all the rest. */
const list = z.custom<readonly unknown[]>(Array.isArray);

/** A count of a page: anything but a whole number from 0 on says nothing. */
const count = z.catch(z.optional(z.int().check(z.nonnegative())), undefined);

const context = z.catch(z.object({ limit: count, returned: count, matched: count }), {});

const envelope = z.object({
  type: z.string(),
  features: list,
  links: z.catch(z.optional(list), undefined),
  context: z.optional(context),
  numberMatched: count,
  numberReturned: count,
});

export interface SearchAnswer {
  /** `type` as sent: "FeatureCollection", maybe in another case. */
  readonly type: string;
  readonly features: readonly unknown[];
  readonly links: readonly LinkShape[];
  readonly limit: number | undefined;
  readonly returned: number | undefined;
  readonly matched: number | undefined;
}

/** A parsed body as a search answer; undefined where it is not a feature collection. */
export function readSearchAnswer(body: unknown): SearchAnswer | undefined {
  const parsed = envelope.safeParse(body);
  if (!parsed.success || !isFeatureCollection(parsed.data.type)) {
    return undefined;
  }
  const { type, features, numberMatched, numberReturned } = parsed.data;
  return {
    type,
    features,
    links: (parsed.data.links ?? []).filter(isJsonObject),
    limit: parsed.data.context?.limit,
    returned: parsed.data.context?.returned ?? numberReturned,
    matched: parsed.data.context?.matched ?? numberMatched,
  };
}

/** Whether a `type` is "FeatureCollection" (RFC 7946, section 3.3), in whatever case. */
export function isFeatureCollection(type: unknown): boolean {
  return typeof type === 'string' && type.toLowerCase() === 'featurecollection';
}
