/** Times that a wrong clock has stored: none of them keeps anybody waiting for longer than it may. */
import { beforeEach, describe, expect, it } from 'vitest';
import { failureOf, token } from './support/outcomes.js';
import { hashAtOnce } from './support/virtualTime.js';
import { ENVIRONMENT, NEVER, World, type Window } from './support/world.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

beforeEach(hashAtOnce);

interface Ahead {
  readonly world: World;
  readonly window: Window;
}

/** A machine whose clock was a year ahead when the service said that the allowance is used up, and is right again. */
async function exhaustedWhileAhead(dated: boolean): Promise<Ahead> {
  const world = new World();
  const [window] = await world.signedIn();
  if (window === undefined) {
    throw new Error('no window');
  }
  await world.time.advance(DAY + MINUTE);
  world.time.wallOffset += YEAR;
  const refresh = new Date(world.issuerNow + HOUR).toISOString();
  const body = JSON.stringify({ error_description: { code: 429, rate_limit: 50, rate_limit_refresh: refresh } });
  world.issuer.answer = { kind: 'raw', raw: { status: 400, body, headers: dated ? {} : { date: '' } } };
  expect(await failureOf(world, window.keeper.token(ENVIRONMENT, NEVER))).toMatchObject({ kind: 'exhausted' });
  world.issuer.answer = { kind: 'ok' };
  world.time.wallOffset -= YEAR;
  return { world, window };
}

/** What a search in a window meets. */
async function tried(world: World, window: Window): Promise<string> {
  return await world.time.until(window.keeper.token(ENVIRONMENT, NEVER).then(() => 'token', (error: unknown) => (error as { readonly failure: { readonly kind: string } }).failure.kind));
}

describe.each([['with the service\'s time', true], ['without it', false]])('a 429 while the clock was a year ahead, %s', (_name, dated) => {
  it('blocks a new window of the next day no more', async () => {
    const { world, window } = await exhaustedWhileAhead(dated);
    const days: string[] = [];
    window.kill();
    for (let day = 0; day < 3; day += 1) {
      const next = world.open();
      await world.time.until(next.keeper.load(ENVIRONMENT, NEVER));
      days.push(await tried(world, next));
      next.kill();
      await world.time.advance(DAY + 5 * MINUTE);
    }
    expect(days).toEqual(['exhausted', 'token', 'token']);
  });

  it('blocks the same window until its time, and Renew Token Now after that no more', async () => {
    const { world, window } = await exhaustedWhileAhead(dated);
    expect(await tried(world, window)).toBe('exhausted');
    expect(await failureOf(world, window.keeper.renew(ENVIRONMENT, NEVER))).toMatchObject({ kind: 'exhausted' });
    const state = window.keeper.state(ENVIRONMENT);
    expect(state.kind === 'exhausted' ? state.until - world.time.wall : 0).toBeLessThanOrEqual(HOUR);
    await world.time.advance(HOUR + MINUTE);
    expect(await world.time.until(window.keeper.renew(ENVIRONMENT, NEVER))).toMatchObject({ kind: 'valid' });
  });

  it('is not believed where nothing can be written: nobody knows how old it is', async () => {
    const { world, window } = await exhaustedWhileAhead(dated);
    window.kill();
    world.diskMode = 'full';
    const days: string[] = [];
    for (let day = 0; day < 3; day += 1) {
      const next = world.open();
      await world.time.until(next.keeper.load(ENVIRONMENT, NEVER));
      days.push(await tried(world, next));
      next.kill();
      await world.time.advance(DAY + 5 * MINUTE);
    }
    expect(days.slice(1)).toEqual(['token', 'token']);
  });
});

it('a 429 while the clock was a year ahead is over when its time is, also where nobody looked meanwhile', async () => {
  const { world, window } = await exhaustedWhileAhead(true);
  window.kill();
  await world.time.advance(10 * DAY);
  expect(await tried(world, world.open())).toBe('token');
});

