/** A store with lists that end, a sender of their callbacks, and a clock that a test moves. */
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { endList, type End } from '../../../../src/service/lists/end.js';
import {
  createDeliverer,
  type Deliverer,
  type DelivererOptions,
} from '../../../../src/service/lists/callbacks/deliverer.js';
import { readCallbacks } from '../../../../src/service/lists/callbacks/callback-log.js';
import { SILENT } from '../../../../src/service/monitoring/log.js';
import { createSeal } from '../../../../src/service/keys/seal.js';
import { createHostLookUp } from '../../../../src/service/outgoing/look-up.js';
import type { Store } from '../../../../src/service/schema.js';
import { eventually } from '../../../support/eventually.js';
import type { Harness, Place } from '../../harness.js';
import { SECRET } from '../../scripted.js';
import { putList } from '../support.js';
import { startReceiver, type Receiver } from './receiver.js';

export const ACCOUNT = 1;
export const ADDRESS = 'anna@firma-eins.de';

export const HOUR_MS = 3_600_000;

/** Puts an account into a new store. */
export const putAccount = ({ db }: Store): Promise<unknown> =>
  db.insertInto('accounts').values({ plan: 'standard', owner_id: null }).execute();

/** Puts a list with a callback into a store, and ends it. @returns its id. */
export const makeEndedList = async (
  store: Store,
  callbackUrl: string,
  end: End = { status: 'completed' },
  accountId = ACCOUNT,
): Promise<number> => {
  const id = await putList(store, [[ADDRESS]], { accountId, callbackUrl });
  await endList(store, id, end);
  return id;
};

/** The only callback of a list. */
export const callbackOf = async (store: Store, listId: number) => {
  const [callback] = await readCallbacks(store, ACCOUNT, listId);
  if (callback === undefined) throw new Error(`list ${listId} has no callback`);
  return callback;
};

/** Waits until an attempt of a callback has ended, and gives the callback. */
export const attempted = async (store: Store, listId: number, attempts = 1) => {
  let callback = await callbackOf(store, listId);
  const isDone = (): boolean => {
    const last = callback.attempts.at(-1);
    return callback.attempts.length >= attempts && last?.ms !== null;
  };
  await eventually(async () => {
    callback = await callbackOf(store, listId);
    return isDone();
  });
  return callback;
};

/** Opens senders on one store, and receivers; they end with each test. Call it inside `onBothStores`. */
export const useSenders = ({ place, openStore }: Harness & { place: () => Promise<Place> }) => {
  const ends: (() => Promise<void>)[] = [];
  let store: Store | undefined;
  let where: Place | undefined;
  /** The clock stands still, so that times are exact on a busy machine. */
  let now = NaN;
  beforeAll(async () => {
    where = await place();
    store = await openStore(where, { clock: () => new Date(now) });
    await putAccount(store);
  });
  beforeEach(() => {
    now = Date.now();
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
    await store!.db.deleteFrom('batch_callbacks').execute();
    await store!.db.deleteFrom('callback_secrets').execute();
  });
  const sender = {
    get store() {
      return store!;
    },
    get place() {
      return where!;
    },
    /** Moves the clock of the store ahead. */
    ahead: (ms: number) => {
      now += ms;
    },
    /** Sets the clock of the store to just after a time, which is told in whole seconds. */
    at: (time: string) => {
      now = Date.parse(time) + 1000;
    },
    start: async (options: Partial<DelivererOptions> = {}): Promise<Deliverer> => {
      const seal = await createSeal(SECRET);
      const { lookUp, close } = createHostLookUp({ dnsServers: [], allowPrivate: true });
      const deliverer = createDeliverer({
        ...{ store: sender.store, seal, allowPrivate: true, lookUp, log: SILENT },
        ...options,
      });
      ends.push(() => deliverer.close().then(close));
      return deliverer;
    },
    receive: async (tls?: { key: string; cert: string }): Promise<Receiver> => {
      const receiver = await startReceiver(tls);
      ends.push(receiver.close);
      return receiver;
    },
  };
  return sender;
};
