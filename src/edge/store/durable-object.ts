import type { EdgeStore, Taken } from './types.js';

/** What is used of a `DurableObjectState`. */
export interface ObjectState {
  readonly storage: {
    /** The synchronous key-value API of objects with SQLite storage. */
    readonly kv: { get(key: string): unknown; put(key: string, value: unknown): void };
    setAlarm(timeMs: number): Promise<void>;
    deleteAll(): Promise<void>;
  };
}

/** What is used of a `DurableObjectNamespace`: the binding of {@link EdgeStoreObject}. */
export interface ObjectNamespace {
  idFromName(name: string): unknown;
  get(id: unknown): {
    fetch(url: string, init: { method: 'POST'; body: string }): Promise<{ status: number; json(): Promise<unknown> }>;
  };
}

/** One call of the store, as it goes to the key's object. */
type Call =
  | { operation: 'take'; limit: number; windowMs: number }
  | { operation: 'get' }
  | { operation: 'set'; value: string; ttlMs: number }
  | { operation: 'setIfAbsent'; ttlMs: number };

/** All that an object keeps. A counter knows how much was taken, a text its value, a note nothing but its time. */
interface Kept {
  endsAt: number;
  taken?: number;
  value?: string;
}

/** The longest text that is kept. A verdict has some hundred characters; SQLite takes 2 MB. */
const MAX_TEXT_LENGTH = 16_384;
const KEPT = 'kept';

/**
 * The Durable Object of {@link durableObjectStore}: one for each key, to be exported by the Worker and bound with SQLite storage
 * (`new_sqlite_classes`). It keeps one record, and an alarm deletes that once its time is over: the object is then gone.
 *
 * What one call reads and writes is done without an await in between, so that no other call comes between either. Answers wait
 * until the write is safe: the runtime holds them back (output gate).
 */
export class EdgeStoreObject {
  readonly #storage: ObjectState['storage'];

  constructor({ storage }: ObjectState) {
    this.#storage = storage;
  }

  async fetch(request: Request): Promise<Response> {
    return Response.json(await this.#answer((await request.json()) as Call));
  }

  async alarm(): Promise<void> {
    const kept = this.#read();
    // Begun anew in the meantime, or called too early by a clock that goes ahead.
    if (kept && kept.endsAt > Date.now()) await this.#storage.setAlarm(kept.endsAt);
    else await this.#storage.deleteAll();
  }

  async #answer(call: Call): Promise<Taken | string | boolean | null> {
    switch (call.operation) {
      case 'take':
        return this.#take(call.limit, call.windowMs);
      case 'get':
        return this.#current()?.value ?? null;
      case 'set':
        await this.#keep({ endsAt: Date.now() + call.ttlMs, value: call.value });
        return null;
      case 'setIfAbsent': {
        const isFirst = this.#current() === undefined;
        if (isFirst) await this.#keep({ endsAt: Date.now() + call.ttlMs });
        return isFirst;
      }
    }
  }

  async #take(limit: number, windowMs: number): Promise<Taken> {
    const now = Date.now();
    const current = this.#current();
    const { taken = 0, endsAt } = current ?? { endsAt: now + windowMs };
    const allowed = taken < limit;
    const after = allowed ? taken + 1 : taken;
    if (!current) await this.#keep({ endsAt, taken: after });
    // The alarm stands already. What is refused costs no write.
    else if (allowed) this.#storage.kv.put(KEPT, { endsAt, taken: after });
    return { allowed, remaining: Math.max(0, limit - after), resetMs: endsAt - now };
  }

  #read(): Kept | undefined {
    return this.#storage.kv.get(KEPT) as Kept | undefined;
  }

  /** What is kept and has not ended. */
  #current(): Kept | undefined {
    const kept = this.#read();
    return kept && kept.endsAt > Date.now() ? kept : undefined;
  }

  /** Both in one transaction: there is no await between them. */
  #keep(kept: Kept): Promise<void> {
    this.#storage.kv.put(KEPT, kept);
    return this.#storage.setAlarm(kept.endsAt);
  }
}

const isTaken = (answer: unknown): answer is Taken => {
  const { allowed, remaining, resetMs } = (answer ?? {}) as Partial<Taken>;
  return typeof allowed === 'boolean' && typeof remaining === 'number' && typeof resetMs === 'number';
};

/**
 * An {@link EdgeStore} in Durable Objects, shared by every isolate of a Worker: one small object for each key, which is one
 * client, one token or one verdict. Each call is one request to one object. An object lies near whoever called it first, and
 * takes some hundred calls a second; `day`, which every check that reaches the upstream goes through, is one of them.
 * @param namespace the binding of {@link EdgeStoreObject}.
 * @example
 * export { EdgeStoreObject } from 'email-verify-element/edge';
 * const edge = createEdge({ ...options, store: durableObjectStore(env.EDGE_STORE) });
 */
export const durableObjectStore = (namespace: ObjectNamespace): EdgeStore => {
  const ask = async (name: string, call: Call): Promise<unknown> => {
    // A new stub for each call: one whose object failed stays broken.
    const object = namespace.get(namespace.idFromName(name));
    const response = await object.fetch('https://edge-store/', { method: 'POST', body: JSON.stringify(call) });
    if (response.status === 200) return response.json();
    throw new TypeError(`durableObjectStore: the object answered ${call.operation} with status ${response.status}`);
  };
  const unexpected = (operation: string, right: string): TypeError =>
    new TypeError(`durableObjectStore: ${operation} was not answered by ${right}; is EdgeStoreObject bound?`);

  return {
    async take(key, limit, windowMs) {
      const answer = await ask(`count:${key}`, { operation: 'take', limit, windowMs });
      if (isTaken(answer)) return answer;
      throw unexpected('take', 'how the counter stands');
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
  };
};
