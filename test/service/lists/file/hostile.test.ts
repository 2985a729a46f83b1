import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, it } from 'vitest';
import { parseDataUri } from '../../../../src/service/lists/file/data-uri.js';
import { codeOf, emailsOf, faultOf, readAll, readText, stream } from './support.js';
import { assertIncludes } from '../../../support/includes.js';

const MIB = 1_048_576;

/** One chunk again and again, until `total` bytes were asked for. */
const repeated = (text: string, total: number, start = '') => {
  const chunk = Buffer.from(text.repeat(Math.ceil(65_536 / text.length)));
  const source = { pulled: 0, bytes: endless() };
  async function* endless() {
    yield Buffer.from(`mail,note\na@firm.org,1\n${start}`);
    for (; source.pulled < total; source.pulled += chunk.length) {
      yield chunk;
      await Promise.resolve();
    }
  }
  return source;
};

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The most memory that is held beyond the start, in MiB, while something is done. */
const memoryOf = async (work: () => Promise<unknown>): Promise<number> => {
  const used = () => {
    collect();
    // The second waits until the finds of the first are swept, which happens beside the thread.
    collect();
    const { heapUsed, external, arrayBuffers } = process.memoryUsage();
    return heapUsed + external + arrayBuffers;
  };
  const start = used();
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, used() - start)), 1000);
  await work().finally(() => {
    clearInterval(timer);
  });
  return Math.max(most, used() - start) / MIB;
};

describe('a hostile file', () => {
  it('with a line of 1 GB is refused after a MiB', async () => {
    const source = repeated('x', 1024 * MIB);
    let code = '';
    const memory = await memoryOf(async () => {
      ({ code } = await faultOf(source.bytes, { maxBytes: 2048 * MIB }));
    });
    assert.equal(code, 'line_too_long');
    assert.ok(source.pulled < 2 * MIB);
    assert.ok(memory < 32);
  });

  it('with a quote that is never closed over 100 MB is refused after a MiB, with its line', async () => {
    const source = repeated('b@firm.org\n', 200 * MIB, '"');
    const fault = await faultOf(source.bytes, { maxBytes: 200 * MIB });
    assertIncludes(fault, { code: 'line_too_long', line: 3 });
    assert.ok(fault.message.includes('a quote in it is never closed'));
    assert.ok(source.pulled < 4 * MIB);
  });

  it('with a row of nothing but delimiters is refused after some MiB', async () => {
    const source = repeated(',', 1024 * MIB);
    assert.equal((await faultOf(source.bytes, { maxBytes: 2048 * MIB })).code, 'line_too_long');
    assert.ok(source.pulled < 4 * MIB);
  });

  it('with 100 MB of blank lines is read in bounded memory', async () => {
    const source = repeated('\r\n', (process.env['CI'] ? 90 : 9) * MIB);
    const memory = await memoryOf(() => readAll(source.bytes));
    assert.ok(memory < 32);
  });

  it('that never ends is refused at the limit of bytes, and of rows', async () => {
    const source = repeated('b@firm.org\n', Infinity);
    assert.equal((await faultOf(source.bytes, { maxBytes: 2 * MIB })).code, 'file_too_large');
    const fault = await faultOf(repeated('b@firm.org\n', Infinity).bytes, { maxRows: 5000 });
    assertIncludes(fault, { code: 'too_many_rows', line: 5002 });
  });

  it('with a quote that is never closed is refused with the line of the quote', async () => {
    assertIncludes(await faultOf(stream(Buffer.from('mail\na@firm.org\n"b@firm.org\nc@firm.org\n'))), {
      code: 'quote_not_closed',
      line: 3,
    });
  });

  it('with 10,000 columns is refused', async () => {
    assert.equal(await codeOf(`${'x,'.repeat(10_000)}a@firm.org\n`), 'too_many_columns');
    assertIncludes(await faultOf(stream(Buffer.from(`a@firm.org\n${'x,'.repeat(10_000)}\n`))), {
      code: 'too_many_columns',
      line: 2,
    });
  });

  it.each([
    ['empty_file', ''],
    ['empty_file', '\ufeff'],
    ['empty_file', '\r\n\r\n \n,,,\n'],
    ['header_only', 'email\n'],
    ['header_only', 'name,e-mail\n\n\n'],
    ['no_address_column', 'hello\n'],
    ['no_address_column', 'name,phone\nAnn,+49 123\n'],
    ['no_address_column', 'mail\nnot-an-address\n'],
    ['is_binary', 'mail\na@firm.org\0\n'],
    ['is_binary', 'a@firm.org\n'.repeat(10_000) + '\0'],
    ['is_binary', '%PDF-1.7\na@firm.org\n'],
    ['is_spreadsheet', 'PK\x03\x04'],
    ['is_spreadsheet', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['is_compressed', Buffer.from('1f8b0800', 'hex')],
    ['is_compressed', Buffer.from('28b52ffd', 'hex')],
    // An odd number of bytes, and half a surrogate pair.
    ['bad_encoding', Buffer.from('\ufeffa@firm.org\n', 'utf16le').subarray(0, -1)],
    ['bad_encoding', Buffer.from('\ufeffa@firm.org,\ud83d\n', 'utf16le')],
    // UTF-16 with a NUL.
    ['is_binary', Buffer.from('fffe000061000000', 'hex')],
  ])('is refused as %s: %j', async (code, content) => {
    assert.equal(await codeOf(content as string | Buffer), code);
  });

  it('with random bytes is refused, or read', async () => {
    for (let seed = 1; seed < 50; seed += 1) {
      const bytes = Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * at * seed + seed * 7919) % 256));
      await readText(bytes).catch((error: unknown) => {
        assertIncludes(error, { name: 'ListFileError' });
      });
    }
  });

  it('with byte order marks inside is read', async () => {
    assert.deepEqual(await emailsOf('\ufeffmail\na@firm.org\n\ufeffb@firm.org\n'), ['a@firm.org', 'b@firm.org']);
  });

  it('with names of JavaScript objects for a header is read', async () => {
    const { columns, emailColumn } = await readText('__proto__,constructor\nx,a@firm.org\n');
    assert.deepEqual(
      { columns, emailColumn },
      {
        columns: ['__proto__', 'constructor'],
        emailColumn: { index: 1, name: 'constructor' },
      },
    );
  });

  it('with many rows of different widths takes no longer than one of equal rows', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => `a${at}@firm.org${',x'.repeat(at % 7)}\n`).join('');
    assert.equal((await readText(rows)).rows.length, 20_000);
  });

  it('in a data URI is decoded as it is read', async () => {
    const text = Buffer.alloc(40 * MIB, 'A')
      .fill('data:text/csv;base64,AAA', 0, 24)
      .toString('latin1');
    const memory = await memoryOf(async () => {
      let read = 0;
      for (const part of parseDataUri([text]).bytes) {
        read += part.length;
        assert.ok(part.length < 65_536);
        await Promise.resolve();
      }
      assert.equal(read, ((40 * MIB - 21) / 4) * 3 - 0.25);
    });
    assert.ok(memory < 8);
  });
});
