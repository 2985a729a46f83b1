import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { describe, it } from 'vitest';
import { unpackNewDatabase } from '../../../../src/service/store/embedded/new-database.js';
import { useFolders } from '../../stores.js';

const ENTRIES: [string, number?][] = [['base/'], ['base/empty/'], ['PG_VERSION', 3], ['base/1', 5], ['base/2', 0]];
const CONTENTS = '18\nabcde';

describe('the archive of a new database', () => {
  const makeFolder = useFolders();

  const unpack = async (archive: Buffer | null): Promise<{ folder: string; isUnpacked: boolean }> => {
    const [from, folder] = [join(makeFolder(), 'new-database.br'), makeFolder()];
    if (archive !== null) writeFileSync(from, archive);
    return { folder, isUnpacked: await unpackNewDatabase(pathToFileURL(from), folder) };
  };
  const pack = (text: string): Buffer => brotliCompressSync(`${JSON.stringify(ENTRIES)}\n${text}`);

  it('becomes the folders and files that it holds, which nobody else can read', async () => {
    const { folder, isUnpacked } = await unpack(pack(CONTENTS));
    assert.ok(isUnpacked);
    assert.deepEqual(readdirSync(folder, { recursive: true }).sort(), [
      'PG_VERSION',
      'base',
      'base/1',
      'base/2',
      'base/empty',
    ]);
    assert.deepEqual(
      ['PG_VERSION', 'base/1', 'base/2'].map((file) => readFileSync(join(folder, file), 'latin1')),
      ['18\n', 'abcde', ''],
    );
    for (const [name, mode] of [
      ['base', 0o700],
      ['base/1', 0o600],
    ] as const)
      assert.equal(statSync(join(folder, name)).mode & 0o777, mode);
  });

  it('leaves an empty folder where there is none, or a damaged one', async () => {
    const whole = pack(CONTENTS);
    for (const archive of [
      null,
      Buffer.from('no brotli'),
      whole.subarray(0, -4),
      pack(CONTENTS.slice(1)),
      pack(`${CONTENTS}f`),
      brotliCompressSync('no list\n'),
    ]) {
      const { folder, isUnpacked } = await unpack(archive);
      assert.equal(isUnpacked, false);
      assert.deepEqual(readdirSync(folder), []);
    }
  });
});
