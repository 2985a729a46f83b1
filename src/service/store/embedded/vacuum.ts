import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';

/** The interval at which it is examined which tables are due, in ms. */
const EXAMINED_MS = 60_000;
/**
 * A table is due when `rows` of its rows were deleted, replaced or inserted, and `share` of all, as with PostgreSQL's own
 * `autovacuum_vacuum_threshold` and `autovacuum_vacuum_scale_factor`.
 */
const DUE = { rows: 1000, share: 0.1 };
/**
 * The age of transaction ids at which a table or a database is due, whatever changed in it; they run out at
 * 2,000,000,000.
 */
const OLD = 50_000_000;
/** The interval at which it is examined whether others wait for the connection, and the maximum wait, in ms. */
const QUIET_MS = { interval: 50, max: 60_000 };

/** The embedded database, as its vacuum needs it. */
export interface Vacuumed<T> {
  /** The database, without the limit for a statement that calls have. */
  db: Kysely<T>;
  /** Returns the number of callers that wait for the connection now. */
  waiting: () => number;
  /** False while the database must be left alone. */
  isFree: () => Promise<boolean>;
}

/** @param all true: every table, because the counts of changed rows begin with the start. */
const dueTables = async <T>(db: Kysely<T>, old: number, all: boolean): Promise<string[]> => {
  // Else the counts of the last second are missing.
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, pg_class.relname) as name
    from pg_stat_all_tables join pg_class on pg_class.oid = relid left join pg_class as toast on toast.oid = pg_class.reltoastrelid
    where pg_class.relkind in ('r', 'm') and (${all}::boolean
      or greatest(n_dead_tup, n_ins_since_vacuum) > ${sql.lit(DUE.rows)} + ${sql.lit(DUE.share)} * greatest(pg_class.reltuples, 0)
      or greatest(age(pg_class.relfrozenxid), age(toast.relfrozenxid)) > ${old}::integer)
    order by name`.execute(db);
  return rows.map(({ name }) => name);
};

/**
 * Drops the databases that `initdb` made besides ours, once they are old: transaction ids run out by the oldest database,
 * PGlite opens only one, and nothing uses the others.
 */
const dropOldDatabases = async <T>(db: Kysely<T>, old: number): Promise<void> => {
  const { rows } = await sql<{ name: string }>`select datname as name from pg_database
    where datname <> current_database() and age(datfrozenxid) > ${old}::integer`.execute(db);
  for (const { name } of rows) {
    await sql`update pg_database set datistemplate = false where datname = ${name}`.execute(db);
    await sql`drop database ${sql.id(name)}`.execute(db);
  }
};

/**
 * Vacuums an embedded database, whose PostgreSQL has no autovacuum: without, its files grow with each change, and its
 * transaction ids run out. Every minute, each table that is due is vacuumed in a moment when no call waits, and its rows are
 * frozen: what was frozen before costs nothing again.
 * @param onError called if a vacuum fails; it is tried again in a minute.
 * @returns a function that ends it after the running statement.
 */
export const scheduleVacuum = <T>(
  { db, waiting, isFree }: Vacuumed<T>,
  onError: (error: Error) => void,
  old = OLD,
): (() => void) => {
  const end = new AbortController();
  let isFirst = true;
  let running: Promise<void> | undefined;

  /** Waits for a quiet moment. @returns false if the database must be left alone. */
  const isQuiet = async (): Promise<boolean> => {
    const started = performance.now();
    while (!end.signal.aborted && waiting() > 0 && performance.now() - started < QUIET_MS.max)
      await sleep(QUIET_MS.interval, undefined, { ref: false });
    return !end.signal.aborted && (await isFree());
  };
  const run = async (): Promise<void> => {
    if (!(await isQuiet())) return;
    for (const table of await dueTables(db, old, isFirst)) {
      if (!(await isQuiet())) return;
      await sql.raw(`vacuum (freeze) ${table}`).execute(db);
    }
    isFirst = false;
    if (await isQuiet()) await dropOldDatabases(db, old);
  };
  const timer = setInterval(() => {
    running ??= run()
      .catch((error: unknown) => {
        if (!end.signal.aborted) onError(error as Error);
      })
      .finally(() => (running = undefined));
  }, EXAMINED_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    end.abort();
  };
};
