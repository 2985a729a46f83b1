import { addToTable, type CountTable } from '../../receipt/store/count-table.js';
import {
  isComplete,
  type CounterLimit,
  type Counts,
  type EdgeStore,
  type TableBounds,
  type Taken,
} from '../../receipt/store/types.js';

/** The part of a `DurableObjectState` that is used. */
export interface ObjectState {
  readonly storage: {
    /** The synchronous key-value API of objects with SQLite storage. */
    readonly kv: {
      get(key: string): unknown;
      put(key: string, value: unknown): void;
      delete(key: string): unknown;
      list(): Iterable<[string, unknown]>;
    };
    setAlarm(timeMs: number): Promise<void>;
    deleteAll(): Promise<void>;
  };
}

/** The part of a `DurableObjectNamespace` that is used: the binding of {@link EdgeStoreObject}. */
export interface ObjectNamespace {
  idFromName(name: string): unknown;
  get(id: unknown): {
    fetch(url: string, init: { method: 'POST'; body: string }): Promise<{ status: number; json(): Promise<unknown> }>;
  };
}

/** One call of the store, as sent to the object of a counter group, a text, a note or a table of counts. */
type Call =
  | { operation: 'take'; counters: readonly CounterLimit[] }
  | { operation: 'get' }
  | { operation: 'set'; value: string; ttlMs: number }
  | { operation: 'setIfAbsent'; ttlMs: number }
  | { operation: 'addCounts'; row: string; counts: Counts; bounds: TableBounds }
  | { operation: 'readCounts' };

/** The counts of a table, as sent from its object. */
type Rows = [row: string, counters: [name: string, count: number][]][];

/** A record of an object: a counter has `taken`, a text has `value`, a table has `table`, a note has none of them. */
interface Kept {
  endsAt: number;
  taken?: number;
  value?: string;
  table?: CountTable;
}

/** The longest text that is stored. A verdict has a few hundred characters; SQLite takes 2 MB. */
const MAX_TEXT_LENGTH = 16_384;
/** The key of the single record of a text, note or table object. The keys of counters have another prefix. */
const KEPT = 'kept';
const counterKey = (key: string): string => `count:${key}`;

/**
 * The Durable Object of {@link durableObjectStore}, one for each counter group, text, note and table. The Worker must
 * export it and bind it with SQLite storage (`new_sqlite_classes`). An alarm deletes expired records; an object without
 * records ceases to exist.
 *
 * The reads and writes of one call have no await in between, so that calls do not interleave. The runtime holds back the
 * response until the writes are durable (output gate).
 */
export class EdgeStoreObject {
  readonly #storage: ObjectState['storage'];
  /** The time of the alarm; undefined if this instance has not set one (an earlier instance may have). */
  #alarmAt: number | undefined;

  constructor({ storage }: ObjectState) {
    this.#storage = storage;
  }

  async fetch(request: Request): Promise<Response> {
    // Trusted input: the binding is private to the Worker, so only `durableObjectStore` calls.
    return Response.json(await this.#answer((await request.json()) as Call));
  }

  async alarm(): Promise<void> {
    const now = Date.now();
    this.#alarmAt = undefined;
    const ended = [...this.#records()].filter(([, { endsAt }]) => endsAt <= now);
    for (const [key] of ended) this.#storage.kv.delete(key);
    const next = this.#soonestEnd();
    if (next === Infinity) await this.#storage.deleteAll();
    else await this.#wakeAt(next);
  }

  async #answer(call: Call): Promise<Taken[] | Rows | string | boolean | null> {
    switch (call.operation) {
      case 'take':
        return this.#take(call.counters);
      case 'get':
        return this.#current(KEPT)?.value ?? null;
      case 'set':
        await this.#keep(KEPT, { endsAt: Date.now() + call.ttlMs, value: call.value });
        return null;
      case 'setIfAbsent': {
        const isFirst = this.#current(KEPT) === undefined;
        if (isFirst) await this.#keep(KEPT, { endsAt: Date.now() + call.ttlMs });
        return isFirst;
      }
      case 'addCounts': {
        const { table = new Map<string, Map<string, number>>(), endsAt } = this.#current(KEPT) ?? {
          endsAt: Date.now() + call.bounds.ttlMs,
        };
        addToTable(table, call.row, call.counts, call.bounds);
        await this.#keep(KEPT, { endsAt, table });
        return true;
      }
      case 'readCounts':
        return [...(this.#current(KEPT)?.table ?? [])].map(([row, counters]): Rows[number] => [row, [...counters]]);
    }
  }

  async #take(counters: readonly CounterLimit[]): Promise<Taken[]> {
    const now = Date.now();
    const found = counters.map(({ key, limit, windowMs }) => {
      const name = counterKey(key);
      const current = this.#current(name);
      const { taken = 0, endsAt } = current ?? { endsAt: now + windowMs };
      const state = { allowed: taken < limit, remaining: limit - taken, resetMs: endsAt - now };
      return { name, isNew: !current, kept: { endsAt, taken: taken + 1 }, state };
    });
    const refused = found.findIndex(({ state }) => !state.allowed);
    if (refused !== -1) return found.slice(0, refused + 1).map(({ state }) => state);
    const alarms: Promise<void>[] = [];
    for (const { name, isNew, kept } of found) {
      if (isNew) alarms.push(this.#keep(name, kept));
      // The alarm is set already.
      else this.#storage.kv.put(name, kept);
    }
    await Promise.all(alarms);
    return found.map(({ state }) => ({ ...state, remaining: state.remaining - 1 }));
  }

  /** All records. Only this class writes to the storage. */
  #records(): Iterable<[string, Kept]> {
    return this.#storage.kv.list() as Iterable<[string, Kept]>;
  }

  /** A record that has not expired. */
  #current(key: string): Kept | undefined {
    const kept = this.#storage.kv.get(key) as Kept | undefined;
    return kept && kept.endsAt > Date.now() ? kept : undefined;
  }

