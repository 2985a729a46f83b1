import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The domain for which the upstream answers `unknown` at its `timeout_ms`. */
export const SLOW_DOMAIN = 'slow.example';
/** The domain for which it answers after the edge has given up, as an upstream that does not know `timeout_ms`. */
export const SILENT_DOMAIN = 'silent.example';
/** The accounts of the stranger's addresses begin with it. */
export const STRANGER = 'stranger';
/** Response time of the upstream for addresses at all other domains. */
const ANSWER_MS = 200;
const NEVER_MS = 60_000;
/** Calls in any second that it answers, as on a standard plan; the others get a 429. */
const RATE = 5;

/** An upstream on loopback that takes its time by `setTimeout`. */
export interface VirtualUpstream {
  baseUrl: string;
  /** The calls for addresses of the stranger, since the last time it was asked. */
  takeCost(): number;
  end(): void;
}

let sent = 0;
let received = 0;
/** Requests that the upstream holds until their time has come. */
let held = 0;
subscribe('http.client.request.start', () => (sent += 1));
subscribe('http.client.response.finish', () => (received += 1));

/** True when no request to the upstream is on its way. */
export const isNetworkIdle = (): boolean => sent - received === held;

/** Starts the upstream. */
export const startVirtualUpstream = async (): Promise<VirtualUpstream> => {
  let cost = 0;
  const latest: number[] = [];
  const server = createServer((request, response) => {
    const now = performance.now();
    if (latest.length === RATE && now - (latest[0] ?? 0) < 1000) {
      response.writeHead(429, { 'retry-after': '1' }).end();
      return;
    }
    latest.push(now);
    latest.splice(0, latest.length - RATE);
    const { searchParams } = new URL(request.url ?? '', 'http://upstream');
    const email = searchParams.get('email') ?? '';
    const [account = '', domain = ''] = email.split('@');
    if (account.startsWith(STRANGER)) cost += 1;
    const about = { sub_status: [], did_you_mean: null, score: 0.95, account, domain };
    const answerMs = { [SLOW_DOMAIN]: Number(searchParams.get('timeout_ms')), [SILENT_DOMAIN]: NEVER_MS }[domain];
    held += 1;
    const timer = setTimeout(() => {
      held -= 1;
      response.writeHead(200, { 'content-type': 'application/json' });
      const found =
        answerMs === undefined
          ? { status: 'valid', quality: 'safe' }
          : { status: 'unknown', quality: 'unknown', sub_status: ['dns_timeout'] };
      const verdict = { email, ...about, ...found, mx_record: 'mx.example', checked_at: '' };
      response.end(JSON.stringify(verdict));
    }, answerMs ?? ANSWER_MS);
    // The edge gave it up.
    response.on('close', () => {
      if (response.writableEnded) return;
      clearTimeout(timer);
      held -= 1;
      received += 1;
    });
  });
  // Node would close idle connections in real time.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeCost() {
      const taken = cost;
      cost = 0;
      return taken;
    },
    end() {
      server.closeAllConnections();
      server.close();
    },
  };
};
