/** The model of the token rules: windows over a store that lags, with every fault in any order. */
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { Machine } from './support/model.js';
import { hashAtOnce } from './support/virtualTime.js';
import type { IssuerAnswer } from './support/issuer.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const WINDOWS = 3;
const RUNS = Number(process.env['CATALOG_SEARCH_MODEL_RUNS'] ?? 1_000);

beforeEach(hashAtOnce);

type Model = Record<string, never>;

class Step implements fc.AsyncCommand<Model, Machine> {
  constructor(
    private readonly name: string,
    private readonly act: (machine: Machine) => Promise<void> | void,
  ) {}

  check(): boolean {
    return true;
  }

  async run(_model: Model, machine: Machine): Promise<void> {
    await this.act(machine);
    machine.check();
  }

  toString(): string {
    return this.name;
  }
}

const index = fc.nat({ max: WINDOWS - 1 });
const step = <T>(name: string, values: fc.Arbitrary<T>, act: (machine: Machine, value: T) => Promise<void> | void): fc.Arbitrary<Step> =>
  values.map((value) => new Step(`${name}(${JSON.stringify(value)})`, async (machine) => await act(machine, value)));

const need = step('need', index, (machine, value) => machine.need(value));
const needAll = step('needAll', fc.constant(null), (machine) => Array.from({ length: WINDOWS }, (_, i) => i).forEach((i) => machine.need(i)));
const wait = step('advance', fc.oneof(fc.integer({ min: 1, max: 2_000 }), fc.constantFrom(10 * SECOND, 40 * SECOND, 6 * MINUTE, HOUR, 12 * HOUR, 24 * HOUR - 4 * MINUTE, 25 * HOUR)), async (machine, value) => await machine.advance(value));
const calm: readonly fc.Arbitrary<Step>[] = [need, need, needAll, wait, wait];

const faults: readonly fc.Arbitrary<Step>[] = [
  step('issuer', fc.constantFrom<IssuerAnswer['kind']>('ok', 'ok', 'exhausted', 'refused', 'error', 'hang', 'unsent', 'reset'), (machine, kind) => {
    machine.world.issuer.answer = { kind };
    machine.credentialsWereWrong ||= kind === 'refused';
  }),
  step('kill', index, (machine, value) => machine.kill(value)),
  step('killAtNextToken', fc.constant(null), (machine) => {
    machine.killAtNextToken = true;
  }),
  step('signIn', index, (machine, value) => machine.signIn(value)),
  step('signOut', index, (machine, value) => machine.signOut(value)),
  step('renew', index, (machine, value) => machine.renew(value)),
  step('rotate', fc.boolean(), (machine, value) => machine.rotate(value)),
  step('revoke', fc.constant(null), (machine) => {
    machine.tokensWereRevoked = true;
    machine.world.issuer.revokeAll();
  }),
  step('shortTokens', fc.constantFrom(10, 120, 86_400), (machine, value) => {
    machine.world.issuer.lifetimeSeconds = value;
  }),
];

const rough: readonly fc.Arbitrary<Step>[] = [
  step('jump', fc.constantFrom(-24 * HOUR, -HOUR, HOUR, 24 * HOUR, 365 * 24 * HOUR, -365 * 24 * HOUR), (machine, value) => machine.jump(value)),
  step('secrets', fc.constantFrom('ok', 'refuseWrites', 'refuseAll'), (machine, value) => {
    machine.world.secretsMode = value;
    machine.leave.secretsFailed = true;
  }),
  step('undecryptable', fc.constantFrom('token:', 'credentials:'), (machine, value) => {
    machine.leave.secretsFailed = true;
    machine.world.undecryptable.add(machine.world.key(value));
  }),
  step('disk', fc.constantFrom('ok', 'full', 'readOnly'), (machine, value) => {
    machine.world.diskMode = value;
    machine.leave.diskFailed = true;
    machine.leave.leaseFailed ||= value === 'readOnly';
  }),
  step('ledger', fc.constantFrom('', '{"version":1,"gen', '{"version":7}', '\u0000'), (machine, value) => {
    machine.leave.ledgerDamaged = true;
    [...machine.world.ledgers.keys()].forEach((key) => machine.world.ledgers.set(key, value));
  }),
];

async function runModel(seed: number, commands: Iterable<fc.AsyncCommand<Model, Machine>>): Promise<Machine> {
  const machine = new Machine(seed, WINDOWS);
  machine.signIn(0);
  await machine.advance(5 * SECOND);
  await fc.asyncModelRun(() => ({ model: {}, real: machine }), commands);
  await machine.finish();
  return machine;
}

it('holds its invariants while services fail, windows die and people act', async () => {
  await fc.assert(fc.asyncProperty(fc.nat(), fc.commands([...calm, ...faults], { maxCommands: 25 }), async (seed, commands) => void (await runModel(seed, commands))), { numRuns: RUNS });
}, 120_000);

it('holds its invariants while clocks jump, keyrings refuse and disks fail as well', async () => {
  await fc.assert(fc.asyncProperty(fc.nat(), fc.commands([...calm, ...faults, ...rough], { maxCommands: 25 }), async (seed, commands) => void (await runModel(seed, commands))), { numRuns: RUNS });
}, 120_000);

it('without faults: one exchange for all windows in the life of a token', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.commands([...calm], { maxCommands: 25 }), async (seed, commands) => {
      const machine = await runModel(seed, commands);
      const at = machine.world.issuer.received.map((request) => request.at);
      at.slice(1).forEach((time, i) => expect(time - (at[i] ?? 0)).toBeGreaterThanOrEqual(24 * HOUR - 5 * MINUTE - SECOND));
    }),
    { numRuns: RUNS },
  );
}, 120_000);
