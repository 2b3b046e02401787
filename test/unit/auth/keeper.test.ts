import { beforeEach, describe, expect, it } from 'vitest';
import { DEMO_ENVIRONMENT, type Environment } from '../../../src/core/environment.js';
import type { Failure } from '../../../src/core/failure.js';
import type { AccessToken } from '../../../src/core/auth/session.js';
import { jwt } from './support/issuer.js';
import { caught, failureOf, token } from './support/outcomes.js';
import { hashAtOnce, START } from './support/virtualTime.js';
import { ENVIRONMENT, NEVER, SANDBOX, World, type Window } from './support/world.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const CREDENTIALS = { clientId: 'client', clientSecret: 'secret-1' };

beforeEach(hashAtOnce);

/** A window that is signed in with a token the service has accepted. */
async function working(options?: ConstructorParameters<typeof World>[0]): Promise<{ readonly world: World; readonly window: Window; readonly first: AccessToken }> {
  const world = new World(options);
  const [window] = await world.signedIn();
  if (window === undefined) {
    throw new Error('no window');
  }
  const first = await token(world, window);
  window.keeper.accepted(ENVIRONMENT, first, undefined);
  await world.time.advance(1);
  return { world, window, first };
}

describe('a token is got only when it is needed', () => {
  it('loading, looking and opening windows spend nothing', async () => {
    const world = new World({ lagMs: 300 });
    const windows = await world.signedIn(10);
    await Promise.all(windows.map(async (window) => await world.time.until(window.keeper.load(ENVIRONMENT, NEVER))));
    await world.time.advance(3 * DAY);
    expect(world.issuer.exchanges).toBe(1);
  });

  it('a cached token with more than 5 minutes left touches neither disk nor store', async () => {
    const { world, window, first } = await working();
    world.secretsMode = 'refuseAll';
    world.diskMode = 'readOnly';
    await world.time.advance(DAY - 6 * MINUTE);
    let settled: AccessToken | undefined;
    void window.keeper.token(ENVIRONMENT, NEVER).then((value) => (settled = value));
    await Promise.resolve();
    await Promise.resolve();
    expect(settled?.value).toBe(first.value);
  });

  it('with less than 5 minutes left it is renewed in the background, and the old one keeps serving', async () => {
    const { world, window, first } = await working({ stepMs: 20 });
    await world.time.advance(DAY - 4 * MINUTE - world.time.monotonic);
    expect((await token(world, window)).value).toBe(first.value);
    await world.time.advance(5 * SECOND);
    expect((await token(world, window)).value).not.toBe(first.value);
    expect(world.issuer.exchanges).toBe(2);
  });

  it('with less than 30 seconds left a request waits for the new one', async () => {
    const { world, window, first } = await working({ stepMs: 20 });
    await world.time.advance(DAY - 20 * SECOND - world.time.monotonic);
    expect((await token(world, window)).value).not.toBe(first.value);
  });

  it('a failed renewal never drops a token that still works, and is not tried again within 30 seconds', async () => {
    const { world, window, first } = await working();
    await world.time.advance(DAY - 25 * SECOND - world.time.monotonic);
    world.issuer.answer = { kind: 'error' };
    for (let i = 0; i < 20; i += 1) {
      expect((await token(world, window)).value).toBe(first.value);
    }
    expect(world.issuer.exchanges).toBe(2);
  });

  it('T53 a token that lives for 8 seconds is renewed at the next request after its end, without a storm before', async () => {
    const world = new World();
    world.issuer.lifetimeSeconds = 8;
    const [window] = await world.signedIn();
    expect(window).toBeDefined();
    if (window !== undefined) {
      for (let i = 0; i < 5; i += 1) {
        await token(world, window);
      }
      expect(world.issuer.exchanges).toBe(1);
      await world.time.advance(9 * SECOND);
      expect(world.issuer.accepts((await token(world, window)).value)).toBe(true);
      expect(world.issuer.exchanges).toBe(2);
    }
  });

  it('20 requests at once with an expired token: one exchange, 20 answers', async () => {
    const { world, window } = await working({ stepMs: 20, lagMs: 300 });
    await world.time.advance(DAY + HOUR);
    const tokens = await world.time.until(Promise.all(Array.from({ length: 20 }, async () => await window.keeper.token(ENVIRONMENT, NEVER))));
    expect(new Set(tokens.map(({ value }) => value)).size).toBe(1);
    expect(world.issuer.exchanges).toBe(2);
  });

  it('5 or fewer remaining: a person decides, and may', async () => {
    const world = new World();
    world.issuer.claims = { 'urn:x/rate_limit_remaining': 5 };
    const [window] = await world.signedIn();
    if (window !== undefined) {
      await world.time.advance(DAY + 1);
      expect(await failureOf(world, window.keeper.token(ENVIRONMENT, NEVER))).toMatchObject({ kind: 'heldBack', reason: 'fewRemaining' });
      expect(world.issuer.exchanges).toBe(1);
      expect(await world.time.until(window.keeper.renew(ENVIRONMENT, NEVER))).toMatchObject({ kind: 'valid', token: { allowance: { remaining: 5 } } });
      expect(world.issuer.exchanges).toBe(2);
    }
    expect.assertions(4);
  });

  it('four automatic exchanges an hour; a person may go beyond', async () => {
    const world = new World();
    world.issuer.lifetimeSeconds = 60;
    const [window] = await world.signedIn();
    if (window !== undefined) {
      for (let i = 0; i < 4; i += 1) {
        await world.time.advance(2 * MINUTE);
        await token(world, window);
      }
      await world.time.advance(2 * MINUTE);
      expect(await failureOf(world, window.keeper.token(ENVIRONMENT, NEVER))).toMatchObject({ kind: 'heldBack', reason: 'hourlyCap' });
      expect(world.issuer.exchanges).toBe(5);
      await world.time.until(window.keeper.renew(ENVIRONMENT, NEVER));
      expect(await world.time.until(window.keeper.details(ENVIRONMENT, NEVER))).toMatchObject({ exchangesHere: 6, credentialsStored: true });
    }
    expect.assertions(3);
  });
});

