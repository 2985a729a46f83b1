import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

const LINE_FEED = 0x0a;

/** A path and the number of bytes of a file; of a folder, whose path ends in `/`, only the path. */
type Entry = [path: string, bytes?: number];

/**
 * Unpacks the database that the build has made: it has the tables, and was closed, so that PostgreSQL has nothing to
 * recover. PGlite's own `initdb`, or the recovery of an archive that PGlite wrote, takes most of a first start.
 *
 * The archive is compressed by brotli: a line of JSON lists all folders and files, a folder before what is in it, and the
 * contents of the files follow in this order.
 * @returns false if there is no such archive, or it is damaged; the folder is still empty then.
 */
export const unpackNewDatabase = async (archive: URL, folder: string): Promise<boolean> => {
  let entries: Entry[];
  let contents: Buffer;
  try {
    const all = await promisify(brotliDecompress)(await readFile(archive));
    const end = all.indexOf(LINE_FEED);
    entries = JSON.parse(all.toString('utf8', 0, end)) as Entry[];
    contents = all.subarray(end + 1);
    if (entries.reduce((sum, [, bytes = 0]) => sum + bytes, 0) !== contents.length) return false;
  } catch {
    return false;
  }
  let at = 0;
  for (const [path, bytes] of entries)
    if (bytes === undefined) mkdirSync(join(folder, path), { mode: 0o700 });
    else writeFileSync(join(folder, path), contents.subarray(at, (at += bytes)), { mode: 0o600 });
  return true;
};
