import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'vitest';
import { parseAddress } from '../../src/address/parse.js';

interface Case {
  id: string;
  address: string;
  category: string;
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** XML text to the address it stands for: entities, and pictures of control characters (U+2400 and on) for those themselves. */
const decoded = (xml: string): string =>
  xml
    .replace(/&(?:#x([\da-f]+)|(\w+));/gi, (_, hex: string | undefined, name: string) =>
      hex === undefined ? (ENTITIES[name] ?? assert.fail(name)) : String.fromCodePoint(parseInt(hex, 16)),
    )
    .replace(/[\u2400-\u241f]/g, (picture) => String.fromCharCode(picture.charCodeAt(0) - 0x2400));

const readCases = (): Case[] => {
  const file = new URL('../../node_modules/email-addresses/test/tests.xml', import.meta.url);
  const tests = readFileSync(file, 'utf8').matchAll(/<test id="(\d+)">(.*?)<\/test>/gs);
  return [...tests].map(([, id = '', body = '']) => ({
    id,
    address: decoded(/<address>(.*?)<\/address>/s.exec(body)?.[1] ?? ''),
    category: /<category>ISEMAIL_(\w+)<\/category>/.exec(body)?.[1] ?? assert.fail(`test ${id} has no category`),
  }));
};

/** Our policy in the suite's words: what is legal on a wire is, save for single labels and address literals. */
const shouldBeValid = ({ address, category }: Case): boolean => {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return /^(VALID|DNSWARN|RFC5321)/.test(category) && domain.includes('.') && !domain.endsWith(']');
};

describe('the public isEmail cases', () => {
  const cases = readCases();

  test('are all there, some of each verdict', () => {
    assert.equal(cases.length, 164);
    assert.equal(cases.filter(shouldBeValid).length, 29);
    assert.ok(cases.some(({ address }) => address.includes('\0')));
  });

  for (const one of cases) {
    const valid = shouldBeValid(one);
    test(`${one.id}: ${valid ? 'takes' : 'refuses'} ${JSON.stringify(one.address)} (${one.category})`, () => {
      assert.equal(parseAddress(one.address).ok, valid);
    });
  }
});
