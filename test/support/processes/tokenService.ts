import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TokenService {
  readonly url: string;
  /** Requests that arrived. */
  readonly exchanges: number;
  /** The process ids of the windows they came from, in order. */
  readonly senders: readonly number[];
  /** Called as a request has been counted, before it is answered. */
  onExchange: () => void;
  close(): Promise<void>;
}

/** A token service on a loopback port. Every request counts. It answers after `answerMs`. */
export async function startTokenService(answerMs: number): Promise<TokenService> {
  let exchanges = 0;
  const senders: number[] = [];
  const server = createServer((request, response) => {
    exchanges += 1;
    senders.push(Number(request.headers['x-window']));
    request.resume();
    service.onExchange();
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ access_token: `token-${exchanges}-${Math.random().toString(36).slice(2)}`, expires_in: 86_400, token_type: 'Bearer' }));
    }, answerMs);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const service: TokenService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get exchanges() {
      return exchanges;
    },
    senders,
    onExchange: () => undefined,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
  return service;
}
