/**
 * @see https://www.rfc-editor.org/rfc/rfc5892
 * @see https://www.rfc-editor.org/rfc/rfc5893
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { domainToASCII } from 'node:url';
import { describe, test } from 'vitest';
import { parseAddress } from '../../src/address/parse.js';
import { derived } from './rfc5892.js';

const readRows = (table: string): [name: string, second: string, third: string][] =>
  readFileSync(new URL(`tables/${table}.tsv`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
      const [name = '', second = '', third = ''] = line
        .replace(/\\u\{([\da-f]+)\}/g, (_, hex: string) => String.fromCodePoint(parseInt(hex, 16)))
        .split('\t');
      return [name, second, third];
    });

const hostOf = (domain: string): string => {
  const parsed = parseAddress(`a@${domain}`);
  return parsed.ok ? parsed.ascii.slice(2) : '';
};

/** A name of a table as part of a domain of two labels. */
const asDomain = (name: string): string => (/[.\u3002\uff0e\uff61]/.test(name) ? name : `${name}.com`);

const points = (text: string): number[] => Array.from(text, (one) => one.codePointAt(0) ?? 0);

/** Why a name that UTS 46 takes is refused. */
const REFUSED: Record<string, (name: string) => boolean> = {
  'RFC 5892 allows no symbol (NV8 in the tables of UTS 46)': (name) =>
    points(name.normalize('NFKC')).some((cp) => cp > 0x7f && derived(cp) === 'disallowed'),
  'UTS 46 would drop a character that cannot be seen': (name) => /(?![\u200c\u200d])\p{DI}/u.test(name),
  'a character would become an ASCII one': (name) => /[!-~]/.test(name.replace(/[!-~]/g, '').normalize('NFKC')),
  'with a@ before it, it is longer than an address': (name) => domainToASCII(name).length > 252,
  'the host parser of this engine has an older Unicode': (name) => domainToASCII(name) === '',
};

/** The faults that are left to the host parser, by their codes in UTS 46: newer engines refuse most of these names. */
const TAKEN: Record<string, RegExp> = {
  'the bidi rule (RFC 5893): the registries enforce it': /^B\d$/,
  'hyphens in the third and fourth place: such names are registered, and resolve': /^V[24]$/,
  'a hyphen at the edge of a label that is written as an A-label': /^V3$/,
};

describe("the rows of UTS 46's own table", () => {
  const rows = readRows('uts46');

  test('are all there', () => {
    assert.equal(rows.length, 6391);
    assert.equal(rows.filter(([, , codes]) => codes === '').length, 549);
  });

  test('that are valid have its answer, or are refused for a reason', () => {
    const unused = new Set(Object.keys(REFUSED));
    let same = 0;
    for (const [name, ascii, codes] of rows) {
      if (codes) continue;
      const host = hostOf(asDomain(name));
      if (host === asDomain(ascii)) same++;
      else {
        assert.equal(host, '', name);
        const reasons = Object.keys(REFUSED).filter((reason) => REFUSED[reason]?.(asDomain(name)));
        assert.ok(reasons.length, `${JSON.stringify(name)} is refused without a reason`);
        for (const reason of reasons) unused.delete(reason);
      }
    }
    assert.ok(same > 340, `only ${same} are the same`);
    // An engine may have the newest Unicode.
    unused.delete('the host parser of this engine has an older Unicode');
    assert.deepEqual([...unused], []);
  });

  test('that are invalid are refused, unless their faults are left to the host parser', () => {
    let refused = 0;
    for (const [name, , codes] of rows) {
      if (!codes) continue;
      const isOurs = codes.split(' ').some((code) => !Object.values(TAKEN).some((left) => left.test(code)));
      if (isOurs) assert.equal(hostOf(asDomain(name)), '', `${JSON.stringify(name)}: ${codes}`);
      if (isOurs) refused++;
    }
    assert.ok(refused > 5000, `only ${refused} are refused`);
  });
});

/** The names of the JSON Schema suite that we take, or may take, against it. */
const JSON_SCHEMA: Record<string, string> = {
  'xn--aa---o47jg78q.com': 'hyphens in the third and fourth place of an A-label: it resolves',
  '0a.א': 'the bidi rule is left to the host parser',
  '0ا.com': 'the bidi rule is left to the host parser',
  'aא.com': 'the bidi rule is left to the host parser',
  'xn--0ca24w.com': 'the bidi rule is left to the host parser',
  'xn--7a.com': 'an A-label of a symbol, as those of emoji: it resolves, and can hardly be typed by mistake',
  'xn---9uc.com': 'punycode that another label would encode to: the host parser decides',
};

describe('the rows of the JSON Schema Test Suite', () => {
  const rows = readRows('json-schema');

  test('are all there, and so are those that differ', () => {
    assert.equal(rows.length, 84);
    const names = rows.map(([name]) => asDomain(name).toLowerCase());
    assert.deepEqual(
      Object.keys(JSON_SCHEMA).filter((name) => !names.includes(name)),
      [],
    );
  });

  for (const [name, verdict, words] of rows)
    test(`${verdict}: ${words}`, () => {
      const domain = asDomain(name);
      if (!Object.hasOwn(JSON_SCHEMA, domain.toLowerCase()))
        assert.equal(hostOf(domain) !== '', verdict === 'valid', domain);
    });
});
