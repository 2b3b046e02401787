/** One test for each row of the table of failures in the token rules; each is named after its row. */
import { beforeEach, describe, expect, it } from 'vitest';
import { failureOf, token } from './support/outcomes.js';
import { hashAtOnce } from './support/virtualTime.js';
import { ENVIRONMENT, NEVER, World, type Window } from './support/world.js';

const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

beforeEach(hashAtOnce);

/** Windows whose token has expired, and what had been exchanged until then. */
async function expired(count: number, options?: ConstructorParameters<typeof World>[0]): Promise<{ readonly world: World; readonly windows: readonly Window[]; readonly a: Window; readonly b: Window }> {
  const world = new World(options);
  const windows = await world.signedIn(count);
  for (const window of windows) {
    await token(world, window);
  }
  await world.time.advance(DAY + SECOND);
  const [a, b] = [windows[0], windows[1] ?? windows[0]];
  if (a === undefined || b === undefined) {
    throw new Error('no window');
  }
  return { world, windows, a, b };
}

/** Lets time pass in small steps until something is true. */
async function when(world: World, condition: () => boolean): Promise<void> {
  for (let i = 0; i < 10_000 && !condition(); i += 1) {
    await world.time.advance(1);
  }
  expect(condition()).toBe(true);
}

describe('what happens, and what follows', () => {
  it('a window is killed holding the lease, before sending: the next waiter takes over at once; one exchange in all', async () => {
    const { world, a, b } = await expired(2, { lagMs: 300, stepMs: 20 });
    void a.keeper.token(ENVIRONMENT, NEVER);
    await when(world, () => world.leases.size === 1);
    const waiting = b.keeper.token(ENVIRONMENT, NEVER);
    a.kill();
    const killedAt = world.time.monotonic;
    expect(world.issuer.accepts((await world.time.until(waiting)).value)).toBe(true);
    expect(world.issuer.exchanges).toBe(2);
    expect(world.time.monotonic - killedAt).toBeLessThan(5 * SECOND);
  });

  it('killed after the service counted, before storing: two exchanges, both in the ledger', async () => {
    const { world, a, b } = await expired(2, { lagMs: 300, stepMs: 20 });
    void a.keeper.token(ENVIRONMENT, NEVER);
    await when(world, () => world.issuer.exchanges === 2);
    a.kill();
    await token(world, b);
    expect(world.issuer.exchanges).toBe(3);
    expect(world.ledger().attempts.map(({ result }) => result)).toEqual(['pending', 'token']);
  });

  it('killed between the secret and the ledger: the secret speaks for itself: no exchange', async () => {
    const { world, a, b } = await expired(2, { lagMs: 300, stepMs: 20 });
    const before = world.secrets.get(world.key('token:'))?.value;
    void a.keeper.token(ENVIRONMENT, NEVER);
    await when(world, () => world.secrets.get(world.key('token:'))?.value !== before);
    a.kill();
    await world.time.advance(SECOND);
    await token(world, b);
    expect(world.issuer.exchanges).toBe(2);
  });

  it('pid reused; holder on another host that crashed: the 30 s rule, with progress shown', async () => {
    // The file's own rules are in files.test.ts; here: one wait is enough.
    const { world, a, b } = await expired(2, { stepMs: 20 });
    void a.keeper.token(ENVIRONMENT, NEVER);
    await when(world, () => world.leases.size === 1);
    a.freeze();
    expect(world.issuer.accepts((await token(world, b)).value)).toBe(true);
  });

  it('killed between the secret and the ledger, while its word is on its way: the attempt is waited for, no exchange', async () => {
    const { world, windows, a } = await expired(8, { lagMs: 300, stepMs: 20 });
    world.onSecretWritten = (window, key) => {
      if (window === a && key.startsWith('token:')) {
        a.kill();
      }
    };
    void a.keeper.token(ENVIRONMENT, NEVER);
    await when(world, () => !a.alive);
    const tokens = await Promise.all(windows.slice(1).map(async (window) => await token(world, window)));
    expect(new Set(tokens.map(({ value }) => value)).size).toBe(1);
    expect(world.issuer.exchanges).toBe(2);
  });

  it('a ledger that cannot be written and a lease that can: no exchange is bought twice', async () => {
    const { world, windows } = await expired(8, { lagMs: 300, stepMs: 20 });
    world.diskMode = 'full';
    const tokens = await Promise.all(windows.map(async (window) => await token(world, window)));
    expect(new Set(tokens.map(({ value }) => value)).size).toBe(1);
    expect(world.issuer.exchanges).toBe(2);
  });

  it.each([DAY, -DAY])('clock jumps a day either way (%i ms): at most one more exchange, capped', async (jump) => {
    const world = new World({ lagMs: 300 });
    const windows = await world.signedIn(4);
    await Promise.all(windows.map(async (window) => await token(world, window)));
    world.time.wallOffset += jump;
    for (let i = 0; i < 20; i += 1) {
      await Promise.all(windows.map(async (window) => await token(world, window)));
      await world.time.advance(HOUR / 4);
    }
    expect(world.issuer.exchanges).toBeLessThanOrEqual(2);
  });

  it('sleep and resume (holder): its cut-off fires, and a token that another got meanwhile is used', async () => {
    const { world, a, b } = await expired(2, { lagMs: 300, stepMs: 20 });
    const slept = a.keeper.token(ENVIRONMENT, NEVER);
    await when(world, () => world.leases.size === 1);
    a.freeze();
    await world.time.advance(31 * SECOND);
    const other = await token(world, b);
    expect(world.issuer.exchanges).toBe(2);
    a.thaw();
    expect((await world.time.until(slept)).value).toBe(other.value);
    expect(world.issuer.exchanges).toBe(2);
  });

  it('sleep and resume between the ledger and the request: the lease is looked at again before anything is sent', async () => {
    const { world, a, b } = await expired(2, { lagMs: 300, stepMs: 20 });
    const slept = a.keeper.token(ENVIRONMENT, NEVER);
    world.onLedgerWritten = (window, text) => {
      if (text.includes('pending')) {
        world.onLedgerWritten = () => undefined;
        window.freeze();
      }
    };
    await world.time.advance(31 * SECOND);
    expect(world.ledger().attempts).toMatchObject([{ result: 'pending' }]);
    expect(world.issuer.exchanges).toBe(1);
    const other = await token(world, b);
    a.thaw();
    expect((await world.time.until(slept)).value).toBe(other.value);
    expect(world.issuer.exchanges).toBe(2);
  });

  it('sleep and resume (waiter): it goes on waiting, and gets the token that came meanwhile', async () => {
    const { world, a, b } = await expired(2, { lagMs: 300, stepMs: 20 });
    const first = a.keeper.token(ENVIRONMENT, NEVER);
    await when(world, () => world.leases.size === 1);
    const waiting = b.keeper.token(ENVIRONMENT, NEVER);
    await world.time.advance(1);
    b.freeze();
    await world.time.advance(HOUR);
    b.thaw();
    expect((await world.time.until(waiting)).value).toBe((await first).value);
    expect(world.issuer.exchanges).toBe(2);
  });

  it('sleep and resume: the life of a token that came during the sleep is counted from the request', async () => {
    const { world, a } = await expired(1);
    world.issuer.lifetimeSeconds = 3600;
    const slept = a.keeper.token(ENVIRONMENT, NEVER);
    await when(world, () => world.issuer.exchanges === 2);
    const renewed = await world.time.until(slept);
    expect(renewed.facts.expiresAt - world.time.wall).toBeLessThanOrEqual(HOUR);
    const { world: other, a: sleeper } = await expired(1, { stepMs: 20 });
    other.issuer.lifetimeSeconds = 3600;
    const sent = other.time.wall;
    const waking = sleeper.keeper.token(ENVIRONMENT, NEVER);
    await when(other, () => other.issuer.exchanges === 2);
    // The whole machine sleeps: its monotonic clock stands still, its wall clock does not.
    other.time.wallOffset += 8 * HOUR;
    expect((await other.time.until(waking)).facts.expiresAt - sent).toBeLessThan(HOUR + 20 * SECOND);
  });

  it.each([['at once', 1], ['only after the answer', 5_000]])('secret deleted in flight (seen %s): the token is thrown away; "signed out in another window"', async (_name, lagMs) => {
    const { world, a, b } = await expired(2, { lagMs, stepMs: 20 });
    const written: string[] = [];
    world.onSecretWritten = (_window, key) => written.push(key);
    const run = a.keeper.token(ENVIRONMENT, NEVER).then(() => undefined, (error: unknown) => error);
    await when(world, () => world.issuer.exchanges === 2);
    await world.time.until(b.keeper.signOut(ENVIRONMENT, NEVER));
    const error = await world.time.until(run);
    await world.time.advance(10 * SECOND);
    if (lagMs === 1) {
      expect(error).toMatchObject({ failure: { kind: 'signedOut', reason: 'elsewhere' } });
      expect(written).toEqual([]);
    }
    expect(world.secrets.get(world.key('token:'))?.value).toBeUndefined();
    expect(a.keeper.state(ENVIRONMENT)).toEqual({ kind: 'signedOut', reason: 'elsewhere' });
    expect(b.keeper.state(ENVIRONMENT)).toEqual({ kind: 'signedOut', reason: 'bySelf' });
  });

  it('credentials rotated in flight: the token is not stored for credentials that are gone', async () => {
    const { world, a, b } = await expired(2, { lagMs: 50, stepMs: 60 });
    const run = a.keeper.token(ENVIRONMENT, NEVER).then(({ value }) => value, (error: unknown) => error);
    await when(world, () => world.issuer.exchanges === 2);
    world.issuer.clientId = 'client-2';
    world.issuer.secret = 'secret-2';
    await world.time.until(b.keeper.signIn(ENVIRONMENT, { clientId: 'client-2', clientSecret: 'secret-2' }, NEVER));
    await world.time.until(run);
    await world.time.advance(SECOND);
    for (const window of [a, b]) {
      expect(world.issuer.issued.get((await token(world, window)).value)?.clientId).toBe('client-2');
    }
    expect(world.issuer.exchanges).toBe(3);
  });

  it('store refuses to save (keyring locked or absent): the token serves this window; said once; caps hold', async () => {
    const world = new World({ lagMs: 300 });
    world.secretsMode = 'refuseWrites';
    const [window] = await world.signedIn();
    if (window !== undefined) {
      const first = await token(world, window);
      await world.time.advance(HOUR);
      expect((await token(world, window)).value).toBe(first.value);
      expect((await world.time.until(window.keeper.details(ENVIRONMENT, NEVER))).storageProblem).toMatchObject({ kind: 'machine', what: 'secrets' });
      await world.time.advance(DAY);
      await token(world, window);
      expect(world.issuer.exchanges).toBe(2);
      world.issuer.lifetimeSeconds = 10;
      for (let i = 0; i < 20; i += 1) {
        await world.time.advance(i === 0 ? DAY : 60 * SECOND);
        await world.time.until(window.keeper.token(ENVIRONMENT, NEVER)).catch(() => undefined);
      }
      expect(world.issuer.exchanges).toBe(6);
    }
    expect.assertions(4);
  });

  it('decryption failed (the editor deletes the secret): "sign in again", never an automatic exchange', async () => {
    const { world, a } = await expired(1);
    world.undecryptable.add(world.key('credentials:')).add(world.key('token:'));
    const restarted = world.open();
    for (const window of [restarted, restarted, a]) {
      await world.time.advance(SECOND);
      expect(await failureOf(world, window.keeper.token(ENVIRONMENT, NEVER))).toMatchObject({ kind: 'signedOut' });
    }
    expect(restarted.keeper.state(ENVIRONMENT)).toEqual({ kind: 'signedOut', reason: 'storeUnreadable' });
    expect(world.issuer.exchanges).toBe(1);
    await world.time.until(restarted.keeper.signIn(ENVIRONMENT, { clientId: 'client', clientSecret: 'secret-1' }, NEVER));
    expect(restarted.keeper.state(ENVIRONMENT)).toMatchObject({ kind: 'valid' });
  });

  it('decryption of the token alone failed: no automatic exchange either; a person may renew', async () => {
    const { world } = await expired(1);
    world.undecryptable.add(world.key('token:'));
    const restarted = world.open();
    expect(await failureOf(world, restarted.keeper.token(ENVIRONMENT, NEVER))).toMatchObject({ kind: 'signedOut', reason: 'storeUnreadable' });
    expect(await failureOf(world, restarted.keeper.token(ENVIRONMENT, NEVER))).toMatchObject({ kind: 'signedOut', reason: 'storeUnreadable' });
    expect(world.issuer.exchanges).toBe(1);
    expect(await world.time.until(restarted.keeper.renew(ENVIRONMENT, NEVER))).toMatchObject({ kind: 'valid' });
  });

  it.each(['readOnly', 'full'] as const)('globalStorage read-only or disk full (%s): single flight per window, a random delay, 2 an hour; said in the session\'s details', async (mode) => {
    const { world, a } = await expired(1, { stepMs: 5 });
    world.diskMode = mode;
    world.issuer.lifetimeSeconds = 10;
    for (let i = 0; i < 10; i += 1) {
      await world.time.until(Promise.all(Array.from({ length: 5 }, async () => await a.keeper.token(ENVIRONMENT, NEVER).catch(() => undefined))));
      await world.time.advance(60 * SECOND);
    }
    expect(world.issuer.exchanges).toBe(3);
    expect(await failureOf(world, a.keeper.token(ENVIRONMENT, NEVER))).toMatchObject({ kind: 'heldBack', reason: 'hourlyCap' });
    expect((await world.time.until(a.keeper.details(ENVIRONMENT, NEVER))).storageProblem).toMatchObject({ kind: 'machine', what: 'storage' });
    world.diskMode = 'ok';
    world.issuer.lifetimeSeconds = 86_400;
    await world.time.advance(HOUR);
    await token(world, a);
    expect(world.ledger().attempts.length).toBeGreaterThanOrEqual(3);
    expect((await world.time.until(a.keeper.details(ENVIRONMENT, NEVER))).storageProblem).toBeUndefined();
  });

  it.each([['cut', '{"version":1,"gen'], ['garbage', '\u0000'], ['huge', 'x'.repeat(1_000_000)], ['of a later version', '{"version":99}']])('ledger %s: rebuilt; caps start at 2 an hour', async (name, text) => {
    const { world, a } = await expired(1);
    world.issuer.lifetimeSeconds = 10;
    const key = [...world.ledgers.keys()][0] ?? '';
    world.ledgers.set(key, text);
    for (let i = 0; i < 10; i += 1) {
      await world.time.until(a.keeper.token(ENVIRONMENT, NEVER)).catch(() => undefined);
      await world.time.advance(60 * SECOND);
    }
    expect(world.issuer.exchanges).toBe(3);
    expect(world.ledgers.get(key) === text).toBe(name === 'of a later version');
  });

  it('ten windows restored at once: no exchange until one is needed, then one', async () => {
    const { world } = await expired(1, { lagMs: 300, stepMs: 20 });
    const windows = Array.from({ length: 10 }, () => world.open());
    await world.time.until(Promise.all(windows.map(async (window) => await window.keeper.load(ENVIRONMENT, NEVER))));
    expect(world.issuer.exchanges).toBe(1);
    const tokens = await world.time.until(Promise.all(windows.map(async (window) => await window.keeper.token(ENVIRONMENT, NEVER))));
    expect(new Set(tokens.map(({ value }) => value)).size).toBe(1);
    expect(world.issuer.exchanges).toBe(2);
  });

  it('a ledger of a later version: the store is read again under the lease, so that two windows still make one exchange', async () => {
    const { world, a, b } = await expired(2, { stepMs: 20 });
    world.ledgers.set([...world.ledgers.keys()][0] ?? '', '{"version":99}');
    await world.time.until(Promise.all([a.keeper.token(ENVIRONMENT, NEVER), b.keeper.token(ENVIRONMENT, NEVER)]));
    expect(world.issuer.exchanges).toBe(2);
  });
});