  #soonestEnd(): number {
    let soonest = Infinity;
    for (const [, { endsAt }] of this.#records()) soonest = Math.min(soonest, endsAt);
    return soonest;
  }

  #wakeAt(ms: number): Promise<void> {
    this.#alarmAt = ms;
    return this.#storage.setAlarm(ms);
  }

  /** Writes record and alarm in one transaction: there is no await in between. */
  async #keep(key: string, kept: Kept): Promise<void> {
    this.#storage.kv.put(key, kept);
    const alarmAt = this.#alarmAt ?? this.#soonestEnd();
    if (this.#alarmAt === undefined || kept.endsAt < alarmAt) await this.#wakeAt(Math.min(alarmAt, kept.endsAt));
  }
}

const isTaken = (answer: unknown): answer is Taken => {
  if (typeof answer !== 'object' || answer === null) return false;
  const { allowed, remaining, resetMs }: Partial<Record<keyof Taken, unknown>> = answer;
  return typeof allowed === 'boolean' && typeof remaining === 'number' && typeof resetMs === 'number';
};

const isRow = (row: unknown): row is Rows[number] =>
  Array.isArray(row) && typeof row[0] === 'string' && Array.isArray(row[1]);

/**
 * An {@link EdgeStore} in Durable Objects, shared by all isolates of a Worker: one small object for each counter group (a
 * client, or the upstream calls), verdict, note and table of counts (an origin's day). Each call is one request to one
 * object. An object runs near its first caller and handles a few hundred calls a second; this limits upstream calls,
 * which all go through one object.
 * @param namespace the binding of {@link EdgeStoreObject}.
 * @example
 * export { EdgeStoreObject } from 'email-verify-element/edge';
 * const edge = createEdge({ ...options, store: durableObjectStore(env.EDGE_STORE) });
 */
export const durableObjectStore = (namespace: ObjectNamespace): EdgeStore => {
  const ask = async (name: string, call: Call): Promise<unknown> => {
    // A new stub for each call, since a stub whose object failed stays broken.
    const object = namespace.get(namespace.idFromName(name));
    const response = await object.fetch('https://edge-store/', { method: 'POST', body: JSON.stringify(call) });
    if (response.status === 200) return response.json();
    throw new TypeError(`durableObjectStore: the object answered ${call.operation} with status ${response.status}`);
  };
  const unexpected = (operation: string, right: string): TypeError =>
    new TypeError(`durableObjectStore: ${operation} was not answered by ${right}; is EdgeStoreObject bound?`);

  return {
    async take(group, counters) {
      const answer = await ask(`count:${group}`, { operation: 'take', counters });
      if (Array.isArray(answer) && answer.every(isTaken) && isComplete(answer, counters.length)) return answer;
      throw unexpected('take', 'the states of the counters');
    },

    async get(key) {
      const answer = await ask(`text:${key}`, { operation: 'get' });
      if (answer === null || typeof answer === 'string') return answer;
      throw unexpected('get', 'a text or null');
    },

    async set(key, value, ttlMs) {
      if (value.length > MAX_TEXT_LENGTH) {
        throw new RangeError(`durableObjectStore: a text of ${value.length} characters; it keeps ${MAX_TEXT_LENGTH}`);
      }
      await ask(`text:${key}`, { operation: 'set', value, ttlMs });
    },

    async setIfAbsent(key, ttlMs) {
      const answer = await ask(`note:${key}`, { operation: 'setIfAbsent', ttlMs });
      if (typeof answer === 'boolean') return answer;
      throw unexpected('setIfAbsent', 'true or false');
    },

    async addCounts(table, row, counts, bounds) {
      const answer = await ask(`table:${table}`, { operation: 'addCounts', row, counts, bounds });
      if (answer !== true) throw unexpected('addCounts', 'true');
    },

    async readCounts(table) {
      const answer = await ask(`table:${table}`, { operation: 'readCounts' });
      if (!Array.isArray(answer) || !answer.every(isRow)) throw unexpected('readCounts', 'rows of counts');
      return new Map(answer.map(([row, counters]) => [row, Object.fromEntries(counters)]));
    },
  };
};
