/**
 * Measures the checks of one who has a key, and the edge's health check, while strangers flood the service in the same process: with wrong keys,
 * with one wrong key, without a key, for unknown paths, and with passwords of sign-ins from many networks. `npm run bench flood`, after `npm run build`. Fails if the p99 of the owner's checks is
 * more than five times that at rest.
 */
import { setTimeout } from 'node:timers/promises';
import { temporaryFolder } from '../test/e2e/support/program.js';
import { startDns } from './dns/server.js';
import { createProbe, percentile } from './load/probe.js';
import { startLoad, type Load } from './load/start.js';
import { startService } from './service/start.js';
import { table } from './table.js';

const SECONDS = Number(process.env['SECONDS'] ?? 10);
const CONNECTIONS = 400;
const MOST = 5;
const FLOODS: Record<string, Pick<Load, 'paths' | 'json'>> = {
  'wrong keys': { paths: ['/api/validate?apikey=evk_wrong*&email=ada@shared0.org'] },
  'one wrong key': { paths: ['/api/validate?apikey=evk_wrong&email=ada@shared0.org'] },
  'no key': { paths: ['/api/validate?email=ada@shared0.org'] },
  'unknown paths': { paths: ['/api/none*', '/none*'] },
  'sign-ins': { paths: ['/api/auth/sign-in'], json: '{"email":"p*@shared0.org","password":"a wrong password"}' },
};

const dns = await startDns();
const load = startLoad();
const folder = temporaryFolder();
const DNS_SERVERS = `127.0.0.1:${dns.port}`;
const service = await startService({ DATA_DIR: folder.path, DNS_SERVERS, TRUSTED_PROXIES: '1' });
const owner = createProbe(service.url, `/api/validate?apikey=${service.key}&email=ada@shared0.org`);
const health = createProbe(service.url, '/verify/healthz');

const measure = async (work: Promise<unknown>): Promise<{ owner: number[]; health: number[] }> => {
  const [ownerMs, healthMs] = await Promise.all([owner.during(work), health.during(work)]);
  return { owner: ownerMs, health: healthMs };
};
const rowOf = (name: string, perSecond: number, { owner, health }: Awaited<ReturnType<typeof measure>>) => [
  name,
  Math.round(perSecond),
  ...[0.5, 0.99].map((part) => percentile(owner, part).toFixed(1)),
  ...[0.5, 0.99].map((part) => percentile(health, part).toFixed(1)),
];

try {
  await measure(setTimeout(3000));
  const rest = await measure(setTimeout(SECONDS * 1000));
  const rows = [[...rowOf('at rest', 0, rest), '']];
  const bound = MOST * percentile(rest.owner, 0.99);
  for (const [name, flood] of Object.entries(FLOODS)) {
    const sending = load.send({ url: service.url, ...flood, connections: CONNECTIONS, seconds: SECONDS });
    const times = await measure(sending);
    const { perSecond, statuses } = await sending;
    rows.push([...rowOf(name, perSecond, times), Object.keys(statuses).join(', ')]);
    if (percentile(times.owner, 0.99) > bound) {
      console.error(`${name}: the owner's p99 is more than ${MOST} times that at rest`);
      process.exitCode = 1;
    }
  }
  table(
    [`${CONNECTIONS} connections`, 'answers/s', 'check p50 ms', 'p99', 'health p50 ms', 'p99', 'answered with'],
    rows,
  );
} finally {
  owner.end();
  health.end();
  load.end();
  await service.end();
  dns.end();
  folder.remove();
}
