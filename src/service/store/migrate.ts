import { sql, type Kysely, type Transaction } from 'kysely';
import { StartupError } from '../../config/startup-error.js';
import type { Migrations } from './migration-step.js';

/** The advisory lock for start-up work of one process at a time. The number is arbitrary. */
const START_LOCK = 6_520_743_011;

/**
 * Runs work in a transaction, under a lock shared by all processes that start on the same database. On PostgreSQL the wait
 * has no timeout: another process may be migrating many rows.
 */
export const underStartLock = <T, R>(db: Kysely<T>, work: (db: Transaction<T>) => Promise<R>): Promise<R> =>
  db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    await sql`select pg_advisory_xact_lock(${sql.lit(START_LOCK)})`.execute(transaction);
    return work(transaction);
  });

/** The version of the tables: the number of migrations that ran; 0 without tables. */
export const schemaVersion = async <T>(db: Kysely<T>): Promise<number> => {
  const exists = await sql<{ found: boolean }>`select to_regclass('schema_version') is not null as found`.execute(db);
  if (exists.rows[0]?.found !== true) return 0;
  const found = await sql<{ version: number }>`select coalesce(max(version), 0)::integer as version
    from schema_version`.execute(db);
  return found.rows[0]?.version ?? 0;
};

/**
 * Migrates the tables to this program's version: forward only, each migration once, all of them or none.
 * @throws StartupError if the database is newer than the program.
 */
export const migrate = <T>(db: Kysely<T>, migrations: Migrations): Promise<void> =>
  underStartLock(db, async (transaction) => {
    await sql`create table if not exists schema_version
      (version integer primary key, applied_at timestamptz not null default now())`.execute(transaction);
    const version = await schemaVersion(transaction);
    if (version > migrations.length)
      throw new StartupError(
        `the database is newer than this program: it is at version ${version}, and ${migrations.length} is the last ` +
          'one known here; start a newer email-verify',
      );
    for (const [index, steps] of migrations.entries()) {
      if (index < version) continue;
      for (const step of steps)
        if (typeof step === 'string') await sql.raw(step).execute(transaction);
        else await step(transaction as Transaction<unknown>);
      await sql`insert into schema_version (version) values (${index + 1})`.execute(transaction);
    }
  });
