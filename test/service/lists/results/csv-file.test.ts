import assert from 'node:assert/strict';
import { beforeAll, it } from 'vitest';
import { findList } from '../../../../src/service/lists/list.js';
import { etagOf, writeFile, writeRest } from '../../../../src/service/lists/results/csv-file.js';
import { createDownloads } from '../../../../src/service/lists/results/downloads.js';
import type { File } from '../../../../src/service/lists/results/file-rows.js';
import type { Reader } from '../../../../src/service/lists/results/rows.js';
import type { Store } from '../../../../src/service/schema.js';
import { onBothStores } from '../../stores.js';
import { putList } from '../support.js';
import { makeRich } from '../work/support.js';
import { complete } from './support.js';

/** Parts of a thousand rows. */
const PARTS = 5;

onBothStores('the parts of a result file', ({ place, openStore }) => {
  let store: Store;
  let file: File;
  let etag: string;
  beforeAll(async () => {
    store = await openStore(await place());
    const accountId = await makeRich(store);
    const rows = Array.from({ length: PARTS * 1000 }, (_, n) => [`n${n}@example.org`]);
    const id = await putList(store, rows, { accountId });
    await complete(store, id);
    file = { list: await findList(store, accountId, id), statuses: null };
    etag = etagOf(file) ?? '';
  });

  /** A reader that counts the parts it reads. */
  const open = (signal = new AbortController().signal) => {
    const reads = { count: 0 };
    const run: Reader['reads']['run'] = (_, work) => {
      reads.count += 1;
      return work();
    };
    return { reads, reader: { store, reads: { run }, accountId: file.list.account_id, signal } satisfies Reader };
  };
  const textOf = async (bytes: AsyncIterable<Uint8Array>): Promise<string> => {
    const parts: Uint8Array[] = [];
    for await (const part of bytes) parts.push(part);
    return Buffer.concat(parts).toString();
  };

  it('are read once for a download that broke off and is resumed near its end', async () => {
    const { layouts } = createDownloads();
    const { reader, reads } = open();
    let [received, left] = ['', PARTS];
    for await (const part of writeFile(reader, layouts, file, etag)) {
      received += Buffer.from(part).toString();
      left -= 1;
      // The header is a part as well.
      if (left === 0) break;
    }
    assert.equal(reads.count, PARTS - 1);
    const { total, bytes } = await writeRest(reader, layouts, file, etag, received.length);
    // The last part that was sent, and the one that was not: they tell the length.
    assert.equal(reads.count, PARTS - 1 + 2);
    const whole = received + (await textOf(bytes));
    assert.equal(whole.length, total);
    assert.equal(whole, await textOf(writeFile(open().reader, createDownloads().layouts, file, etag)));
  });

  it('are not read for their length after a whole download', async () => {
    const { layouts } = createDownloads();
    const whole = await textOf(writeFile(open().reader, layouts, file, etag));
    const { reader, reads } = open();
    const { total, bytes } = await writeRest(reader, layouts, file, etag, whole.length - 10);
    assert.deepEqual([total, reads.count], [whole.length, 0]);
    assert.equal(await textOf(bytes), whole.slice(-10));
    assert.equal(reads.count, 1);
  });

  it('are measured once for all that resume at the same time, also if the first of them goes', async () => {
    const { layouts } = createDownloads();
    const leaving = new AbortController();
    const [first, second, third] = [open(leaving.signal), open(), open()];
    const run = first.reader.reads.run;
    first.reader.reads.run = (owner, work) => {
      if (first.reads.count === 2) leaving.abort();
      leaving.signal.throwIfAborted();
      return run(owner, work);
    };
    const gone = assert.rejects(writeRest(first.reader, layouts, file, etag, 100));
    const rests = await Promise.all([second, third].map(({ reader }) => writeRest(reader, layouts, file, etag, 100)));
    await gone;
    assert.equal(rests[0]?.total, rests[1]?.total);
    const counts = [first, second, third].map(({ reads }) => reads.count);
    assert(counts.reduce((sum, count) => sum + count) <= PARTS + 1, String(counts));
  });
});
