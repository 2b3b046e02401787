/** A network that dies and comes back, as with a VPN: on the real clock, since what is looked at is which timer comes first. */
import { describe, expect, test } from 'vitest';
import { createTokenClient, type ExchangeTimes } from '../../../src/core/auth/tokenClient.js';
import { SessionKeeper } from '../../../src/core/auth/sessionKeeper.js';
import type { Environment } from '../../../src/core/environment.js';
import { toFailure, type NetworkReason } from '../../../src/core/failure.js';
import { createDemoSecrets, createMemoryLease, createMemoryLedgers } from '../../../src/core/memoryPorts.js';
import type { Clock, Log } from '../../../src/core/ports.js';
import { systemClock } from '../../../src/platform/clock.js';
import type { NetworkMode } from '../../../src/platform/settings.js';
import { makeCertificate, type Certificate } from '../../support/certificates.js';
import { startCatalogServer } from '../../support/catalogServer.js';
import { NO_PROXY, proxyTo } from './loopback.js';
import { blackHole, NETWORKS, secureFront, testNetwork } from './networks.js';

/** Some twelfth of the real ones: a first try that is cut off while it connects, and a second one that has less time than connecting may take. */
const TIMES: ExchangeTimes = { cutOffMs: 1_200, connectMs: 800, retryWaitsMs: [80, 240], graceMs: 200 };
const DAY = 86_400_000;
const NEVER = new AbortController().signal;
const QUIET: Log = { request: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined, foreign: () => undefined };
const certificate = makeCertificate(['DNS:*.test.invalid']);

type Death = 'N5 nobody takes the connection' | 'N34 nobody answers the handshake' | 'nobody answers CONNECT' | 'N39 the proxy resets CONNECT';
const REASONS: Readonly<Record<Death, NetworkReason>> = {
  'N5 nobody takes the connection': 'proxyUnreachable',
  'N34 nobody answers the handshake': 'connectTimeout',
  'nobody answers CONNECT': 'proxyUnreachable',
  'N39 the proxy resets CONNECT': 'proxyRefused',
};
const DEATHS: readonly Death[] = ['N5 nobody takes the connection', 'N34 nobody answers the handshake', 'nobody answers CONNECT', 'N39 the proxy resets CONNECT'];

const hostOfDeath = (death: Death): string => `auth${DEATHS.indexOf(death)}.test.invalid`;

/** An exchange that goes well, one when the network is dead, and one when it is back. @returns what the service counted after each, and the failure */
async function dieAndComeBack(mode: NetworkMode, death: Death, made: Certificate): Promise<unknown> {
  const server = await startCatalogServer({});
  let dead = false;
  const proxy = await proxyTo(await secureFront(Number(new URL(server.origin).port), made), (_request, socket) => {
    if (dead && death.startsWith('N39')) {
      socket.resetAndDestroy();
    } else if (dead && death.startsWith('N34')) {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    }
    return dead;
  });
  const hole = death.startsWith('N5') ? await blackHole() : undefined;
  const network = testNetwork({ mode, certificate: made, proxy: () => ({ ...NO_PROXY, proxy: `http://127.0.0.1:${dead && hole !== undefined ? hole : proxy.port}` }) });
  let ahead = 0;
  const clock: Clock = { ...systemClock, now: () => Date.now() + ahead };
  const ports = { fetch: network.fetch, clock, log: QUIET };
  const patient = createTokenClient(ports);
  // Only where nothing will answer: the rest may take its time on a busy machine.
  const impatient = createTokenClient(ports, TIMES);
  const sessions = new SessionKeeper({
    secrets: createDemoSecrets(), lease: createMemoryLease(), ledgers: createMemoryLedgers(), clock, log: QUIET,
    exchange: async (...order) => await (dead ? impatient : patient)(...order),
  });
  // A host of its own, since what undici tells of a request is known by its address.
  const environment: Environment = { ...server.production, authUrl: `https://${hostOfDeath(death)}` };
  try {
    await sessions.signIn(environment, server.credentials, NEVER);
    const before = server.tokenRequests;
    ahead = DAY + 1_000;
    dead = true;
    network.reset();
    proxy.cut();
    const failure = await sessions.token(environment, NEVER).then(() => 'a token', toFailure);
    const meanwhile = server.tokenRequests;
    dead = false;
    network.reset();
    const back = await sessions.token(environment, NEVER).then(() => 'a token', toFailure);
    return { counted: [before, meanwhile, server.tokenRequests], failure, back };
  } finally {
    sessions.dispose();
    await server.close();
  }
}

describe.runIf(certificate !== undefined)('a dead network costs no exchange and holds nothing back', () => {
  test.each(NETWORKS)('%s: N5, N34, N39 and a proxy that does not answer', async (mode) => {
    const made = certificate ?? { key: '', cert: '' };
    const came = await Promise.all(DEATHS.map(async (death) => [death, await dieAndComeBack(mode, death, made)] as const));
    expect(came).toEqual(DEATHS.map((death) => [death, { counted: [1, 1, 2], failure: { kind: 'network', host: hostOfDeath(death), reason: REASONS[death], sent: false }, back: 'a token' }]));
  });
});
