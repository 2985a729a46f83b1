import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { sql } from 'kysely';

/** The largest window that every decoder takes. */
const WINDOW_BITS = 24;
/** The highest quality saves a tenth, and takes a minute. */
const QUALITY = 6;

/** Opens the store of the built server in a folder, and closes it. */
const makeStore = async (built, dataDir) => {
  const { openStore } = await import(pathToFileURL(join(built, 'service/schema.js')));
  const { db, close } = await openStore({
    dataDir,
    onError: (error) => {
      throw error;
    },
  });
  // PGlite opens only the current one.
  const { rows } = await sql`select datname as name from pg_database where datname <> current_database()`.execute(db);
  for (const { name } of rows) {
    await sql`update pg_database set datistemplate = false where datname = ${name}`.execute(db);
    await sql`drop database ${sql.id(name)}`.execute(db);
  }
  await close();
};

/** All folders and files below a folder, a folder before what is in it. */
const entriesOf = (folder, prefix = '') =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const [path, name] = [join(folder, entry.name), `${prefix}${entry.name}`];
    return entry.isDirectory()
      ? [{ name: `${name}/` }, ...entriesOf(path, `${name}/`)]
      : [{ name, bytes: readFileSync(path) }];
  });

/**
 * Writes the database that a first start makes, with its tables, beside the module that unpacks it, in the form that
 * src/service/store/embedded/new-database.ts describes: to make one takes most of the first start.
 * @param server the folder of the package, whose modules are built.
 */
export const writeNewDatabase = async (server) => {
  const [built, dataDir] = [join(server, 'dist'), mkdtempSync(join(tmpdir(), 'email-verify-build-'))];
  try {
    await makeStore(built, dataDir);
    const entries = entriesOf(join(dataDir, 'pglite')).filter(({ name }) => name !== 'postmaster.pid');
    const list = JSON.stringify(
      entries.map(({ name, bytes }) => (bytes === undefined ? [name] : [name, bytes.length])),
    );
    const archive = Buffer.concat([Buffer.from(`${list}\n`), ...entries.flatMap(({ bytes }) => bytes ?? [])]);
    const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS };
    writeFileSync(join(built, 'service/store/embedded/new-database.br'), brotliCompressSync(archive, { params }));
  } finally {
    rmSync(dataDir, { recursive: true });
  }
};
