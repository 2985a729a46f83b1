/** The app of the service on a store that the test has too. */
import { timestamp, type Status } from '../../../../src/protocol/index.js';
import { openFirstAccount } from '../../../../src/service/accounts/accounts.js';
import { ACCOUNT_ENDPOINTS } from '../../../../src/service/accounts/endpoint.js';
import { bind } from '../../../../src/service/http/endpoint.js';
import { createApp } from '../../../../src/service/http/app.js';
import { addCredits } from '../../../../src/service/credits/credits.js';
import { createKeyLookup } from '../../../../src/service/keys/key-lookup.js';
import { createDeliverer } from '../../../../src/service/lists/callbacks/deliverer.js';
import { addToBlocks } from '../../../../src/service/lists/blocks.js';
import { endList } from '../../../../src/service/lists/end.js';
import { openLists } from '../../../../src/service/lists/index.js';
import { SILENT } from '../../../../src/service/monitoring/log.js';
import { createSeal } from '../../../../src/service/keys/seal.js';
import { addBounce, noBounces } from '../../../../src/service/mail-outcomes/bounces.js';
import { createHostLookUp } from '../../../../src/service/outgoing/look-up.js';
import type { Store } from '../../../../src/service/schema.js';
import { inTransaction } from '../../../../src/service/store/transaction.js';
import { eraseAccount } from '../../../../src/service/erase-account.js';
import { ownerOf } from '../../../../src/service/keys/authenticate.js';
import { openUsers } from '../../../../src/service/users/index.js';
import type { Harness, Place } from '../../harness.js';
import { HASHES } from '../../credits/ledger-support.js';
import { KEY, SECRET } from '../../scripted.js';

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
  const { sessions, close } = openUsers({ keys, log: SILENT, firstAccount: id, eraseAccount }, {});
  const lookUp = createKeyLookup(store, HASHES, () => undefined);
  const observe = (): void => undefined;
  const hosts = createHostLookUp({ dnsServers: [], allowPrivate: true });
  const deliverer = createDeliverer({
    ...{ store, seal: keys.seal, allowPrivate: true, lookUp: hosts.lookUp, log: SILENT, observe },
    ...callbacks,
  });
  const lists = openLists({ ...sessions, lookUp, deliverer, log: SILENT, wake: () => undefined });
  const app = createApp({
    endpoints: [...bind(ACCOUNT_ENDPOINTS, { store, lookUp }), ...lists.endpoints],
    pages: [],
    ownerOf: (...asked) => ownerOf(lookUp, ...asked),
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
      hosts.close();
      await close();
    },
  };
};

/** When results of tests were found. */
export const FOUND_AT = timestamp(new Date('2026-01-31T12:00:00Z'));

/** Puts results of rows into the tables, as the worker does. */
export const putResults = async (store: Store, listId: number, found: Record<number, Status>): Promise<void> => {
  const { now } = store;
  const rows = Object.entries(found);
  const count = (status: Status): number => rows.filter(([, one]) => one === status).length;
  const bounces = noBounces();
  for (const [, status] of rows) addBounce(bounces, { status, sub_status: [] }, null);
  await inTransaction(store, async (inside) => {
    const results = rows.map(([row, status]) => ({ row: Number(row), status }));
    await addToBlocks(inside, listId, results, true);
    await inside.db
      .insertInto('batch_results')
      .values(
        rows.map(([row, status]) => ({
          batch_id: listId,
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
    await inside.db
      .updateTable('batches')
      .set(({ eb }) => ({
        status: 'processing',
        processed: eb('processed', '+', rows.length),
        valid: eb('valid', '+', count('valid')),
        invalid: eb('invalid', '+', count('invalid')),
        risky: eb('risky', '+', count('risky')),
        unknown: eb('unknown', '+', count('unknown')),
        bounce_addresses: eb('bounce_addresses', '+', bounces.addresses),
        bounce_low: eb('bounce_low', '+', bounces.low),
        bounce_high: eb('bounce_high', '+', bounces.high),
        started_at: now,
        updated_at: now,
      }))
      .where('id', '=', listId)
      .execute();
  });
};

export const complete = (store: Store, listId: number): Promise<boolean> =>
  endList(store, listId, { status: 'completed' });
