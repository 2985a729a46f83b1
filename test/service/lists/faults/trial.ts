/** Uploads, work and callbacks of a whole deployment while faults happen, and the examination of what they left. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll } from 'vitest';
import { deriveSecrets } from '../../../../src/cli/secrets.js';
import { addCredits } from '../../../../src/service/credits/credits.js';
import { deleteOldLists } from '../../../../src/service/lists/deletion.js';
import { readSecret } from '../../../../src/service/lists/callbacks/secrets.js';
import { sweep } from '../../../../src/service/lists/work/queue.js';
import { createSeal } from '../../../../src/service/keys/seal.js';
import type { Store } from '../../../../src/service/schema.js';
import { startDnsServer, type DnsServer } from '../../../support/dns-server.js';
import { freePort } from '../../../support/free-port.js';
import type { Harness, Place } from '../../harness.js';
import { audit } from '../../credits/ledger-support.js';
import { startReceiver, type Receiver } from '../callbacks/receiver.js';
import { claimOne } from '../work/queue-support.js';
import { auditList, mixedCost, mixedStatuses, statusesOf, ZONE } from '../work/support.js';
import type { Supervised } from './deployment.js';
import { createUploads, ROWS } from './uploads.js';

const SECRET = 'a secret that is long enough for this test';
/** More than all lists need. */
const CREDITS = 50_000_000;
/** Lists that wait for their end, at most. */
const BACKLOG = 12;
/** Failed uploads with a key after which these are repeated, in place of new ones. */
const FAILED = 4;

export interface Trial {
  /** Of its processes. */
  settings: Record<string, string>;
  /** Uploads lists, so that some wait for their end all the time, until the signal. */
  load: (signal: AbortSignal) => Promise<void>;
  /** Waits until these run, and then until lists are taken and end again, but not longer than `mostMs`. */
  progress: (processes: readonly Supervised[], mostMs: number) => Promise<void>;
  /** Repeats the uploads that have a key until each is accepted. The uploads of before must be an hour old. */
  repeat: () => Promise<void>;
  /** Waits for the callback of each accepted list. */
  callbacks: () => Promise<void>;
  /** Examines the store when all has ended. */
  examine: (store: Store) => Promise<void>;
}

/**
 * Lets an hour pass for uploads that broke off, and, unless the real time is waited for, for claims of processes that
 * are gone.
 */
export const passTime = async ({ db }: Store, realTime: boolean): Promise<void> => {
  await sql`update batches set updated_at = updated_at - interval '1 hour' where status = 'uploading'`.execute(db);
  if (realTime) return;
  await sql`update batch_chunks set due_at = due_at - interval '1 hour' where lease is not null`.execute(db);
  await sql`update batch_callbacks set due_at = due_at - interval '1 hour' where lease is not null`.execute(db);
};

/**
 * Does as a worker that looks for work when all lists have ended: it deletes the chunks that another statement had
 * locked at the end of their lists. The trial's own workers may have ended before.
 */
const clearEnded = async (store: Store): Promise<void> => {
  await sql`update batch_chunks set due_at = due_at - interval '1 hour' where due_at is not null`.execute(store.db);
  await sweep(store);
  for (const kind of ['lookup', 'probe', 'repeat'] as const)
    assert.equal(await claimOne(store, kind, { receivers: [], accounts: [] }, 1), null);
};

