import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, test } from 'vitest';
import { makeLists } from '../../scripts/lists.mjs';
import { isDisposable } from '../../src/address/lists/disposable.js';
import { FREE } from '../../src/address/lists/free.js';
import { RELAYS } from '../../src/address/lists/relays.js';
import { parseAddress } from '../../src/address/parse.js';
import { LEGITIMATE } from './corpus.js';

const require = createRequire(import.meta.url);
const committed = (file: string): string =>
  readFileSync(new URL(`../../src/address/lists/${file}`, import.meta.url), 'utf8');

describe('the list of disposable domains', () => {
  test('is what the installed packages give: run `npm run lists`', () => {
    for (const [file, text] of Object.entries(makeLists()))
      assert.ok(committed(file) === text, `${file} is out of date`);
  });

  test('names each source with its version and its licence', () => {
    const sources = committed('SOURCES.md');
    for (const name of ['disposable-email-domains', 'disposable-email-domains-js', 'fakefilter']) {
      const { version, license } = require(`${name}/package.json`) as { version: string; license: string };
      assert.ok(sources.includes(`| \`${name}\` | ${version} | ${license} |`), name);
      assert.match(license, /^(MIT|CC0-1.0|BSD-3-Clause)$/);
    }
  });

  test('holds every name of its sources, but for real domains', () => {
    const read = (file: string): string[] => require(file) as string[];
    const missing = (names: string[]): string[] =>
      names.filter((name) => {
        const parsed = parseAddress(`a@${name}`);
        return parsed.ok && !isDisposable(parsed.ascii.slice(2));
      });
    const curated = read('disposable-email-domains-js/dist/dict/disposable_email_blocklist.json');
    assert.ok(missing(curated).length <= 12, missing(curated).join(' '));
    const large = read('disposable-email-domains/index.json');
    assert.ok(missing(large).length <= 100, missing(large).join(' '));
  });

  test('holds no mailbox provider, relay or company', () => {
    const companies =
      'craigslist.org werk.nl com.com sify.com nus.edu.sg consultant.com yandex.net sohu.com swatch.com freemail.hu hush.com';
    assert.deepEqual([...LEGITIMATE, ...FREE, ...RELAYS, ...companies.split(' ')].filter(isDisposable), []);
  });

  test("holds nobody's own domain below a registry", () => {
    const domains = 'firm.web.id firm.my.id school.edu.pl firm.za.com firm.co.uk anna.ddns.net anna.dedyn.io';
    assert.deepEqual(domains.split(' ').filter(isDisposable), []);
  });

  test('holds no typo of a large provider: a suggestion tells more', () => {
    assert.deepEqual('gmial.com gmai.com hotmial.com hotmai.com outllok.com'.split(' ').filter(isDisposable), []);
  });

  test('holds the well-known ones, and their subdomains', () => {
    const names =
      'mailinator.com yopmail.com guerrillamail.com 10minutemail.com temp-mail.org trashmail.com sharklasers.com';
    for (const name of names.split(' ')) {
      assert.ok(isDisposable(name), name);
      assert.ok(isDisposable(`a.b.${name}`), name);
      assert.ok(!isDisposable(`x${name}`), name);
    }
  });

  test('is found whole, and nothing beside it, by its own search', () => {
    const groups = JSON.parse(committed('disposable-names.json')) as Record<string, Record<string, string>>;
    let names = 0;
    for (const [ending, lists] of Object.entries(groups)) {
      for (const [length, list] of Object.entries(lists)) {
        const step = Number(length);
        assert.equal(list.length % step, 0);
        for (let i = 0; i < list.length; i += step) {
          const name = list.slice(i, i + step);
          names++;
          if (!isDisposable(`${name}.${ending}`)) assert.fail(`${name}.${ending} is not found`);
          // A character that no domain has, so that the name beside it is never listed.
          if (isDisposable(`${name.slice(0, -1)}~.${ending}`)) assert.fail(`beside ${name}.${ending}`);
        }
      }
    }
    assert.ok(names > 120_000, String(names));
    for (const text of ['', '.', '..', 'com', '.com', 'a.', 'constructor', 'a.constructor', 'a.__proto__'])
      assert.equal(isDisposable(text), false, text);
  });
});
