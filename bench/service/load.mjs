/**
 * Generates load, as a child process, so that it does not slow what measures beside it. Each message is one load:
 * `{ url, key, connections, seconds, rate }`, of which `rate` may be missing: then each connection sends as fast as it can. The
 * answer is `{ perSecond, p99Ms, statuses, lost }`.
 */
import autocannon from 'autocannon';

const DOMAINS = 100;
let sent = 0;

process.on('message', async ({ url, key, connections, seconds, rate }) => {
  const { requests, duration, latency, statusCodeStats, errors } = await autocannon({
    url,
    connections,
    duration: seconds,
    timeout: 30,
    ...(rate && { overallRate: rate }),
    requests: [
      {
        // Another address each time; its domain is known after the first.
        setupRequest: (request) => {
          sent += 1;
          return { ...request, path: `/api/validate?apikey=${key}&email=p${sent}@shared${sent % DOMAINS}.org` };
        },
      },
    ],
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
