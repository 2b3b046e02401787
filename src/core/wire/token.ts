/** What the token endpoint sends (interface, sections 2.2 and 7), read leniently: only what is used is required. */
import * as z from 'zod/mini';
import { parseJson } from '../parseJson.js';

/** A token response. Members other than `access_token` are read one by one, because each may be missing or odd without harm. */
export const tokenResponse = z.object({
  access_token: z.string(),
  expires_in: z.optional(z.unknown()),
  token_type: z.optional(z.unknown()),
});

export type TokenResponse = z.infer<typeof tokenResponse>;

const errorBody = z.object({
  error: z.optional(z.unknown()),
  error_description: z.optional(z.unknown()),
});

const description = z.object({
  code: z.optional(z.unknown()),
  message: z.optional(z.unknown()),
  rate_limit: z.optional(z.unknown()),
  rate_limit_refresh: z.optional(z.unknown()),
});

/** What an error body of the token endpoint says, as far as it can be read. */
export interface TokenError {
  /** The OAuth 2 error code (RFC 6749, section 5.2) where it looks like one: short, lower case. */
  readonly code: string | undefined;
  /** Set when the body says that the allowance is used up. `refresh` is what the service sent, unread. */
  readonly rateLimit: { readonly limit: number | undefined; readonly refresh: unknown } | undefined;
}

/** More exchanges a day than this is no allowance but a mistake. */
const MAX_ALLOWANCE = 1_000_000;
const RATE_LIMIT_CODE = 429;
const RATE_LIMIT_WORD = 'rate_limit';

/**
 * Reads an error body. The code 429 may be a number or digits; the description may be an object, JSON in a string, or the bare word.
 * @param body parsed JSON, or undefined where it was none
 */
export function readTokenError(body: unknown): TokenError {
  const parsed = errorBody.safeParse(body);
  if (!parsed.success) {
    return { code: undefined, rateLimit: undefined };
  }
  const { error, error_description: described } = parsed.data;
  return {
    code: typeof error === 'string' && /^[a-z_]{1,40}$/u.test(error) ? error : undefined,
    rateLimit: readRateLimit(described),
  };
}

function readRateLimit(described: unknown): TokenError['rateLimit'] {
  if (described === RATE_LIMIT_WORD) {
    return { limit: undefined, refresh: undefined };
  }
  const parsed = description.safeParse(typeof described === 'string' ? parseJson(described) : described);
  if (!parsed.success || wholeNumber(parsed.data.code) !== RATE_LIMIT_CODE) {
    return undefined;
  }
  return { limit: allowanceNumber(parsed.data.rate_limit), refresh: parsed.data.rate_limit_refresh };
}

/** A count of exchanges, as a number or digits. Negative means none; what cannot be a count is undefined. */
export function allowanceNumber(value: unknown): number | undefined {
  const number = wholeNumber(value);
  return number === undefined || number > MAX_ALLOWANCE ? undefined : Math.max(0, number);
}

function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d{1,15}$/u.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}