describe('what is said of the next exchange is what happens', () => {
  it('a failure that cost an exchange: held back, said in every window that looks, until it is over', async () => {
    const { world, window } = await working();
    const other = world.open();
    await world.time.advance(DAY + 1);
    await world.time.until(other.keeper.load(ENVIRONMENT, NEVER));
    expect(other.keeper.state(ENVIRONMENT)).toEqual({ kind: 'expired', token: expect.anything() as unknown, renewable: true });
    world.issuer.answer = { kind: 'error' };
    await failureOf(world, window.keeper.token(ENVIRONMENT, NEVER));
    await world.time.until(other.keeper.load(ENVIRONMENT, NEVER));
    const heldBack = { reason: 'recentFailure', until: world.time.wall + MINUTE };
    for (const { keeper } of [window, other]) {
      expect(keeper.state(ENVIRONMENT)).toMatchObject({ kind: 'expired', renewable: true, heldBack });
      expect(await world.time.until(keeper.details(ENVIRONMENT, NEVER))).toMatchObject({ nextExchangeAt: undefined, heldBack });
      expect(await failureOf(world, keeper.token(ENVIRONMENT, NEVER))).toMatchObject({ kind: 'heldBack', ...heldBack });
    }
    world.issuer.answer = { kind: 'ok' };
    await world.time.advance(MINUTE);
    expect(other.keeper.state(ENVIRONMENT)).not.toHaveProperty('heldBack');
    await token(world, other);
    expect(other.keeper.state(ENVIRONMENT)).toMatchObject({ kind: 'valid' });
  });

  it('few remaining: nothing renews by itself, neither soon nor at the end', async () => {
    const world = new World();
    world.issuer.claims = { 'urn:x/rate_limit_remaining': 5 };
    const [window] = await world.signedIn();
    await world.time.advance(DAY - MINUTE - world.time.monotonic);
    expect(window?.keeper.state(ENVIRONMENT)).toMatchObject({ kind: 'expiring', heldBack: { reason: 'fewRemaining', until: undefined } });
    await world.time.advance(HOUR);
    expect(window?.keeper.state(ENVIRONMENT)).toMatchObject({ kind: 'expired', heldBack: { reason: 'fewRemaining' } });
  });

  it('a token that lives for 300 seconds is renewed in the last tenth of its life, and not before', async () => {
    const world = new World();
    world.issuer.lifetimeSeconds = 300;
    const [window] = await world.signedIn();
    if (window !== undefined) {
      const first = await token(world, window);
      for (let at = 0; at < 265 * SECOND; at += 5 * SECOND) {
        await world.time.advance(5 * SECOND);
        expect((await token(world, window)).value).toBe(first.value);
      }
      expect([world.issuer.exchanges, window.keeper.state(ENVIRONMENT).kind]).toEqual([1, 'valid']);
      await world.time.advance(10 * SECOND);
      expect(window.keeper.state(ENVIRONMENT).kind).toBe('expiring');
      await token(world, window);
      await world.time.advance(SECOND);
      expect(world.issuer.exchanges).toBe(2);
    }
  });
});

