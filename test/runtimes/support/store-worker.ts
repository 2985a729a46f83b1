import {
  durableObjectStore,
  EdgeStoreObject as Published,
  type ObjectNamespace,
  type ObjectState,
} from '../../../src/edge/store/durable-object.js';
import type { EdgeStore } from '../../../src/receipt/store/types.js';

/** The members of a Durable Object's state that the tests use to inspect it and to abort the object. */
interface Peephole {
  storage: { kv: { list(): Iterable<[string, unknown]> }; getAlarm(): Promise<number | null> };
  abort(reason: string): void;
}

/** The published class, and what a test needs beside it. */
export class EdgeStoreObject extends Published {
  readonly #state: Peephole;
  #isDoomed = false;

  constructor(state: ObjectState & Peephole) {
    super(state);
    this.#state = state;
  }

  override async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const { storage } = this.#state;
    if (pathname === '/keeps') return Response.json([[...storage.kv.list()].length, await storage.getAlarm()]);
    if (pathname === '/doom') return Response.json((this.#isDoomed = true));
    if (this.#isDoomed) this.#state.abort('as by an update of the Worker, or by a machine that fails');
    return super.fetch(request);
  }
}

/**
 * Makes the call that it is told, each in a request of its own: one of the store; or `keeps`, which tells how many
 * records an object keeps and when its alarm is; or `doom`, after which the object breaks off at its next call.
 */
export default {
  async fetch(request: Request, { STORE }: { STORE: ObjectNamespace }): Promise<Response> {
    const [method, ...args] = (await request.json()) as [keyof EdgeStore | 'keeps' | 'doom', ...unknown[]];
    const answer = async (): Promise<unknown> => {
      if (method === 'keeps' || method === 'doom') {
        const object = STORE.get(STORE.idFromName(String(args[0])));
        return (await object.fetch(`https://edge-store/${method}`, { method: 'POST', body: '' })).json();
      }
      const store = durableObjectStore(STORE) as Record<keyof EdgeStore, (...args: unknown[]) => Promise<unknown>>;
      return store[method](...args);
    };
    return answer().then(
      (given) => Response.json(given instanceof Map ? [...(given as Map<string, unknown>)] : (given ?? null)),
      (error: unknown) => new Response(String(error), { status: 500 }),
    );
  },
};
