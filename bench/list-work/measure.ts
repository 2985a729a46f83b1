/**
 * The measured process: see ../list-work.bench.ts. Arguments: the URL of a PostgreSQL, a data folder, the port of the
 * DNS server.
 */
import { SILENT } from '../../src/service/monitoring/log.js';
import { startWorker } from '../../src/service/lists/work/worker.js';
import { openStore, type Store } from '../../src/service/schema.js';
import { addCredits } from '../../src/service/credits/credits.js';
import { createVerifier } from '../../src/verifier/index.js';
import { putList } from '../../test/service/lists/support.js';
import { makeCaller } from '../../test/service/credits/ledger-support.js';
import { DOMAINS } from '../dns/server.js';
import { median, table } from '../table.js';

const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const ROWS = Number(process.env['ROWS'] ?? 50_000);

const addresses = Array.from({ length: ROWS }, (_, n) => `person${n}@shared${n % DOMAINS}.org`);
const [databaseUrl = '', dataDir = '', port] = process.argv.slice(2);
const open = () => createVerifier({ dnsServers: [`127.0.0.1:${port}`] });

/** The time of work, and the CPU time that this process takes for it with its threads, in ms. */
interface Times {
  ms: number;
  cpuMs: number;
}

const timeOf = async (work: () => Promise<void>): Promise<Times> => {
  const [started, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { ms: performance.now() - started, cpuMs: (user + system) / 1000 };
};

const bare = async (): Promise<Times> => {
  const verifier = open();
  const times = await timeOf(async () => {
    let count = 0;
    for await (const { status } of verifier.verifyMany(addresses)) if (status === 'valid') count += 1;
    if (count !== ROWS) throw new Error(`${count} of ${ROWS} are valid`);
  });
  await verifier.close();
  return times;
};

const onStore = async (store: Store): Promise<Times> => {
  const { accountId } = await makeCaller(store);
  await addCredits(store, accountId, ROWS);
  const id = await putList(
    store,
    addresses.map((address) => [address]),
    { accountId },
  );
  const verifier = open();
  const times = await timeOf(async () => {
    const worker = startWorker({ store, verifier, log: SILENT });
    for (;;) {
      const { status } = await store.db
        .selectFrom('batches')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (status === 'completed') break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await worker.close();
  });
  await verifier.close();
  return times;
};

const stores = {
  'a list, embedded store': await openStore({ dataDir, onError: console.error }),
  'a list, PostgreSQL': await openStore({
    dataDir: '',
    databaseUrl,
    onError: console.error,
  }),
};
const all: Record<string, Times[]> = {};
for (let round = 0; round < ROUNDS; round += 1) {
  (all['verifyMany() alone'] ??= []).push(await bare());
  for (const [name, store] of Object.entries(stores)) (all[name] ??= []).push(await onStore(store));
}
const against = median((all['verifyMany() alone'] ?? []).map(({ ms }) => ms));
table(
  ['', 'rows a second', 'of verifyMany()', 'CPU, µs a row'],
  Object.entries(all).map(([name, times]) => {
    const ms = median(times.map((one) => one.ms));
    const cpu = median(times.map(({ cpuMs }) => cpuMs));
    const share = `${Math.round((against / ms) * 100)} %`;
    return [name, Math.round((ROWS / ms) * 1000), share, Math.round((cpu / ROWS) * 1000)];
  }),
);
for (const store of Object.values(stores)) await store.close();
