/** The app of the service on a store that the test has too. */
import { timestamp, type Status } from '../../../../src/protocol/index.js';
import { openFirstAccount } from '../../../../src/service/accounts.js';
import { createApp } from '../../../../src/service/app.js';
import { createCharges } from '../../../../src/service/charges.js';
import { addCredits } from '../../../../src/service/credits.js';
import { createKeyLookup } from '../../../../src/service/key-lookup.js';
import { createRate } from '../../../../src/service/rate.js';
import { createStandings } from '../../../../src/service/ledger.js';
import { createDeliverer } from '../../../../src/service/lists/callbacks/deliverer.js';
import { endBatch } from '../../../../src/service/lists/end.js';
import { openLists } from '../../../../src/service/lists/index.js';
import { SILENT } from '../../../../src/service/log.js';
import { createSeal } from '../../../../src/service/seal.js';
import type { Store } from '../../../../src/service/store/tables.js';
import { openUsers } from '../../../../src/service/users/index.js';
import type { Harness, Place } from '../../harness.js';
import { HASHES } from '../../ledger-support.js';
import { KEY, scriptedVerifier, SECRET } from '../../scripted.js';

export interface App {
  store: Store;
  /** Asks with the key of the first account, unless another one is given. */
  ask: (path: string, init?: RequestInit & { key?: string }) => Promise<Response>;
  fetch: (request: Request) => Promise<Response>;
  close: () => Promise<void>;
}

/** Opens the app, with credits on its first account. */
export const openApp = async (
  { openStore }: Harness,
  place: Place,
  { credits = 100_000, ...callbacks }: { credits?: number; pollMs?: number } = {},
): Promise<App> => {
  const store = await openStore(place);
  const keys = { store, hashes: HASHES, seal: await createSeal(SECRET) };
  const { id } = await openFirstAccount(keys, KEY);
  await addCredits(store, id, credits);
  const checking = {
    store,
    hashes: HASHES,
    verifier: scriptedVerifier(),
    takeRate: createRate(store),
    readStanding: createStandings(store),
    pay: createCharges(store),
  };
  const { parts, close } = openUsers({ keys, checking, log: SILENT, firstAccount: id }, {});
  const lookUp = createKeyLookup(store, HASHES, () => undefined);
  const observe = (): void => undefined;
  const deliverer = createDeliverer({ store, seal: keys.seal, allowPrivate: true, log: SILENT, observe, ...callbacks });
  const lists = openLists({ store, lookUp, users: parts, deliverer, log: SILENT, wake: () => undefined });
  const app = createApp({
    parts: { ...checking, lookUp },
    users: parts,
    lists: lists.parts,
    payments: { webhooks: [], store },
    log: SILENT,
    observe,
  });
  const ask = async (path: string, { key = KEY, headers, ...init }: RequestInit & { key?: string } = {}) => {
    const type = { 'content-type': 'application/json' };
    const request = new Request(`http://service${path}`, {
      ...init,
      headers: { 'x-api-key': key, ...type, ...(headers as Record<string, string>) },
    });
    return app.fetch(request, {});
  };
  return {
    store,
    ask,
    fetch: async (request) => app.fetch(request, {}),
    close: async () => {
      await lists.close();
      await deliverer.close();
      await close();
    },
  };
};

/** When results of tests were found. */
export const FOUND_AT = timestamp(new Date('2026-01-31T12:00:00Z'));

/** Puts results of rows into the tables, as the worker does. */
export const putResults = async ({ db, now }: Store, batchId: number, found: Record<number, Status>): Promise<void> => {
  const rows = Object.entries(found);
  const count = (status: Status): number => rows.filter(([, one]) => one === status).length;
  await db.transaction().execute(async (inside) => {
    await inside
      .insertInto('batch_results')
      .values(
        rows.map(([row, status]) => ({
          batch_id: batchId,
          row_no: Number(row),
          status,
          quality: 'safe',
          score: 0.95,
          sub_status: ['free_provider', 'role_account'],
          did_you_mean: null,
          mx_record: 'mx.example.org',
          checked_at: new Date(FOUND_AT),
        })),
      )
      .execute();
    await inside
      .updateTable('batches')
      .set(({ eb }) => ({
        status: 'processing',
        processed: eb('processed', '+', rows.length),
        valid: eb('valid', '+', count('valid')),
        invalid: eb('invalid', '+', count('invalid')),
        risky: eb('risky', '+', count('risky')),
        unknown: eb('unknown', '+', count('unknown')),
        started_at: now,
        updated_at: now,
      }))
      .where('id', '=', batchId)
      .execute();
  });
};

export const complete = (store: Store, batchId: number): Promise<boolean> =>
  endBatch(store, batchId, { status: 'completed' });
