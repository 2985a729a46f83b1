/**
 * Measures the checks of one who has a key, and the edge's health check, while strangers flood the service in the same
 * process: with wrong keys, with one wrong key, without a key, for unknown paths, for the health, with passwords of
 * sign-ins from many networks, and with another account's key. `npm run bench flood`, after `npm run build`. Fails if
 * the p99 of the owner's checks is more than five times that at rest.
 */
import { setTimeout } from 'node:timers/promises';
import { deriveSecrets } from '../src/cli/secrets.js';
import { openAccount, openFirstAccount } from '../src/service/accounts/accounts.js';
import { createHashes } from '../src/service/keys/hashes.js';
import { createSeal } from '../src/service/keys/seal.js';
import { openStore } from '../src/service/schema.js';
import { temporaryFolder } from '../test/e2e/support/program.js';
import { startPostgres } from '../test/support/postgres.js';
import { startDns } from './dns/server.js';
import { createProbe, percentile } from './load/probe.js';
import { startLoad, type Load, type LoadResult } from './load/start.js';
import { SECRET, startService } from './service/start.js';
import { table } from './table.js';

const SECONDS = Number(process.env['SECONDS'] ?? 10);
const CONNECTIONS = 400;
const MOST = 5;
const FLOODS: Record<string, Pick<Load, 'paths' | 'json'>> = {
  'wrong keys': { paths: ['/api/validate?apikey=evk_wrong*&email=ada@shared0.org'] },
  'one wrong key': { paths: ['/api/validate?apikey=evk_wrong&email=ada@shared0.org'] },
  'no key': { paths: ['/api/validate?email=ada@shared0.org'] },
  'unknown paths': { paths: ['/api/none*', '/none*'] },
  'health checks': { paths: ['/healthz', '/readyz', '/verify/healthz', '/api/none*/healthz'] },
  'sign-ins': { paths: ['/api/auth/sign-in'], json: '{"email":"p*@shared0.org","password":"a wrong password"}' },
};

const dns = await startDns();
const load = startLoad();
const folder = temporaryFolder();
const postgres = await startPostgres({ durable: true });

/** Opens the first account of a database, and another one. @returns the key of that. */
const openAnother = async (databaseUrl: string): Promise<string> => {
  const store = await openStore({ databaseUrl, dataDir: folder.path, onError: console.error });
  const { service: secret } = await deriveSecrets(SECRET);
  const keys = { store, hashes: createHashes(secret), seal: await createSeal(secret) };
  await openFirstAccount(keys);
  const { key } = await store.db.transaction().execute((db) => openAccount(db, keys));
  await store.close();
  return key;
};

const measure = async (name: string, store: Record<string, string>, floods: typeof FLOODS): Promise<void> => {
  const service = await startService({ DNS_SERVERS: `127.0.0.1:${dns.port}`, ...store });
  const owner = createProbe(service.url, `/api/validate?apikey=${service.key}&email=ada@shared0.org`);
  const health = createProbe(service.url, '/verify/healthz');
  const rows: (string | number)[][] = [];
  /** @returns the p99 of the owner's checks. */
  const during = async (what: string, work: Promise<Partial<LoadResult>>): Promise<number> => {
    const times = await Promise.all([owner.during(work), health.during(work)]);
    const { perSecond = 0, statuses = {} } = await work;
    const parts = times.flatMap((one) => [0.5, 0.99].map((part) => percentile(one, part).toFixed(1)));
    rows.push([what, Math.round(perSecond), ...parts, Object.keys(statuses).join(', ')]);
    return percentile(times[0], 0.99);
  };
  const rest = async (ms: number): Promise<Partial<LoadResult>> => {
    await setTimeout(ms);
    return {};
  };
  try {
    await during('before', rest(3000));
    rows.length = 0;
    const bound = MOST * (await during('at rest', rest(SECONDS * 1000)));
    for (const [what, flood] of Object.entries(floods)) {
      const sent = load.send({ url: service.url, ...flood, connections: CONNECTIONS, seconds: SECONDS });
      if ((await during(what, sent)) <= bound) continue;
      console.error(`${what}, ${name}: the owner's p99 is more than ${MOST} times that at rest`);
      process.exitCode = 1;
    }
  } finally {
    owner.end();
    health.end();
    await service.end();
  }
  table([name, 'answers/s', 'check p50 ms', 'p99', 'health p50 ms', 'p99', 'answered with'], rows);
};

console.log(`Floods by ${CONNECTIONS} connections`);
try {
  await measure('embedded store', { DATA_DIR: folder.path }, FLOODS);
  const DATABASE_URL = await postgres.createDatabase();
  const paths = [`/api/validate?apikey=${await openAnother(DATABASE_URL)}&email=ada@shared0.org`];
  const onServer = { DATA_DIR: `${folder.path}/unused`, DATABASE_URL };
  await measure('PostgreSQL', onServer, { ...FLOODS, "another account's key": { paths } });
} finally {
  load.end();
  dns.end();
  await postgres.stop();
  folder.remove();
}