describe('what an exchange cannot cure costs none', () => {
  it('exhausted: no request before its time, from any window, and words until when', async () => {
    const { world, window, first } = await working({ lagMs: 300 });
    await world.time.advance(DAY + 1);
    world.issuer.answer = { kind: 'exhausted' };
    const until = world.time.wall + HOUR;
    const failure = await failureOf(world, window.keeper.token(ENVIRONMENT, NEVER));
    expect(failure).toMatchObject({ kind: 'exhausted', limit: 50 });
    expect(Math.abs((failure.kind === 'exhausted' ? failure.until : 0) - until)).toBeLessThanOrEqual(SECOND);
    const other = world.open();
    for (let i = 0; i < 20; i += 1) {
      for (const each of [window, other]) {
        expect(await failureOf(world, each.keeper.token(ENVIRONMENT, NEVER))).toMatchObject({ kind: 'exhausted' });
        expect(await failureOf(world, each.keeper.renew(ENVIRONMENT, NEVER))).toMatchObject({ kind: 'exhausted' });
      }
    }
    expect(window.keeper.state(ENVIRONMENT)).toMatchObject({ kind: 'exhausted', limit: 50 });
    expect(world.issuer.exchanges).toBe(2);
    world.issuer.answer = { kind: 'ok' };
    await world.time.advance(HOUR + 2 * SECOND);
    expect((await token(world, other)).value).not.toBe(first.value);
    expect(world.issuer.exchanges).toBe(3);
  });

  it('a sign-in that meets a used-up allowance keeps the credentials, and needs no second one', async () => {
    const world = new World({ lagMs: 300 });
    const [window, other] = [world.open(), world.open()];
    await world.time.until(other.keeper.load(ENVIRONMENT, NEVER));
    await world.time.until(window.keeper.load(SANDBOX, NEVER));
    world.issuer.answer = { kind: 'exhausted' };
    expect(await failureOf(world, window.keeper.signIn(ENVIRONMENT, CREDENTIALS, NEVER))).toMatchObject({ kind: 'exhausted', limit: 50 });
    await world.time.advance(SECOND);
    for (const keeper of [window.keeper, other.keeper, world.open().keeper]) {
      await world.time.until(keeper.load(ENVIRONMENT, NEVER));
      expect(keeper.state(ENVIRONMENT)).toMatchObject({ kind: 'exhausted', limit: 50, token: undefined });
      expect(await failureOf(world, keeper.token(ENVIRONMENT, NEVER))).toMatchObject({ kind: 'exhausted' });
    }
    // They serve the issuer's other environment, too, whose allowance nobody knows.
    expect(window.keeper.state(SANDBOX)).toMatchObject({ kind: 'expired', renewable: true });
    expect(world.issuer.exchanges).toBe(1);
    world.issuer.answer = { kind: 'ok' };
    await world.time.advance(HOUR + 2 * SECOND);
    await token(world, other);
    expect(world.issuer.exchanges).toBe(2);
  });

  it('a sign-in that meets a used-up allowance leaves credentials alone that work', async () => {
    const { world, window, first } = await working();
    world.issuer.answer = { kind: 'exhausted' };
    world.issuer.clientId = 'another';
    expect(await failureOf(world, window.keeper.signIn(ENVIRONMENT, { ...CREDENTIALS, clientId: 'another' }, NEVER))).toMatchObject({ kind: 'exhausted' });
    world.issuer.clientId = CREDENTIALS.clientId;
    expect(window.keeper.state(ENVIRONMENT)).toMatchObject({ kind: 'valid', renewable: true });
    expect((await token(world, window)).value).toBe(first.value);
    world.issuer.answer = { kind: 'ok' };
    await world.time.advance(DAY);
    expect((await token(world, window)).value).not.toBe(first.value);
  });

  it('a sign-in that is given up while it waits keeps nothing', async () => {
    const world = new World();
    const window = world.open();
    world.issuer.answer = { kind: 'exhausted' };
    const stop = new AbortController();
    const signingIn = caught(window.keeper.signIn(ENVIRONMENT, CREDENTIALS, stop.signal));
    stop.abort();
    expect(await world.time.until(signingIn)).toMatchObject({ kind: 'cancelled' });
    await world.time.advance(MINUTE);
    expect([window.keeper.state(ENVIRONMENT).kind === 'exhausted', world.secrets.size]).toEqual([false, 0]);
  });

  it.each([
    ['exhausted', (world: World): void => void (world.issuer.answer = { kind: 'exhausted' }), { kind: 'exhausted', token: undefined }],
    ['credentialsRefused', (world: World): void => void (world.issuer.secret = 'secret-2'), { kind: 'refused', token: undefined }],
  ] as const)('a token that was rejected when no other could be had (%s) is not sent again', async (kind, breakIssuer, state) => {
    const { world, window, first } = await working();
    window.keeper.accepted(ENVIRONMENT, first, undefined);
    breakIssuer(world);
    expect(await failureOf(world, window.keeper.afterUnauthorized(ENVIRONMENT, first, NEVER))).toMatchObject({ kind });
    expect(await failureOf(world, window.keeper.token(ENVIRONMENT, NEVER))).toMatchObject({ kind });
    expect(await world.time.until(window.keeper.workingToken(ENVIRONMENT, NEVER))).toBeUndefined();
    expect(window.keeper.state(ENVIRONMENT)).toMatchObject(state);
    expect(world.issuer.exchanges).toBe(2);
  });

  it('wrong credentials: 20 clicks make 1 request, and nothing is kept', async () => {
    const world = new World();
    const window = world.open();
    for (let i = 0; i < 20; i += 1) {
      expect(await failureOf(world, window.keeper.signIn(ENVIRONMENT, { clientId: 'client', clientSecret: 'wrong' }, NEVER))).toMatchObject({ kind: 'credentialsRefused', status: 401 });
    }
    expect(world.issuer.exchanges).toBe(1);
    expect(world.secrets.size).toBe(0);
    expect(window.keeper.state(ENVIRONMENT)).toMatchObject({ kind: 'signedOut', reason: 'never' });
    await world.time.until(window.keeper.signIn(ENVIRONMENT, CREDENTIALS, NEVER));
    expect(world.issuer.exchanges).toBe(2);
  });

  it('stored credentials that were rotated elsewhere: one request in any window, then words', async () => {
    const { world, window } = await working();
    world.issuer.secret = 'secret-2';
    await world.time.advance(DAY + 1);
    const other = world.open();
    for (let i = 0; i < 20; i += 1) {
      expect(await failureOf(world, window.keeper.token(ENVIRONMENT, NEVER))).toMatchObject({ kind: 'credentialsRefused' });
      expect(await failureOf(world, other.keeper.token(ENVIRONMENT, NEVER))).toMatchObject({ kind: 'credentialsRefused' });
    }
    expect(world.issuer.exchanges).toBe(2);
    expect(window.keeper.state(ENVIRONMENT)).toMatchObject({ kind: 'refused', why: { kind: 'credentialsRefused' } });
    expect(await world.time.until(window.keeper.signIn(ENVIRONMENT, { ...CREDENTIALS, clientSecret: 'secret-2' }, NEVER))).toMatchObject({ kind: 'valid' });
  });

  it('T21 a failure that cost an exchange: automatic tries wait 60 s, 5 min, 30 min', async () => {
    const { world, window } = await working();
    await world.time.advance(DAY + 1);
    world.issuer.answer = { kind: 'error' };
    const waits: number[] = [];
    for (let i = 0; i < 4; i += 1) {
      expect(await failureOf(world, window.keeper.token(ENVIRONMENT, NEVER))).toMatchObject({ kind: 'tokenService', status: 503 });
      const held = await failureOf(world, window.keeper.token(ENVIRONMENT, NEVER));
      const until = held.kind === 'heldBack' ? (held.until ?? 0) : 0;
      waits.push(until - world.time.wall);
      await world.time.advance(until - world.time.wall);
    }
    expect(waits).toEqual([MINUTE, 5 * MINUTE, 30 * MINUTE, 30 * MINUTE]);
    world.issuer.answer = { kind: 'ok' };
    await world.time.advance(HOUR);
    await token(world, window);
  });

  it('what was not sent leaves no trace', async () => {
    const { world, window } = await working();
    await world.time.advance(DAY + 1);
    world.issuer.answer = { kind: 'unsent' };
    expect(await failureOf(world, window.keeper.token(ENVIRONMENT, NEVER))).toMatchObject({ kind: 'network', sent: false });
    world.issuer.answer = { kind: 'ok' };
    await token(world, window);
    expect(world.issuer.exchanges).toBe(2);
  });
});