it('a ledger of an earlier version, blocked by a clock that was a year ahead, blocks a day and no more', async () => {
  const world = new World();
  const [window] = await world.signedIn();
  window?.kill();
  await world.time.advance(DAY);
  for (const [key, text] of world.ledgers) {
    world.ledgers.set(key, JSON.stringify({ ...(JSON.parse(text) as object), blockedUntil: world.time.wall + YEAR, limit: 50 }));
  }
  expect(await tried(world, world.open())).toBe('exhausted');
  await world.time.advance(DAY + 6 * MINUTE);
  expect(await tried(world, world.open())).toBe('token');
});

it('attempts of a clock that was a year ahead hold nothing back for longer than the caps', async () => {
  const world = new World();
  world.time.wallOffset += YEAR;
  world.issuer.lifetimeSeconds = 60;
  const [window] = await world.signedIn();
  for (let i = 0; window !== undefined && i < 4; i += 1) {
    await world.time.advance(2 * MINUTE);
    await token(world, window);
  }
  window?.kill();
  world.time.wallOffset -= YEAR;
  world.diskMode = 'full';
  await world.time.advance(DAY);
  const days: string[] = [];
  for (let day = 0; day < 2; day += 1) {
    days.push(await tried(world, world.open()));
    await world.time.advance(DAY);
  }
  expect(days).toEqual(['token', 'token']);
});

it('a token that was bought while the clock was a year ahead ends in its time', async () => {
  const world = new World();
  world.time.wallOffset += YEAR;
  const [window] = await world.signedIn();
  world.time.wallOffset -= YEAR;
  await world.time.advance(DAY - HOUR);
  const later = world.open();
  for (const each of [window ?? later, later]) {
    const state = await world.time.until(each.keeper.load(ENVIRONMENT, NEVER));
    expect(state.kind).toBe('valid');
    expect(world.issuer.accepts((await token(world, each)).value)).toBe(true);
  }
  await world.time.advance(2 * HOUR);
  expect(later.keeper.state(ENVIRONMENT)).toMatchObject({ kind: 'expired', renewable: true });
  expect(world.issuer.accepts((await token(world, later)).value)).toBe(true);
});

it('a token whose age nobody can tell is replaced when it is rejected, although it was never accepted', async () => {
  const world = new World();
  world.time.wallOffset += YEAR;
  const raw = JSON.stringify({ access_token: 'opaque', expires_in: 3_600 });
  world.issuer.answer = { kind: 'raw', raw: { status: 200, body: raw, headers: { date: '' } } };
  const [window] = await world.signedIn();
  world.issuer.answer = { kind: 'ok' };
  world.time.wallOffset -= YEAR;
  await world.time.advance(2 * HOUR);
  if (window !== undefined) {
    const old = await token(world, window);
    expect(old.value).toBe('opaque');
    const next = await world.time.until(window.keeper.afterUnauthorized(ENVIRONMENT, old, NEVER));
    expect(world.issuer.accepts(next.value)).toBe(true);
  }
  expect.assertions(2);
});

it('what was known of the clock\'s error is forgotten when the clock is set', async () => {
  const world = new World();
  world.time.wallOffset -= YEAR;
  const [window] = await world.signedIn();
  if (window !== undefined) {
    expect(Math.round(((await world.time.until(window.keeper.details(ENVIRONMENT, NEVER))).clockSkewMs ?? 0) / DAY)).toBe(365);
    world.time.wallOffset += YEAR;
    expect((await world.time.until(window.keeper.details(ENVIRONMENT, NEVER))).clockSkewMs).toBeUndefined();
    // Nothing of a clock that was wrong once makes a good token look expired.
    const good = world.issuer.issue(ENVIRONMENT.audience).value;
    expect(window.keeper.checkPasted(ENVIRONMENT, good)).toMatchObject({ ok: true });
  }
  expect.assertions(3);
});
