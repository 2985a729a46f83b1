/** Files that were made to hurt, or were never meant as lists: each becomes a list, or is refused with words. */
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, it } from 'vitest';
import type { Service } from '../../../../src/service/index.js';
import { problemOf, useHarness } from '../../harness.js';
import { KEY } from '../../scripted.js';
import { usePlaces } from '../../stores.js';

const MIB = 1_048_576;
const ADDRESS = 'a@firm.org';

const uri = (content: string | Buffer, name = 'list.csv', type = 'text/csv'): string =>
  `data:${type};name=${name};base64,${Buffer.from(content).toString('base64')}`;

describe('a hostile file', () => {
  const { open } = useHarness();
  const place = usePlaces();
  let service: Service;
  beforeAll(async () => {
    service = await open(await place(), { worksOnLists: false, listLimits: { maxBytes: 4 * MIB } });
  });

  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    service.fetch(
      new Request(`http://service/api/batch/${path}`, {
        ...init,
        headers: { 'x-api-key': KEY, ...(init.headers as Record<string, string>) },
      }),
    );
  const send = (file: string): Promise<Response> =>
    ask('upload', {
      method: 'POST',
      body: JSON.stringify({ file }),
      headers: { 'content-type': 'application/json' },
    });
  const stream = (body: ReadableStream<Uint8Array>): Promise<Response> =>
    ask('upload', { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'text/csv' } } as RequestInit);
  const listOf = async (answer: Promise<Response>): Promise<{ id: number; name: string; total: number }> => {
    const response = await answer;
    assert.equal(response.status, 201, await response.clone().text());
    return ((await response.json()) as { data: { id: number; name: string; total: number } }).data;
  };

  it.each([
    ['nothing', uri(''), /empty/],
    ['a byte order mark alone', uri('\ufeff'), /empty/],
    ['blank lines', uri('\r\n\r\n \n,,,\n'), /empty/],
    ['a header alone', uri('email\n'), /header/],
    ['no column of addresses', uri('name,phone\nAnn,+49 123\n'), /e-mail address/],
    ['a NUL', uri(`mail\n${ADDRESS}\0\n`), /not text/],
    ['UTF-16 with half a character', uri(Buffer.from(`\ufeff${ADDRESS},\ud83d\n`, 'utf16le')), /UTF/],
    ['UTF-32', uri(Buffer.from('fffe000061000000', 'hex')), /not text/],
    ['a quote that is never closed', uri(`mail\n${ADDRESS}\n"b@firm.org\n`), /quote/],
    ['10,000 columns', uri(`${'x,'.repeat(10_000)}${ADDRESS}\n`), /columns/],
    ['2 MB of delimiters', uri(`${ADDRESS}\n${','.repeat(2 * MIB)}`), /longer|columns/],
    ['a row of 2 MB', uri(`${ADDRESS},${'x'.repeat(2 * MIB)}\n`), /longer/],
    ['a header of 20 kB', uri(`mail,${'x'.repeat(20_000)}\n${ADDRESS},1\n`), /header/],
    ['a bomb of 100 MB in gzip', uri(gzipSync(Buffer.alloc(100 * MIB))), /compressed/],
    ['a spreadsheet', uri(Buffer.from('504b030414000600', 'hex')), /save it as CSV/],
    ['an old spreadsheet', uri(Buffer.from('d0cf11e0a1b11ae1', 'hex')), /save it as CSV/],
    ['a PDF', uri(`%PDF-1.7\n${ADDRESS}\n`), /not text/],
    ['a data URI in a data URI', uri(uri(ADDRESS)), /e-mail address/],
    ['another media type', uri(ADDRESS, 'list.zip', 'application/zip'), /media type/],
    ['text that is no base64', `data:text/csv;base64,${ADDRESS}`, /not base64/],
    ['base64 that is cut off', uri(ADDRESS).slice(0, -3), /not base64/],
    ['base64 with line breaks', uri(ADDRESS.repeat(20)).replace(/.{76}/g, '$&\r\n'), /not base64/],
    ['no data URI', ADDRESS, /data URI/],
  ])('with %s is refused, and the problem says why', async (_, file, detail) => {
    const problem = await problemOf(await send(file));
    assert.deepEqual([problem.status, problem.code], [422, 'wrong_file']);
    assert.match(problem.detail, detail);
  });

  it('of more bytes than may come is refused by its size', async () => {
    assert.equal((await problemOf(await send(uri(Buffer.alloc(5 * MIB, 'a'))))).status, 413);
  });

  it('with a line of a gigabyte is refused before most of it has come', async () => {
    const block = new TextEncoder().encode('x'.repeat(65_536));
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += block.length;
        if (sent > 1024 * MIB) controller.close();
        else controller.enqueue(block);
      },
    });
    const problem = await problemOf(await stream(endless));
    assert.deepEqual([problem.status, problem.code], [422, 'wrong_file']);
    assert(sent < 16 * MIB, `${sent} bytes`);
  });

  it.each([
    ['rows of different lengths', `a,mail\n1,${ADDRESS},2,3\n4\n`, 2],
    ['byte order marks inside', `\ufeffmail\n${ADDRESS}\n\ufeffb@firm.org\n`, 2],
    ['names of JavaScript objects', `__proto__,constructor\nx,${ADDRESS}\n`, 1],
    ['lines that end with CR alone', `mail\r${ADDRESS}\rb@firm.org\r`, 2],
    ['control and direction characters', `mail,note\n${ADDRESS},\u001b[31m\u202egnp.exe\u0007\n`, 1],
    ['an address of 100 kB', `mail\n${ADDRESS}\n${'x'.repeat(100_000)}@firm.org\n`, 2],
    ['markup and SQL', `mail,note\n${ADDRESS},"<script>alert(1)</script>'; drop table batches; --"\n`, 1],
  ])('with %s is a list', async (_, content, total) => {
    assert.equal((await listOf(send(uri(content)))).total, total);
  });

  it('with formulas comes back without any, and everything else in it as it was', async () => {
    const { id } = await listOf(send(uri(`mail,note\n${ADDRESS},=1+cmd|'/C calc'!A0\nb@firm.org,-5\n`)));
    const text = await (await ask(`${id}/results`)).text();
    assert.match(text, /a@firm\.org,'=1\+cmd\|'\/C calc'!A0,|a@firm\.org,"'=1\+cmd\|'\/C calc'!A0",/);
    assert.match(text, /b@firm\.org,-5,/);
  });

  it('with the name of another file has a name without a path', async () => {
    assert.equal((await listOf(send(uri(ADDRESS, '..%2F..%2Fetc%2Fpasswd%0D%0Ax')))).name, 'passwdx');
  });
});