describe('a 401', () => {
  const rejected = async (world: World, window: Window, used: AccessToken): Promise<Failure> => await failureOf(world, window.keeper.afterUnauthorized(ENVIRONMENT, used, NEVER));

  it('H17 for a token that worked: one exchange for all who wait, one retry', async () => {
    const { world, window, first } = await working({ stepMs: 10 });
    const others = await world.time.until(Promise.all(Array.from({ length: 20 }, async () => await window.keeper.afterUnauthorized(ENVIRONMENT, first, NEVER))));
    expect(new Set(others.map(({ value }) => value)).size).toBe(1);
    expect(others[0]?.value).not.toBe(first.value);
    expect(world.issuer.exchanges).toBe(2);
  });

  it('H18 always: one exchange, then the breaker; 20 clicks cost nothing more, until a person acts', async () => {
    const { world, window, first } = await working();
    const second = await world.time.until(window.keeper.afterUnauthorized(ENVIRONMENT, first, NEVER));
    for (let i = 0; i < 20; i += 1) {
      expect(await rejected(world, window, second)).toMatchObject({ kind: 'unauthorized', reason: 'refusedAgain' });
      await token(world, window);
    }
    expect(window.keeper.state(ENVIRONMENT)).toMatchObject({ kind: 'refused' });
    await world.time.advance(2 * DAY);
    expect(await failureOf(world, window.keeper.token(ENVIRONMENT, NEVER))).toMatchObject({ kind: 'unauthorized', reason: 'refusedAgain' });
    expect(world.issuer.exchanges).toBe(2);
    await world.time.until(window.keeper.renew(ENVIRONMENT, NEVER));
    expect(world.issuer.exchanges).toBe(3);
  });

  it('the breaker closes when the service accepts the token after all', async () => {
    const { world, window, first } = await working();
    const second = await world.time.until(window.keeper.afterUnauthorized(ENVIRONMENT, first, NEVER));
    await rejected(world, window, second);
    window.keeper.accepted(ENVIRONMENT, second, undefined);
    expect(window.keeper.state(ENVIRONMENT)).toMatchObject({ kind: 'valid', token: { accepted: true } });
  });

  it('H19, T65 at the first use of a token fresh from an exchange: no further exchange', async () => {
    const world = new World();
    const [window] = await world.signedIn();
    if (window !== undefined) {
      const first = await token(world, window);
      expect(await rejected(world, window, first)).toMatchObject({ reason: 'neverAccepted' });
      expect(await rejected(world, world.open(), first)).toMatchObject({ reason: 'neverAccepted' });
      expect(world.issuer.exchanges).toBe(1);
    }
    expect.assertions(3);
  });

  it('that a token was accepted is known in other windows and after a restart', async () => {
    const { world, first } = await working({ lagMs: 300 });
    await world.time.advance(SECOND);
    const later = world.open();
    const next = await world.time.until(later.keeper.afterUnauthorized(ENVIRONMENT, await token(world, later), NEVER));
    expect(next.value).not.toBe(first.value);
  });

  it('H20 in 8 windows at once: one exchange', async () => {
    const world = new World({ lagMs: 300, stepMs: 10 });
    const windows = await world.signedIn(8);
    const tokens = await Promise.all(windows.map(async (window) => await token(world, window)));
    windows.forEach((window, index) => window.keeper.accepted(ENVIRONMENT, tokens[index] ?? never(), undefined));
    await world.time.advance(SECOND);
    const next = await world.time.until(Promise.all(windows.map(async (window, index) => await window.keeper.afterUnauthorized(ENVIRONMENT, tokens[index] ?? never(), NEVER))));
    expect(new Set(next.map(({ value }) => value)).size).toBe(1);
    expect(world.issuer.exchanges).toBe(2);
  });

  it('H21 while another window has renewed already: no exchange, although its word has not arrived', async () => {
    const { world, window, first } = await working({ lagMs: 1_000 });
    const other = world.open();
    await token(world, other);
    other.keeper.accepted(ENVIRONMENT, first, undefined);
    const renewed = world.time.until(window.keeper.afterUnauthorized(ENVIRONMENT, first, NEVER));
    const next = await renewed;
    expect((await world.time.until(other.keeper.afterUnauthorized(ENVIRONMENT, first, NEVER))).value).toBe(next.value);
    expect(world.issuer.exchanges).toBe(2);
  });

  it('rule 2: a token for another environment costs nothing', async () => {
    const { world, window } = await working();
    await world.time.until(window.keeper.paste(ENVIRONMENT, jwt({ aud: SANDBOX.audience }), NEVER));
    const pasted = await token(world, window);
    expect(await rejected(world, window, pasted)).toMatchObject({ reason: 'wrongAudience' });
    expect(world.issuer.exchanges).toBe(1);
  });

  it('H22 rule 3: a pasted token without credentials is asked for anew, never exchanged', async () => {
    const world = new World();
    const window = world.open();
    await world.time.until(window.keeper.paste(ENVIRONMENT, 'Bearer opaque', NEVER));
    expect((await token(world, window)).value).toBe('opaque');
    expect(await rejected(world, window, await token(world, window))).toMatchObject({ reason: 'pastedTokenRefused' });
    expect(world.issuer.exchanges).toBe(0);
  });

  it('rule 3: with credentials it is replaced by an exchange', async () => {
    const { world, window } = await working();
    await world.time.until(window.keeper.paste(ENVIRONMENT, 'opaque', NEVER));
    const next = await world.time.until(window.keeper.afterUnauthorized(ENVIRONMENT, await token(world, window), NEVER));
    expect(next.facts.source).toBe('exchange');
    expect(world.issuer.exchanges).toBe(2);
  });

  it('T64 the same token again is accepted, and does not loop', async () => {
    const { world, window, first } = await working();
    world.issuer.answer = { kind: 'raw', raw: { status: 200, body: JSON.stringify({ access_token: first.value, expires_in: 3600 }) } };
    expect(await rejected(world, window, first)).toMatchObject({ reason: 'refusedAgain' });
    expect(await rejected(world, window, first)).toMatchObject({ reason: 'refusedAgain' });
    expect(world.issuer.exchanges).toBe(2);
  });
});

