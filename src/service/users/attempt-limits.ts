import { sql } from 'kysely';
import { Refusal } from '../../protocol/refusal.js';
import { createFairQueue } from '../../util/fair-queue.js';
import type { Store } from '../schema.js';

/** A limit: a number of attempts at once, and one more after each interval. */
export interface Limit {
  name: string;
  burst: number;
  everyS: number;
}

export const LIMITS = {
  /** Attempts with a password or a link, by client. An office shares one network address, and an IPv6 /48 counts as one. */
  client: { name: 'client', burst: 30, everyS: 20 },
  /** Attempts to sign in with one address from one client. */
  addressAndClient: { name: 'address and client', burst: 5, everyS: 60 },
  /** Attempts to sign in with one address from anywhere: too many for a person, far too few to guess a password. */
  address: { name: 'address', burst: 100, everyS: 36 },
  /** Attempts to sign in from a browser in which the user has signed in before. */
  device: { name: 'device', burst: 10, everyS: 60 },
  /** A password asked again of somebody who is signed in. */
  user: { name: 'user', burst: 5, everyS: 60 },
  /** API keys made by an account: each stays in the database. */
  keys: { name: 'keys', burst: 20, everyS: 60 },
  /** Tests of a receiver of callbacks: each is a request to a host of the user's choice. */
  callbackTests: { name: 'callback tests', burst: 5, everyS: 60 },
  /** Callbacks of an account that are sent again. */
  callbackReplays: { name: 'callback replays', burst: 20, everyS: 30 },
  /** Uploads of lists of an account: each is work, also if it is refused or deleted at once. */
  uploads: { name: 'uploads', burst: 100, everyS: 3 },
  /** Exports of an account, which read all that there is about it. */
  exports: { name: 'exports', burst: 5, everyS: 600 },
  /** Mails asked for by a client. */
  mailsOfClient: { name: 'mails of client', burst: 10, everyS: 360 },
  /** Mails asked for by a user, in a session or from a device. */
  mailsOfUser: { name: 'mails of user', burst: 10, everyS: 360 },
  /** Mails of one kind to a mailbox: those that its user asks for, and those that all strangers ask for. */
  mailsToMailbox: { name: 'mails to mailbox', burst: 3, everyS: 1200 },
} as const satisfies Record<string, Limit>;

/** After `every` attempts, up to `rows` rows that are no longer needed are removed: more than were added. */
const SWEEP = { every: 16, rows: 64 } as const;

export interface Limiter {
  /**
   * Counts an attempt against a limit, with any number of processes on one database.
   * @param subjects what the limit counts, such as an address; only a keyed hash of it is stored.
   * @throws Refusal `rate_limited`, with `Retry-After`.
   */
  take(limit: Limit, ...subjects: string[]): Promise<void>;
  /** Forgets the attempts, after one that was right. */
  reset(limit: Limit, ...subjects: string[]): Promise<void>;
}

const seconds = (value: number) => sql`${sql.lit(value)} * interval '1 second'`;

export const createLimiter = (store: Store, keyOf: (text: string) => Buffer): Limiter => {
  const { db } = store;
  // One at a time: others wait here, and not for the database, where the checks of accounts would wait behind a flood
  // of strangers.
  const turns = createFairQueue(1);
  let attempts = 0;
  // A statement of its own: together with the one below, two processes could wait for each other.
  const sweep = async (): Promise<void> => {
    await sql`delete from attempts where key in (select key from attempts where arrival < ${store.now}
      order by arrival limit ${sql.lit(SWEEP.rows)} for update skip locked)`.execute(db);
  };
  const key = (limit: Limit, subjects: string[]): Buffer => keyOf(JSON.stringify([limit.name, ...subjects]));
  const count = async ({ burst, everyS }: Limit, own: Buffer): Promise<void> => {
    attempts += 1;
    if (attempts % SWEEP.every === 0) await sweep();
    const now = store.now;
    // An arrival further ahead than any attempt can make it dates from before the clock was set back.
    const impossible = sql`attempts.arrival > ${now} + ${seconds(2 * burst * everyS)}`;
    const taken = await sql`
      insert into attempts (key, arrival) values (${own}, ${now} + ${seconds(everyS)})
      on conflict (key) do update set
        arrival = case when ${impossible} then ${now} else greatest(attempts.arrival, ${now}) end + ${seconds(everyS)}
        where attempts.arrival <= ${now} + ${seconds((burst - 1) * everyS)} or ${impossible}`.execute(db);
    if (taken.numAffectedRows === 1n) return;
    const found = await db
      .selectFrom('attempts')
      .select(sql<number>`extract(epoch from arrival - ${now})::float8`.as('ahead'))
      .where('key', '=', own)
      .executeTakeFirst();
    const wait = Math.max(1, Math.ceil((found?.ahead ?? 0) - (burst - 1) * everyS));
    throw new Refusal('rate_limited', `Too many attempts; try again in ${wait} s.`, { 'retry-after': String(wait) });
  };
  return {
    take(limit, ...subjects) {
      const own = key(limit, subjects);
      return turns.run(own.toString('base64'), () => count(limit, own));
    },
    async reset(limit, ...subjects) {
      await db.deleteFrom('attempts').where('key', '=', key(limit, subjects)).execute();
    },
  };
};
