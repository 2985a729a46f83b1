/**
 * Generates load, as a child process, so that it does not slow what measures beside it. Each message is one load:
 * `{ url, key, tokens, paths, json, connections, seconds, rate }`. With a `key` it asks a service for checks; with
 * `tokens` an edge, each token from the client that it was issued to; with `paths` for these in turn, in which `*` is
 * another number each time, or it sends `json` there, each time from another client; with none of them an edge for
 * tokens. Without a `rate` each connection sends as fast as it can. The answer is
 * `{ perSecond, p99Ms, statuses, lost }`, with a `rate` without the first two.
 */
import autocannon from 'autocannon';
import { sendAtRate } from './open-loop.mjs';

const DOMAINS = 100;
const CLIENTS = 12_000;
const HEADERS = { origin: 'https://shop.example', 'content-type': 'text/plain' };
let sent = 0;

/** Another address each time; its domain is known after the first. */
const nextEmail = () => {
  sent += 1;
  return `p${sent}@shared${sent % DOMAINS}.org`;
};

/** The headers of one of many clients. */
const fromClient = (n) => ({ ...HEADERS, 'x-forwarded-for': `10.0.${n >> 8}.${n & 255}` });

const requestOf = ({ url, key, tokens, paths, json }) => {
  if (paths !== undefined)
    return () => {
      const path = paths[(sent += 1) % paths.length].replace('*', String(sent));
      if (json === undefined) return { method: 'GET', path };
      const headers = { ...fromClient(sent % CLIENTS), 'content-type': 'application/json', origin: url };
      return { method: 'POST', path, headers, body: json.replace('*', String(sent)) };
    };
  if (key !== undefined) return () => ({ method: 'GET', path: `/api/validate?apikey=${key}&email=${nextEmail()}` });
  if (!tokens) return () => ({ method: 'POST', path: '/token', headers: fromClient((sent += 1) % CLIENTS) });
  return () => {
    const email = nextEmail();
    const client = sent % tokens.length;
    const body = JSON.stringify({ token: tokens[client], email });
    return { method: 'POST', path: '/validate', headers: fromClient(client), body };
  };
};

process.on('message', async ({ url, connections, seconds, rate, ...asked }) => {
  const next = requestOf({ url, ...asked });
  if (rate) {
    process.send(await sendAtRate({ url, connections, seconds, rate }, next));
    return;
  }
  const { requests, duration, latency, statusCodeStats, errors } = await autocannon({
    url,
    connections,
    duration: seconds,
    timeout: 30,
    requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
  });
  const statuses = Object.entries(statusCodeStats).map(([status, { count }]) => [status, count]);
  process.send({
    perSecond: requests.total / duration,
    p99Ms: latency.p99,
    statuses: Object.fromEntries(statuses),
    lost: errors,
  });
});
process.on('disconnect', () => process.exit());
