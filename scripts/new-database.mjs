import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';

/** The largest window that every decoder takes: PostgreSQL's three databases are one, thrice. */
const WINDOW_BITS = 24;
/** 1.6 MB; the highest quality saves a tenth, and takes a minute. */
const QUALITY = 6;

/**
 * Writes an empty embedded database, as PGlite makes it, beside the module that unpacks it: to make one takes most of the
 * first start.
 */
export const writeNewDatabase = async (server) => {
  const pg = await PGlite.create();
  const tar = Buffer.from(await (await pg.dumpDataDir('none')).arrayBuffer());
  await pg.close();
  const folder = join(server, 'dist/service/store/embedded');
  mkdirSync(folder, { recursive: true });
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS };
  writeFileSync(join(folder, 'new-database.tar.br'), brotliCompressSync(tar, { params }));
};
