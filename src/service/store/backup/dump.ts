import { sql, type Kysely, type Transaction } from 'kysely';
import { StartupError } from '../../../config/startup-error.js';
import { migrate, schemaVersion } from '../migrate.js';
import type { Migrations } from '../migration-step.js';

/** The version of the format. */
const FORMAT = 1;
/** Rows read from the database at once. */
const FETCHED = 1000;
/** Rows and characters written to it at once, at most. */
const LOADED = { rows: 1000, characters: 1_000_000 };

/** The first line of a backup. */
export interface BackupHeader {
  backup: 'email-verify';
  format: number;
  /** The version of the tables: the number of migrations. */
  version: number;
  made_at: string;
  /** The secret that the data folder keeps: without it, no API key in the backup is valid. */
  secret?: string;
}

const notWhole = (): StartupError => new StartupError('the backup is not whole, or is none; use another one');

const tablesOf = async <T>(db: Kysely<T>): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'schema_version'
    order by relname`.execute(db);
  return rows.map(({ name }) => name);
};

/** The columns of a table that are stored, not computed. */
const columnsOf = async <T>(db: Kysely<T>, table: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(db);
  return rows.map(({ name }) => name);
};

/**
 * Writes all rows of a database as lines of text, as they are at one moment: the header; for each table its name in `[]`
 * and its rows in `{}`; and the number of rows. PostgreSQL writes and reads the rows, so that no value changes on its way.
 * @param write may return a promise to slow it down.
 */
export const dump = async <T>(
  db: Kysely<T>,
  secret: string | undefined,
  write: (line: string) => Promise<void> | void,
): Promise<void> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const header: BackupHeader = {
        backup: 'email-verify',
        format: FORMAT,
        version: await schemaVersion(transaction),
        made_at: new Date().toISOString(),
        ...(secret !== undefined && { secret }),
      };
      await write(JSON.stringify(header));
      let count = 0;
      for (const table of await tablesOf(transaction)) {
        await write(JSON.stringify([table]));
        await sql`declare backup no scroll cursor for
          select row_to_json(one)::text as line from ${sql.table(table)} as one`.execute(transaction);
        for (let isMore = true; isMore;) {
          const { rows } = await sql<{ line: string }>`fetch ${sql.lit(FETCHED)} from backup`.execute(transaction);
          for (const { line } of rows) await write(line);
          count += rows.length;
          isMore = rows.length === FETCHED;
        }
        await sql`close backup`.execute(transaction);
      }
      await write(JSON.stringify([null, count]));
    });

const readHeader = (line: string | undefined, migrations: Migrations): BackupHeader => {
  let header: Partial<BackupHeader> | null;
  try {
    header = JSON.parse(line ?? '') as Partial<BackupHeader> | null;
  } catch {
    throw notWhole();
  }
  const { backup, format, version = 0 } = header ?? {};
  if (backup !== 'email-verify' || !Number.isSafeInteger(version)) throw notWhole();
  if (format !== FORMAT || version > migrations.length)
    throw new StartupError('the backup was made by a newer email-verify; restore it with that one');
  return header as BackupHeader;
};

/** Reads the line of a table, `["accounts"]`, or the last line, `[null, 42]`. */
const readMark = (line: string): { table: string } | { rows: number } => {
  if (!line.startsWith('[')) throw notWhole();
  const [table, rows] = JSON.parse(line) as unknown[];
  if (typeof table === 'string') return { table };
  if (table === null && typeof rows === 'number') return { rows };
  throw notWhole();
};

/**
 * Takes the foreign keys and triggers of all tables away while rows come in any order.
 * @returns a function that puts them back, and checks the keys.
 */
const withoutRules = async <T>(db: Transaction<T>, tables: string[]): Promise<() => Promise<void>> => {
  const { rows: keys } = await sql<{ owner: string; name: string; definition: string }>`
    select relname as owner, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on conrelid = pg_class.oid
    where contype = 'f' and relnamespace = current_schema()::regnamespace`.execute(db);
  for (const { owner, name } of keys)
    await sql`alter table ${sql.table(owner)} drop constraint ${sql.id(name)}`.execute(db);
  for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
  return async () => {
    for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
    for (const { owner, name, definition } of keys)
      await sql`alter table ${sql.table(owner)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(db);
  };
};