/** Makes the first account, which the first start finds. @returns what checks the signatures of its callbacks. */
const prepare = async (store: Store, secret: string): Promise<Webhook> => {
  const { id } = await store.db
    .insertInto('accounts')
    .values({ plan: 'enterprise' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addCredits(store, id, CREDITS);
  return new Webhook((await readSecret({ store, seal: await createSeal(secret) }, id)) ?? '');
};

/** Gives a function that prepares a trial on a new store. Call it inside `describe`. */
export const useTrials = (openStore: Harness['openStore']): ((place: Place) => Promise<Trial>) => {
  const receivers: Receiver[] = [];
  let dns: DnsServer;
  beforeAll(async () => {
    dns = await startDnsServer({ zone: ZONE });
  });
  afterAll(async () => {
    for (const receiver of receivers) await receiver.close();
    await dns.close();
  });
  return async ({ dataDir, databaseUrl }) => {
    const { ownKey, service: secret } = await deriveSecrets(SECRET);
    const store = await openStore({ dataDir, ...(databaseUrl !== undefined && { databaseUrl }) });
    const webhook = await prepare(store, secret);
    await store.close();
    const receiver = await startReceiver();
    receivers.push(receiver);
    const forged: unknown[] = [];
    receiver.answer = (response) => {
      const { body = '', headers = {} } = receiver.messages.at(-1) ?? {};
      try {
        webhook.verify(body, headers);
      } catch (error) {
        forged.push(error);
      }
      response.writeHead(204).end();
    };
    const port = await freePort();
    const settings = {
      ...{ HOST: '127.0.0.1', PORT: String(port), SECRET, DNS_SERVERS: dns.address, CALLBACK_PRIVATE_HOSTS: 'on' },
      ...(databaseUrl === undefined ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl, WORKER: 'off' }),
    };
    const uploads = createUploads(`http://127.0.0.1:${port}`, { 'x-api-key': ownKey }, receiver.url);
    const listOf = (body: string) => (JSON.parse(body) as { data: { id: number } }).data;
    const told = (): Set<number> => new Set(receiver.messages.map(({ body }) => listOf(body).id));
    const keyed = (): string[] => [...uploads.failed].filter((name) => name.startsWith('key'));

    const examineCallbacks = async (store: Store, lists: { id: number }[]): Promise<void> => {
      assert.deepEqual(forged, []);
      const ids = new Map<number, Set<string>>(lists.map(({ id }) => [id, new Set()]));
      for (const { body, id } of receiver.messages) {
        const list = ids.get(listOf(body).id);
        assert.ok(list, `a callback of an unknown list: ${body}`);
        list.add(id);
      }
      const stored = await store.db.selectFrom('batch_callbacks').select(['id', 'batch_id']).execute();
      assert.deepEqual(ids, new Map(stored.map(({ batch_id, id }) => [batch_id, new Set([id])])));
    };

    return {
      settings,
      load: async (signal) => {
        const goesOn = (): boolean => !signal.aborted;
        for (let n = 0; goesOn(); n += 1) {
          const again = keyed();
          if (again.length >= FAILED) await uploads.upload(again[n % FAILED] ?? '');
          else await uploads.upload(n % 2 === 0 ? `key${n}` : `plain${n}`);
          while (goesOn() && uploads.accepted.size - told().size >= BACKLOG) await sleep(20);
        }
      },
      progress: async (processes, mostMs) => {
        const [taken, ended] = [uploads.accepted.size, told().size];
        await Promise.all(processes.map((one) => one.ready()));
        const end = performance.now() + mostMs;
        while (performance.now() < end && (uploads.accepted.size === taken || told().size === ended)) await sleep(10);
      },
      repeat: async () => {
        for (const name of keyed()) for (let isDone = false; !isDone;) isDone = await uploads.upload(name);
      },
      callbacks: async () => {
        const isTold = (): boolean => {
          const all = told();
          return [...uploads.accepted.values()].every((id) => all.has(id));
        };
        while (!isTold()) await sleep(50);
      },
      examine: async (store) => {
        await deleteOldLists(store, new AbortController().signal, 0);
        const lists = await store.db.selectFrom('batches').select(['id', 'name', 'status']).orderBy('id').execute();
        assert.deepEqual(new Set(lists.map(({ status }) => status)), new Set(['completed']));
        assert.equal(new Set(lists.map(({ name }) => name)).size, lists.length, 'no list is there twice');
        await clearEnded(store);
        for (const [name, id] of uploads.accepted) assert.equal(lists.find((list) => list.id === id)?.name, name);
        for (const { id } of lists) {
          assert.deepEqual(await statusesOf(store, id), mixedStatuses(ROWS));
          await auditList(store, id, mixedCost(ROWS));
        }
        await audit(store);
        const { rows } = await sql`select
          (select count(*) from batch_rows) as rows, (select count(*) from batch_results) as results,
          (select count(*) from batch_chunks) as chunks, (select count(*) from batch_probes) as probes,
          (select count(*) from reservations) as reservations,
          (select sum(count)::bigint from check_days) as checks,
          (select sum(count)::bigint from check_days where paid_from <> 'none') as paid,
          (select -sum(amount)::bigint from ledger where kind = 'check') as spent,
          (select sum(remaining)::bigint from credit_lots) as left`.execute(store.db);
        const [all, cost] = [lists.length * ROWS, lists.length * mixedCost(ROWS)];
        const nothing = { chunks: 0, probes: 0 };
        const { rows: granted } = await sql<{ sum: number }>`select sum(amount)::bigint as sum from ledger
          where kind not in ('check', 'reserve', 'release')`.execute(store.db);
        const left = (granted[0]?.sum ?? 0) - cost;
        assert.deepEqual(rows, [
          {
            rows: all,
            results: all,
            ...nothing,
            reservations: lists.length,
            checks: all,
            paid: cost,
            spent: cost,
            left,
          },
        ]);
        await examineCallbacks(store, lists);
        const repeated = receiver.messages.length - lists.length;
        const unanswered = lists.length - uploads.accepted.size;
        console.log(
          `${lists.length} lists; ${unanswered} of them without an answer to the upload; ${uploads.failed.size} uploads failed; ` +
            `${repeated} callbacks came again`,
        );
      },
    };
  };
};
