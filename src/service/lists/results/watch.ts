/** Watching lists: their progress as events. */
import { z } from 'zod';
import { createAdmission } from '../../http/admission.js';
import { Refusal } from '../../../protocol/refusal.js';
import type { Store } from '../../schema.js';
import { noSuchList, type List } from '../list.js';
import { hasEnded } from '../tables.js';
import { createEventStream, type EventStream } from './event-stream.js';
import { EXAMPLE_LIST, LIST, viewLists, type ListView } from './list-view.js';

/** The data of an event. */
export const PROGRESS = LIST.extend({
  rate: z.number().nullable().describe('rows a second in the last minute; null: not known yet'),
  seconds_left: z
    .int()
    .nullable()
    .describe('an estimate; null: not known yet, or all rows that are left wait to be asked again'),
});
export const EXAMPLE_PROGRESS: z.output<typeof PROGRESS> = { ...EXAMPLE_LIST, rate: 20.5, seconds_left: 29 };

/** Streams in this process at most; of these, one account gets half while nobody else has any. */
const PLACES = 500;
/**
 * The interval at which watched lists are read, the silence after which a comment is sent, and the life of a stream, in
 * ms.
 */
const POLL_MS = 1000;
const BEAT_MS = 15_000;
const LIFE_MS = 3_600_000;
/** The time over which the rate is measured, in ms. */
const RATE_MS = 60_000;

/** The lists that are watched in this process. */
export interface Watches {
  /**
   * Streams the events of a list: one `progress` at once, one whenever it has changed, and `end`.
   * @throws Refusal `unavailable` if the account or the process has too many streams, or the service ends.
   */
  watch: (accountId: number, listId: number) => Promise<ReadableStream<Uint8Array>>;
  /** Closes all streams, and refuses new ones. */
  end: () => void;
}

/** The number of rows of a list that were processed at a time (Unix time, in ms). */
interface Sample {
  at: number;
  processed: number;
}

interface Watched {
  clients: Set<Client>;
  samples: Sample[];
}

interface Client {
  stream: EventStream;
  /** The last data sent, without the estimates. */
  sent: string;
  since: number;
}

interface State {
  list: List & { at: Date };
  view: ListView;
}

/** The rate between the oldest and the newest sample, and the time that is left at it. */
const estimate = (samples: readonly Sample[], list: List) => {
  const [first, last] = [samples[0], samples.at(-1)];
  const seconds = first && last ? (last.at - first.at) / 1000 : 0;
  const rate = first && last && seconds >= 1 ? (last.processed - first.processed) / seconds : null;
  const left = list.total - list.duplicates - list.processed;
  const waiting = list.waiting_dns + list.waiting_smtp + list.waiting_greylisted;
  return {
    rate: rate === null ? null : Math.round(rate * 10) / 10,
    // The rate says nothing about rows that wait for a time: `next_at` names it.
    seconds_left: rate === null || rate === 0 || (waiting > 0 && left <= waiting) ? null : Math.ceil(left / rate),
  };
};

const addSample = (samples: Sample[], { at, started_at, processed }: State['list']): void => {
  if (samples.length === 0 && started_at !== null) samples.push({ at: started_at.getTime(), processed: 0 });
  samples.push({ at: at.getTime(), processed });
  while (samples.length > 2 && at.getTime() - (samples[1]?.at ?? 0) > RATE_MS) samples.shift();
};

/**
 * Watches lists. Those watched in this process are read by one query a second, however many watch them.
 * @param times for tests.
 */
export const createWatches = (
  store: Store,
  { pollMs = POLL_MS, beatMs = BEAT_MS, lifeMs = LIFE_MS, places = PLACES } = {},
): Watches => {
  const admission = createAdmission(places);
  const watched = new Map<number, Watched>();
  let timer: NodeJS.Timeout | undefined;
  let polling = false;
  let closed = false;
  const isClosed = (): boolean => closed;

  const read = async (ids: number[]): Promise<State[]> => {
    const { db, now } = store;
    const rows = await db.selectFrom('batches').selectAll().select(now.as('at')).where('id', 'in', ids).execute();
    const lists = rows as State['list'][];
    const views = await viewLists(store, lists);
    return lists.flatMap((list, index) => {
      const view = views[index];
      return view ? [{ list, view }] : [];
    });
  };

  const send = (client: Client, { list, view }: State, samples: readonly Sample[]): void => {
    const plain = JSON.stringify(view);
    const ends = hasEnded(view.status);
    if (client.sent === plain && !ends) return;
    const isFirst = client.sent === '';
    client.sent = plain;
    const data = JSON.stringify({ ...view, ...estimate(samples, list) });
    // The client has read nothing before the first one, and each stream begins with `progress`.
    if (!ends || isFirst) client.stream.send('progress', data);
    if (!ends) return;
    client.stream.send('end', data);
    client.stream.close(true);
  };

  const poll = async (): Promise<void> => {
    const ids = [...watched.keys()];
    const states = new Map((await read(ids)).map((state) => [state.list.id, state]));
    for (const id of ids) {
      const { clients = new Set<Client>(), samples = [] } = watched.get(id) ?? {};
      const state = states.get(id);
      if (state !== undefined) addSample(samples, state.list);
      for (const client of clients) {
        if (state === undefined) client.stream.close(false);
        else send(client, state, samples);
      }
    }
  };

  const tick = (): void => {
    for (const { clients } of watched.values())
      for (const { stream, since } of clients) {
        stream.beat(beatMs);
        // The client connects again, with a key or a session that still works.
        if (performance.now() - since > lifeMs) stream.close(false);
      }
    if (polling || watched.size === 0) return;
    polling = true;
    // While the store is unavailable the streams are open, and silent.
    void poll()
      .catch(() => undefined)
      .finally(() => (polling = false));
  };

  const remove = (listId: number, client: Client): void => {
    const clients = watched.get(listId)?.clients;
    clients?.delete(client);
    if (clients?.size === 0) watched.delete(listId);
    if (watched.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  return {
    async watch(accountId, listId) {
      if (closed) throw new Refusal('unavailable', 'The service ends; try again in 5 s.', { 'retry-after': '5' });
      const leave = admission.enter({ id: accountId, isStranger: false });
      try {
        const [state] = await read([listId]);
        if (state === undefined) throw noSuchList();
        const entry = watched.get(listId) ?? { clients: new Set(), samples: [] };
        if (entry.samples.length === 0) addSample(entry.samples, state.list);
        const client: Client = {
          sent: '',
          since: performance.now(),
          stream: createEventStream(() => {
            leave();
            remove(listId, client);
          }),
        };
        entry.clients.add(client);
        watched.set(listId, entry);
        timer ??= setInterval(tick, pollMs).unref();
        send(client, state, entry.samples);
        // It may have closed while the list was read.
        if (isClosed()) client.stream.close(false);
        return client.stream.body;
      } catch (error) {
        leave();
        throw error;
      }
    },
    end() {
      closed = true;
      for (const { clients } of [...watched.values()]) for (const { stream } of [...clients]) stream.close(false);
    },
  };
};