const insertRows = async <T>(db: Transaction<T>, table: string, columns: string[], rows: string[]): Promise<void> => {
  const names = sql.join(columns.map((column) => sql.id(column)));
  await sql`insert into ${sql.table(table)} (${names}) overriding system value
    select ${names} from json_populate_recordset(null::${sql.table(table)}, ${`[${rows.join()}]`}::json)`.execute(db);
};

/** Lets the numbers of a table continue after the highest one in it. */
const continueNumbers = async <T>(db: Transaction<T>, table: string, columns: string[]): Promise<void> => {
  for (const column of columns) {
    const { rows } = await sql<{ sequence: string | null }>`
      select pg_get_serial_sequence(${`"${table}"`}, ${column}) as sequence`.execute(db);
    const sequence = rows[0]?.sequence;
    if (sequence == null) continue;
    await sql`select setval(${sequence}, coalesce(max(${sql.ref(column)}), 1), max(${sql.ref(column)}) is not null)
      from ${sql.table(table)}`.execute(db);
  }
};

/**
 * Checks that a backup is whole.
 * @returns its header.
 * @throws StartupError if it is not, or is newer than the program.
 */
export const checkLines = async (
  lines: AsyncIterator<string, undefined>,
  migrations: Migrations,
): Promise<BackupHeader> => {
  const first = await lines.next();
  const header = readHeader(first.done === true ? undefined : first.value, migrations);
  for (let count = 0; ;) {
    const { value: line, done } = await lines.next();
    if (done === true) throw notWhole();
    if (line.startsWith('{')) {
      count += 1;
      continue;
    }
    const mark = readMark(line);
    if (!('rows' in mark)) continue;
    if (mark.rows !== count) throw notWhole();
    return header;
  }
};

const loadRows = async <T>(db: Transaction<T>, lines: AsyncIterator<string, undefined>): Promise<void> => {
  const tables = await tablesOf(db);
  const putRulesBack = await withoutRules(db, tables);
  // Migrations may have made rows.
  if (tables.length > 0)
    await sql`truncate ${sql.join(tables.map((table) => sql.table(table)))} restart identity`.execute(db);
  let table: { name: string; columns: string[] } | null = null;
  let [rows, characters]: [string[], number] = [[], 0];
  const flush = async (): Promise<void> => {
    if (table === null || rows.length === 0) return;
    await insertRows(db, table.name, table.columns, rows);
    [rows, characters] = [[], 0];
  };
  for (;;) {
    const { value: line, done } = await lines.next();
    if (done === true) throw notWhole();
    if (line.startsWith('{')) {
      if (table === null) throw notWhole();
      rows.push(line);
      characters += line.length;
      if (rows.length >= LOADED.rows || characters >= LOADED.characters) await flush();
      continue;
    }
    await flush();
    const mark = readMark(line);
    if ('rows' in mark) break;
    if (!tables.includes(mark.table)) throw notWhole();
    table = { name: mark.table, columns: await columnsOf(db, mark.table) };
  }
  for (const name of tables) await continueNumbers(db, name, await columnsOf(db, name));
  await putRulesBack();
};

/**
 * Loads a backup into a database without tables: all of it or nothing. A backup of older tables is migrated.
 * @param lines what {@link dump} wrote, checked by {@link checkLines}.
 * @throws StartupError if the database has tables.
 */
export const load = async <T>(
  db: Kysely<T>,
  lines: AsyncIterator<string, undefined>,
  migrations: Migrations,
): Promise<void> => {
  const first = await lines.next();
  const header = readHeader(first.done === true ? undefined : first.value, migrations);
  if ((await schemaVersion(db)) > 0)
    throw new StartupError('the database has tables of email-verify; restore into an empty one');
  await migrate(db, migrations.slice(0, header.version));
  await db.transaction().execute((transaction) => loadRows(transaction, lines));
  await migrate(db, migrations);
};
