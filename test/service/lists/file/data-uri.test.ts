/** @see https://www.rfc-editor.org/rfc/rfc2397 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { parseDataUri } from '../../../../src/service/lists/file/data-uri.js';
import { runs } from '../../../support/whole.js';

/** @param cuts where the text is cut into parts; its head is in the first. */
const parse = (text: string, cuts: number[] = []) => {
  const parts = [0, ...cuts].map((start, at) => text.slice(start, cuts[at]));
  const { bytes, ...rest } = parseDataUri(parts);
  return { ...rest, bytes: Buffer.concat([...bytes]) };
};

describe('parseDataUri', () => {
  it('gives the media type, the name and the content', () => {
    const { bytes, ...rest } = parse('data:text/csv;name=my%20list%C3%A9.csv;base64,YUBmaXJtLm9yZw==');
    assert.deepEqual(rest, { mediaType: 'text/csv', name: 'my listé.csv', charset: undefined });
    assert.equal(bytes.toString(), 'a@firm.org');
  });

  it.each([
    ['data:text/plain;base64,', 'text/plain', ''],
    ['data:application/vnd.ms-excel;name=a.csv;base64,', 'application/vnd.ms-excel', 'a.csv'],
    ['DATA:Text/CSV;charset=utf-8;name=a.csv;BASE64,', 'text/csv', 'a.csv', 'utf-8'],
    ['data:text/csv;name=a.csv;charset=Latin1;base64,', 'text/csv', 'a.csv', 'Latin1'],
    ['data:text/csv;name=a;b,c.csv;base64,', 'text/csv', 'a;b,c.csv'],
    ['data:text/csv;name=100%.csv;base64,', 'text/csv', '100%.csv'],
    ['data:text/csv;name=..%2F..%2Fetc%2Fpasswd;base64,', 'text/csv', 'passwd'],
    ['data:text/csv;name=C:%5Clists%5Ca.csv;base64,', 'text/csv', 'a.csv'],
    ['data:text/csv;name=..;base64,', 'text/csv', ''],
    ['data:text/csv;name=a%00%0d%0a%E2%80%AEb.csv;base64,', 'text/csv', 'ab.csv'],
    [`data:text/csv;name=${encodeURIComponent('é'.repeat(300))};base64,`, 'text/csv', 'é'.repeat(255)],
  ])('reads the head %s', (head, mediaType, name, charset?: string) => {
    assert.deepEqual(parse(`${head}YQ==`), { mediaType, name, charset, bytes: Buffer.from('a') });
  });

  it.each([
    ['not_a_data_uri', ''],
    ['not_a_data_uri', 'a@firm.org'],
    ['not_a_data_uri', 'data:text/csv,a@firm.org'],
    ['not_a_data_uri', `data:text/csv;name=${'x'.repeat(5000)};base64,YQ==`],
    ['wrong_media_type', 'data:application/zip;base64,YQ=='],
    ['wrong_media_type', 'data:;base64,YQ=='],
    ['bad_base64', 'data:text/csv;base64,Y'],
    ['bad_base64', 'data:text/csv;base64,YQ='],
    ['bad_base64', 'data:text/csv;base64,YQ==YQ=='],
    ['bad_base64', 'data:text/csv;base64,YUBm\naXJt'],
    ['bad_base64', 'data:text/csv;base64,YUB*'],
    ['bad_base64', 'data:text/csv;base64,YUBm%3D'],
    ['bad_base64', 'data:text/csv;base64,===='],
    ['bad_base64', `data:text/csv;base64,${'A'.repeat(65_536)}=`],
    ['bad_base64', `data:text/csv;base64,${'A'.repeat(65_532)}AA==AAAA`],
    ['bad_base64', `data:text/csv;base64,${'A'.repeat(65_537)}`],
    ['bad_base64', `data:text/csv;base64,${'A'.repeat(65_534)}==`.slice(0, -1)],
    ['bad_base64', `data:text/csv;base64,${'A'.repeat(131_072)}*AAA`],
  ])('refuses as %s: %s', (code, text) => {
    assert.throws(() => parse(text), { name: 'ListFileError', code });
  });

  it('reads all content, and no text that is not base64', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), (content) => {
        const { bytes } = parse(`data:text/csv;base64,${Buffer.from(content).toString('base64')}`);
        assert.deepEqual([...bytes], [...content]);
      }),
    );
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('Q', '+', '/', '=', ' ', '\n', '*', 'é'), maxLength: 12 }),
        (text) => {
          const isBase64 = /^(?:[Q+/]{4})*(?:[Q+/]{2}(?:==)?|[Q+/]{3}=?)?$/.test(text);
          const read = () => parse(`data:text/csv;base64,${text}`);
          if (isBase64) assert.deepEqual(read().bytes, Buffer.from(text, 'base64'));
          else assert.throws(read, /is not base64/);
        },
      ),
      { numRuns: runs(2000, 200) },
    );
  });
});
