/** The measured process: see ../list-work.bench.ts. Arguments: the URL of a PostgreSQL, a data folder, the port of the DNS server. */
import { SILENT } from '../../src/service/log.js';
import { startWorker } from '../../src/service/lists/work/worker.js';
import { openStore } from '../../src/service/store/open.js';
import type { Store } from '../../src/service/store/tables.js';
import { addCredits } from '../../src/service/credits.js';
import { createVerifier } from '../../src/verifier/index.js';
import { putList } from '../../test/service/lists/support.js';
import { makeCaller } from '../../test/service/ledger-support.js';
import { DOMAINS } from '../dns/server.js';
import { median, table } from '../table.js';

const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const ROWS = Number(process.env['ROWS'] ?? 50_000);

const addresses = Array.from({ length: ROWS }, (_, n) => `person${n}@shared${n % DOMAINS}.org`);
const [databaseUrl = '', dataDir = '', port] = process.argv.slice(2);
const open = () => createVerifier({ dnsServers: [`127.0.0.1:${port}`] });

const timeOf = async (work: () => Promise<void>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

const bare = async (): Promise<number> => {
  const verifier = open();
  const ms = await timeOf(async () => {
    let count = 0;
    for await (const { status } of verifier.verifyMany(addresses)) if (status === 'valid') count += 1;
    if (count !== ROWS) throw new Error(`${count} of ${ROWS} are valid`);
  });
  await verifier.close();
  return ms;
};

const onStore = async (store: Store): Promise<number> => {
  const { accountId } = await makeCaller(store);
  await addCredits(store, accountId, ROWS);
  const id = await putList(
    store,
    addresses.map((address) => [address]),
    { accountId },
  );
  const verifier = open();
  const ms = await timeOf(async () => {
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
  return ms;
};

const stores = {
  'a list, embedded store': await openStore({ dataDir, onError: console.error }),
  'a list, PostgreSQL': await openStore({
    dataDir: '',
    databaseUrl,
    onError: console.error,
  }),
};
const times: Record<string, number[]> = {};
for (let round = 0; round < ROUNDS; round += 1) {
  (times['verifyMany() alone'] ??= []).push(await bare());
  for (const [name, store] of Object.entries(stores)) (times[name] ??= []).push(await onStore(store));
}
const against = median([...(times['verifyMany() alone'] ?? [])]);
table(
  ['', 'rows a second', 'of verifyMany()'],
  Object.entries(times).map(([name, all]) => {
    const ms = median(all);
    return [name, Math.round((ROWS / ms) * 1000), `${Math.round((against / ms) * 100)} %`];
  }),
);
for (const store of Object.values(stores)) await store.close();
