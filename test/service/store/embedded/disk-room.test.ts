import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { watchRoom } from '../../../../src/service/store/embedded/disk-room.js';
import { eventually } from '../../../support/eventually.js';
import { putDatabase } from '../../../support/pglite-template.js';
import { makeSmallDisk, noSmallDisk } from '../../../support/small-disk.js';
import { useHarness } from '../../harness.js';

const MB = 1024 * 1024;

describe.skipIf(noSmallDisk !== null)('the room on a disk', () => {
  const disk = noSmallDisk === null ? makeSmallDisk(200, 2000) : undefined;
  const { openStore } = useHarness();
  afterAll(() => disk?.remove());

  it('is low until there is as much as a start needs', async () => {
    const { folder, fill, takeFiles, free } = disk!;
    const { isLow, canWrite } = watchRoom(folder);
    const lowWith = (bytes: number): Promise<boolean> => {
      free();
      fill(bytes);
      return isLow();
    };
    assert.deepEqual([await lowWith(60 * MB), await lowWith(40 * MB)], [false, true]);
    assert.deepEqual([await lowWith(60 * MB), await lowWith(66 * MB)], [true, false]);
    free();
    takeFiles(20);
    assert.ok(await isLow());
    assert.ok(await canWrite());
    takeFiles(0);
    assert.ok(!(await canWrite()));
    free();
    assert.ok(!(await isLow()));
  });

  it('that was none is used again by itself', async () => {
    const { folder, fill, free } = disk!;
    const dataDir = join(folder, 'data');
    await putDatabase(dataDir);
    const { db, close } = await openStore({ dataDir }, { onError: () => undefined });
    const write = (): Promise<boolean> =>
      db
        .insertInto('accounts')
        .values({ plan: 'standard' })
        .execute()
        .then(
          () => true,
          () => false,
        );
    assert.ok(await write());
    fill();
    await eventually(async () => !(await write()));
    free();
    await eventually(write);
    await close();
  });
});