describe('signing in and out', () => {
  it('asks once, trims what was pasted with space around it, and tells the state', async () => {
    const world = new World();
    const window = world.open();
    const told: string[] = [];
    window.keeper.onDidChange((name) => told.push(`${name}: ${window.keeper.state(ENVIRONMENT).kind}`));
    expect(window.keeper.state(ENVIRONMENT)).toEqual({ kind: 'unknown' });
    await world.time.until(window.keeper.signIn(ENVIRONMENT, { clientId: ' client\n', clientSecret: '\tsecret-1 ' }, NEVER));
    expect(told).toEqual(['Acme: signedOut', 'Acme: valid']);
    expect(window.keeper.state(ENVIRONMENT)).toBe(window.keeper.state(ENVIRONMENT));
    await world.time.advance(DAY);
    expect(window.keeper.state(ENVIRONMENT)).toMatchObject({ kind: 'expired', renewable: true });
  });

  it('an empty field is no sign-in', async () => {
    const world = new World();
    expect(await failureOf(world, world.open().keeper.signIn(ENVIRONMENT, { clientId: 'client', clientSecret: ' ' }, NEVER))).toMatchObject({ kind: 'invalid', field: 'clientSecret' });
    expect(world.issuer.exchanges).toBe(0);
  });

  it('20 clicks on one sign-in make one request', async () => {
    const world = new World({ stepMs: 20 });
    const window = world.open();
    await world.time.until(Promise.all(Array.from({ length: 20 }, async () => await window.keeper.signIn(ENVIRONMENT, CREDENTIALS, NEVER))));
    expect(world.issuer.exchanges).toBe(1);
  });

  it('with other credentials while a request runs: the last one stands, and its token is the one used', async () => {
    const world = new World({ stepMs: 50 });
    const window = world.open();
    const first = window.keeper.signIn(ENVIRONMENT, CREDENTIALS, NEVER);
    const run = first.then(() => undefined, () => undefined);
    await world.time.advance(60);
    world.issuer.secret = 'secret-2';
    const second = window.keeper.signIn(ENVIRONMENT, { ...CREDENTIALS, clientSecret: 'secret-2' }, NEVER);
    await world.time.until(Promise.all([run, second]));
    expect(world.secrets.get(world.key('credentials:'))?.value).toContain('secret-2');
    expect(world.issuer.issued.get((await token(world, window)).value)?.clientSecret).toBe('secret-2');
  });

  it('cancelling stops the wait at once; a token that was wanted is not lost (T59)', async () => {
    const { world, window } = await working({ stepMs: 50 });
    await world.time.advance(DAY + 1);
    const cancel = new AbortController();
    const waiting = caught(window.keeper.token(ENVIRONMENT, cancel.signal));
    while (world.issuer.exchanges < 2) {
      await world.time.advance(1);
    }
    cancel.abort();
    expect(await waiting).toEqual({ kind: 'cancelled' });
    await world.time.advance(20 * SECOND);
    await token(world, window);
    expect(world.issuer.exchanges).toBe(2);
  });

  it('signing out forgets token and credentials, here and in every window', async () => {
    const { world, window } = await working({ lagMs: 300 });
    const other = world.open();
    await token(world, other);
    await world.time.until(window.keeper.signOut(ENVIRONMENT, NEVER));
    expect(window.keeper.state(ENVIRONMENT)).toEqual({ kind: 'signedOut', reason: 'bySelf' });
    await world.time.advance(SECOND);
    expect(other.keeper.state(ENVIRONMENT)).toEqual({ kind: 'signedOut', reason: 'elsewhere' });
    expect(await failureOf(world, other.keeper.token(ENVIRONMENT, NEVER))).toMatchObject({ kind: 'signedOut', reason: 'elsewhere' });
    expect([...world.secrets.values()].every(({ value }) => value === undefined)).toBe(true);
    expect(world.issuer.exchanges).toBe(1);
  });

  it('signing out removes every token that these credentials bought, and leaves one that was pasted alone', async () => {
    const { world, window } = await working({ lagMs: 300 });
    await token(world, window, SANDBOX);
    const removed: Environment = { ...SANDBOX, name: 'Removed from the settings', baseUrl: 'https://old.acme.test', audience: 'https://old.acme.test' };
    await token(world, window, removed);
    window.keeper.accepted(removed, await token(world, window, removed), undefined);
    const pasted: Environment = { ...SANDBOX, name: 'Pasted', baseUrl: 'https://pasted.acme.test' };
    await world.time.until(window.keeper.paste(pasted, 'opaque', NEVER));
    const elsewhere: Environment = { ...ENVIRONMENT, name: 'Another issuer', authUrl: 'https://auth.other.test' };
    await world.time.until(window.keeper.signIn(elsewhere, CREDENTIALS, NEVER));
    await world.time.advance(SECOND);
    // A window that has never seen the other environments.
    const other = world.open();
    await world.time.until(other.keeper.signOut(ENVIRONMENT, NEVER));
    await world.time.advance(SECOND);
    const left = [...world.secrets].flatMap(([key, { value }]) => (value === undefined ? [] : [[key.split(':')[0], (JSON.parse(value) as { readonly source?: string; readonly boundTo?: readonly string[] }).boundTo?.[0]]]));
    expect(left.sort()).toEqual([['credentials', undefined], ['token', ENVIRONMENT.authUrl], ['token', 'https://auth.other.test']]);
    expect(await failureOf(world, window.keeper.token(SANDBOX, NEVER))).toMatchObject({ kind: 'signedOut' });
    expect((await token(world, window, pasted)).value).toBe('opaque');
  });

  it('signing out says so where the store does not let go of a token', async () => {
    const { world, window } = await working();
    world.secretsMode = 'refuseAll';
    expect(await failureOf(world, window.keeper.signOut(ENVIRONMENT, NEVER))).toMatchObject({ kind: 'machine', what: 'secrets' });
    expect(window.keeper.state(ENVIRONMENT)).toMatchObject({ kind: 'signedOut' });
  });

  it('the credentials serve every environment of the issuer; a token serves one', async () => {
    const { world, window, first } = await working();
    const second = await token(world, window, SANDBOX);
    expect(second.value).not.toBe(first.value);
    expect(world.issuer.received.map(({ body }) => body.audience)).toEqual([ENVIRONMENT.audience, SANDBOX.audience]);
    expect((await token(world, window)).value).toBe(first.value);
  });

  it('a token is bound to the API it was got for: the same audience at another address gets another', async () => {
    const { world, window, first } = await working();
    const moved: Environment = { ...ENVIRONMENT, baseUrl: 'https://elsewhere.test' };
    await world.time.until(window.keeper.load(moved, NEVER));
    expect(await world.time.until(window.keeper.workingToken(moved, NEVER))).toBeUndefined();
    expect((await token(world, window, moved)).value).not.toBe(first.value);
    expect((await token(world, window)).value).toBe(first.value);
  });

  it('S3: credentials go to no other issuer', async () => {
    const { world, window } = await working();
    expect(await failureOf(world, window.keeper.token({ ...ENVIRONMENT, authUrl: 'https://auth.evil.test' }, NEVER))).toMatchObject({ kind: 'signedOut', reason: 'never' });
    expect(world.issuer.exchanges).toBe(1);
  });

  it('a pasted token that has expired asks for a new one', async () => {
    const world = new World();
    const window = world.open();
    await world.time.until(window.keeper.paste(ENVIRONMENT, jwt({ exp: START / 1000 + 60 }), NEVER));
    await world.time.advance(2 * MINUTE);
    expect(await failureOf(world, window.keeper.token(ENVIRONMENT, NEVER))).toMatchObject({ kind: 'signedOut', reason: 'pastedExpired' });
    expect(window.keeper.state(ENVIRONMENT)).toMatchObject({ kind: 'expired', renewable: false });
    expect(await failureOf(world, window.keeper.paste(ENVIRONMENT, 'a b', NEVER))).toMatchObject({ kind: 'invalid', field: 'token' });
  });

  it('a pasted token works while the allowance is used up', async () => {
    const { world, window } = await working();
    await world.time.advance(DAY + 1);
    world.issuer.answer = { kind: 'exhausted' };
    await failureOf(world, window.keeper.token(ENVIRONMENT, NEVER));
    expect(await world.time.until(window.keeper.paste(ENVIRONMENT, 'opaque', NEVER))).toMatchObject({ kind: 'valid', token: { source: 'pasted', expiry: 'atMost' } });
    expect((await token(world, window)).value).toBe('opaque');
  });

  it('T60 shows how wrong this clock is, and does not mind it', async () => {
    const world = new World();
    world.time.wallOffset -= DAY;
    const [window] = await world.signedIn();
    if (window !== undefined) {
      expect(await world.time.until(window.keeper.details(ENVIRONMENT, NEVER))).toMatchObject({ state: { kind: 'valid' }, nextExchangeAt: undefined, exchangesHere: 1, storageProblem: undefined });
      expect(Math.round(((await world.time.until(window.keeper.details(ENVIRONMENT, NEVER))).clockSkewMs ?? 0) / HOUR)).toBe(24);
    }
    expect.assertions(2);
  });
});

describe('the demo', () => {
  it('signs in by itself, and nothing of it touches store, disk or lease', async () => {
    const world = new World();
    world.issuer.clientId = 'demo';
    world.issuer.secret = 'demo';
    const window = world.open();
    const demo = await token(world, window, DEMO_ENVIRONMENT);
    expect(world.issuer.issued.has(demo.value)).toBe(true);
    await world.time.until(window.keeper.signOut(DEMO_ENVIRONMENT, NEVER));
    await token(world, window, DEMO_ENVIRONMENT);
    expect(world.secrets.size + world.ledgers.size + world.leases.size).toBe(0);
  });
});

function never(): never {
  throw new Error('no token');
}
