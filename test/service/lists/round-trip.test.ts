/** Any table, uploaded and downloaded: what the store holds between is in neither file. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { formulaSafe } from '../../../src/service/lists/file/csv.js';
import { onBothStores } from '../stores.js';
import { runs } from '../../support/whole.js';
import { readAll, stream } from './file/support.js';
import { fileOf, TABLE } from './file/tables.js';
import { openApp, type App } from './results/support.js';

onBothStores('a list', (harness) => {
  let app: App;
  beforeAll(async () => {
    app = await openApp(harness, await harness.place(), { credits: 1_000_000 });
  });
  afterAll(() => app.close());

  const upload = async (bytes: Uint8Array<ArrayBuffer>, encoding: string): Promise<number> => {
    const answer = await app.ask(`/api/batch/upload?name=list.csv&encoding=${encoding}`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: bytes,
    });
    assert.equal(answer.status, 201, await answer.clone().text());
    const { data } = (await answer.json()) as { data: { id: number } };
    return data.id;
  };

  it('has every cell of its file when it is downloaded, in the form of that file', async () => {
    await fc.assert(
      fc.asyncProperty(TABLE, async (table) => {
        const { encoding, delimiter, lineEnd, quoting } = table;
        const { header, rows, bytes } = fileOf(table);
        const id = await upload(new Uint8Array(bytes), encoding);
        const answer = await app.ask(`/api/batch/${id}/results`);
        const file = Buffer.from(await answer.arrayBuffer());
        const { columns, dialect, ...read } = await readAll(stream(file));
        assert.deepEqual(columns?.slice(0, header.length), header);
        assert.deepEqual(
          read.rows.map(({ cells }) => cells.slice(0, header.length)),
          rows.map((row) => row.map(formulaSafe)),
        );
        assert.deepEqual(
          [dialect?.delimiter, dialect?.lineEnd, dialect?.quotesAll],
          [delimiter, lineEnd, quoting === 'all'],
        );
      }),
      // An account may upload a hundred lists in a row.
      { numRuns: runs(90, 20) },
    );
  });
});
