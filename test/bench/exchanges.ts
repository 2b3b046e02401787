/** How many exchanges a day of work costs: the real session keeper in eight windows, on a machine whose time is simulated. */
import { ENVIRONMENT, NEVER, SANDBOX, World, type Window } from '../unit/auth/support/world.js';
import { hashAtOnce } from '../unit/auth/support/virtualTime.js';
import { rowOf, type Row } from './measure.js';

const WINDOWS = 8;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAYS = 7;
/** Between two requests of a window to one environment, at most. */
const PAUSE = 20 * MINUTE;

/**
 * Each window works with both environments of one account, day and night. Counted are the 24 hours that begin twelve hours after the
 * sign-in; over a week, one more comes in because a token is renewed five minutes before its end.
 */
export async function measureExchanges(): Promise<Row> {
  hashAtOnce();
  const world = new World({ lagMs: 300, stepMs: 20 });
  const windows = await world.signedIn(WINDOWS);
  const over = new AbortController();
  windows.forEach((window) => [ENVIRONMENT, SANDBOX].forEach((environment) => void work(world, window, environment, over.signal)));
  await world.time.advance(12 * HOUR);
  const before = world.issuer.exchanges;
  await world.time.advance(24 * HOUR);
  const inADay = world.issuer.exchanges - before;
  await world.time.advance((DAYS * 24 - 36) * HOUR);
  over.abort();
  const row = rowOf(`exchanges for ${WINDOWS} windows in 24 simulated hours, for each of 2 environments`, 'exchanges', 1, inADay / 2, 1);
  return { ...row, note: `${world.issuer.exchanges / 2} for each in the ${DAYS} days from the sign-in on` };
}

async function work({ time }: World, { keeper }: Window, environment: typeof ENVIRONMENT, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await time.sleep(time.random() * PAUSE);
    await keeper.token(environment, NEVER);
  }
}
