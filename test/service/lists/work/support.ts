/** Workers for tests: their verifier asks a real DNS server, and where a test wants that a real SMTP server, on loopback. */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { addCredits } from '../../../../src/service/credits/credits.js';
import { SILENT } from '../../../../src/service/monitoring/log.js';
import {
  startWorker,
  type Worker,
  type WorkerOptions,
  type WorkerTools,
} from '../../../../src/service/lists/work/worker.js';
import type { Store } from '../../../../src/service/schema.js';
import { createVerifier, type BulkVerifier, type VerifierOptions } from '../../../../src/verifier/index.js';
import { startDnsServer, type DnsServer, type Zone } from '../../../support/dns-server.js';
import { eventually } from '../../../support/eventually.js';
import type { Harness, Place } from '../../harness.js';
import { makeCaller } from '../../credits/ledger-support.js';

const DOMAINS = 20;

/** `firm0.org` to `firm19.org` take mail; `dead.org` does not exist; `null.org` says that it takes none. */
export const ZONE: Zone = {
  ...Object.fromEntries(Array.from({ length: DOMAINS }, (_, n) => [`firm${n}.org`, { MX: ['mx.provider.org'] }])),
  'mx.provider.org': { A: ['1.2.3.4'] },
  'null.org': { MX: [[0, '.']] },
};

/** Rows of a list: of four, one is no address, and one does not exist. */
export const mixedRows = (count: number, name = 'person'): string[][] =>
  Array.from({ length: count }, (_, n) => {
    if (n % 4 === 2) return [`no address ${n}`];
    return [n % 4 === 3 ? `${name}${n}@dead.org` : `${name}${n}@firm${n % DOMAINS}.org`];
  });

/** The verdicts of {@link mixedRows}, DNS alone. */
export const mixedStatuses = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => (n % 4 < 2 ? 'valid' : 'invalid'));

/** The cost of {@link mixedRows}: one credit for each row with an address. */
export const mixedCost = (count: number): number => count - Math.floor((count + 1) / 4);

/** Short waits. */
export const QUICK: WorkerOptions = {
  leaseMs: 3000,
  pollMs: 30,
  retryMs: 20,
  sliceMs: 2000,
  repeatMs: [200, 2000, 10_000],
};

export interface Bench {
  dns: () => DnsServer;
  /** The verifier that asks the DNS server alone. */
  verifier: () => BulkVerifier;
  /** Starts a worker; it is closed when the test ends. */
  work: (store: Store, options?: WorkerOptions, parts?: Partial<WorkerTools>) => Worker;
  /** Makes a verifier over the DNS server; it is closed when the suite ends. */
  makeVerifier: (options: VerifierOptions) => BulkVerifier;
}

/** Call it inside `describe`, after what opens the stores. */
export const useBench = (zone: Zone = ZONE): Bench => {
  let dns: DnsServer;
  let verifier: BulkVerifier;
  const opened: { close(): Promise<void> }[] = [];
  const remember = <T extends { close(): Promise<void> }>(one: T): T => (opened.push(one), one);
  beforeAll(async () => {
    dns = remember(await startDnsServer({ zone }));
    verifier = remember(createVerifier({ dnsServers: [dns.address] }));
  });
  afterAll(async () => {
    for (const one of opened.reverse()) await one.close();
  });
  return {
    dns: () => dns,
    verifier: () => verifier,
    makeVerifier: (options) => remember(createVerifier({ dnsServers: [dns.address], ...options })),
    work: (store, options, parts) => {
      const worker = startWorker({ store, verifier, log: SILENT, ...parts }, { ...QUICK, ...options });
      onTestFinished(() => worker.close());
      return worker;
    },
  };
};

/** A store that the tests of a suite share: each of them has accounts of its own. */
export const useStore = ({ place, openStore }: Pick<Harness, 'openStore'> & { place: () => Promise<Place> }) => {
  let opened: Promise<Store> | undefined;
  return (): Promise<Store> => (opened ??= place().then((where) => openStore(where)));
};

/** An account with credits. */
export const makeRich = async (store: Store, credits = 1_000_000): Promise<number> => {
  const { accountId } = await makeCaller(store);
  await addCredits(store, accountId, credits);
  return accountId;
};

export const storedList = (store: Store, id: number) =>
  store.db.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Waits until a list has ended. */
export const ended = async (store: Store, id: number): Promise<void> => {
  for (;;) {
    const { ended_at } = await storedList(store, id).catch(() => ({ ended_at: null }));
    if (ended_at !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

export const statusesOf = async (store: Store, id: number): Promise<string[]> => {
  const rows = await store.db
    .selectFrom('batch_results')
    .select(['row_no', 'status'])
    .where('batch_id', '=', id)
    .orderBy('row_no')
    .execute();
  assert.deepEqual(
    rows.map(({ row_no }) => row_no),
    rows.map((_, n) => n + 1),
    'each row has one result',
  );
  return rows.map(({ status }) => status);
};

/**
 * Waits until nothing is left to do of an ended list. A chunk that another statement had locked when the list ended
 * stays until a worker claims it, once its time has come: that is let come at once.
 */
const cleared = (store: Store, id: number): Promise<unknown> =>
  eventually(async () => {
    const { rows } = await sql`select batch_id from batch_chunks where batch_id = ${id}
      union all select batch_id from batch_probes where batch_id = ${id} limit 1`.execute(store.db);
    if (rows.length === 0) return true;
    await sql`update batch_chunks set due_at = due_at - interval '1 hour' where batch_id = ${id} and due_at is not null`.execute(
      store.db,
    );
    return false;
  });

/**
 * Checks that an ended list is whole: counters, credits, days, and nothing left behind. A worker has to be running
 * still, if one did.
 */
export const auditList = async (store: Store, id: number, cost: number): Promise<void> => {
  const list = await storedList(store, id);
  const statuses = await statusesOf(store, id);
  const counted = (status: string): number => statuses.filter((one) => one === status).length;
  assert.deepEqual(
    [list.status, list.processed, list.valid, list.invalid, list.risky, list.unknown, list.credits],
    ['completed', statuses.length, counted('valid'), counted('invalid'), counted('risky'), counted('unknown'), cost],
  );
  await cleared(store, id);
  const { rows } = await sql<Record<string, number>>`select
    (select count(*) from batch_chunks where batch_id = ${id}) as chunks,
    (select count(*) from batch_probes where batch_id = ${id}) as probes,
    (select coalesce(-sum(amount), 0)::bigint from ledger join credit_lots on credit_lots.id = lot_id
      where kind = 'check' and reservation_id = ${list.reservation_id}) as spent,
    (select coalesce(sum(remaining), 0)::bigint from credit_lots where reservation_id = ${list.reservation_id}) as reserved`.execute(
    store.db,
  );
  assert.deepEqual(rows, [{ chunks: 0, probes: 0, spent: cost, reserved: 0 }]);
};
