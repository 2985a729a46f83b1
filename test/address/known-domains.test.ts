import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'vitest';
import { digestOf, makeLists } from '../../scripts/lists.mjs';
import { load } from '../../scripts/lists/sources.mjs';
import { classify } from '../../src/address/classify.js';
import { disposableCodeOf, isAgreed, isDisposable } from '../../src/address/known-domains/disposable.js';
import { FREE } from '../../src/address/known-domains/free-providers.js';
import { RELAYS } from '../../src/address/known-domains/relays.js';
import { parseAddress } from '../../src/address/parse.js';
import { RELEASED_LISTS } from '../../src/service/domain-lists/released-lists.js';
import { LEGITIMATE } from './corpus.js';
import { REAL_DOMAINS } from './corpora/real.js';

const committed = (file: string): string =>
  readFileSync(new URL(`../../src/address/known-domains/${file}`, import.meta.url), 'utf8');

const ascii = (names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const parsed = parseAddress(`a@${name.toLowerCase()}`);
    return parsed.ok ? [parsed.ascii.slice(2)] : [];
  });
const CURATED = ascii(load('disposable-email-domains-js/dist/dict/disposable_email_blocklist.json') as string[]);
const LARGEST = ascii([
  ...(load('disposable-email-domains/index.json') as string[]),
  ...(load('disposable-email-domains/wildcard.json') as string[]),
]);
const CRAWLED = ascii(Object.keys((load('fakefilter/json/data.json') as { domains: object }).domains));

/** Tells a list that holds a name or one of its parents. */
const isBelow = (name: string) => (list: ReadonlySet<string>) =>
  name.split('.').some((_, i, labels) => list.has(labels.slice(i).join('.')));

describe('the list of disposable domains', () => {
  test('is what the installed packages give: run `npm run lists`', () => {
    for (const [file, text] of Object.entries(makeLists()))
      assert.ok(committed(file) === text, `${file} is out of date`);
  });

  test('is dated, with the free providers, when one of them changes: run `npm run lists`', () => {
    assert.equal(RELEASED_LISTS.sha256, digestOf(JSON.parse(committed('disposable-names.json'))));
    assert.ok(Date.parse(RELEASED_LISTS.madeAt) > 0);
  });

  test('names each source with its version and its licence', () => {
    const sources = committed('SOURCES.md');
    for (const name of ['disposable-email-domains', 'disposable-email-domains-js', 'fakefilter']) {
      const { version, license } = load(`${name}/package.json`) as { version: string; license: string };
      assert.ok(sources.includes(`| \`${name}\` | ${version} | ${license} |`), name);
      assert.match(license, /^(MIT|CC0-1.0|BSD-3-Clause)$/);
    }
  });

  test('knows every name of its sources, but for real domains', () => {
    for (const [list, most] of [
      [CURATED, 12],
      [LARGEST, 100],
      [CRAWLED, 10],
    ] as const) {
      const missing = list.filter((name) => disposableCodeOf(name) === undefined);
      assert.ok(missing.length <= most, missing.join(' '));
    }
  });

  test('calls disposable what two of its authors list', () => {
    const lists = [CURATED, LARGEST, CRAWLED].map((list) => new Set(list));
    const agreed = [...new Set(lists.flatMap((list) => [...list]))].filter(
      (name) => lists.filter((list) => list.has(name)).length > 1,
    );
    assert.ok(agreed.length > 3500, String(agreed.length));
    const missing = agreed.filter((name) => !isAgreed(name));
    assert.ok(missing.length <= 12, missing.join(' '));
    const one = [CURATED, LARGEST, CRAWLED].flat().filter((name) => isAgreed(name) && !agreed.includes(name));
    const alone = one.filter((name) => lists.filter(isBelow(name)).length < 2);
    assert.deepEqual(alone, [], 'one author alone');
  });

  test('calls at least 40 % of the curated and the crawled list disposable, and 18 % of the largest', () => {
    const share = (list: readonly string[]): number => (100 * list.filter(isDisposable).length) / list.length;
    assert.ok(share(CURATED) >= 40, String(share(CURATED)));
    assert.ok(share(CRAWLED) >= 48, String(share(CRAWLED)));
    assert.ok(share(LARGEST) >= 18, String(share(LARGEST)));
  });

  test('calls a real domain that one list alone has possibly disposable, and its subdomains too', () => {
    const firms =
      'angi.com ubicloud.com lendscape.com codingliteracy.com netherlandsandyou.nl google.tm sibmail.com shitware.nl kd2.org ' +
      // Figures in their names that are no chance.
      'b2b4business.com cr7cr8cr9.com more2explore4you.site x13x13x13.com ' +
      // Found by a list of popular domains: shops, hosts, tools, providers.
      'esy.es somee.com heliohost.org nokiamail.com webhook.site spamarrest.com 99.com yourdomain.com jadopado.com shrib.com';
    for (const name of firms.split(' ')) {
      assert.equal(disposableCodeOf(name), 'possible_disposable', name);
      assert.equal(disposableCodeOf(`mail.${name}`), 'possible_disposable', name);
      assert.deepEqual(classify(`anna@${name}`), ['possible_disposable'], name);
    }
  });

  test('calls disposable what one list has and evidence supports', () => {
    const names =
      // Seen by a crawler, the services' own sites.
      'webxio.pro gamintor.com kuku.lu emailondeck.com ' +
      // They say so.
      'temp-mail.lol discardmail.computer 10-minuten-mail.de fakemail.net ' +
      // Known by another ending.
      'mailsac.ga dropmail.cc mailnesia.net ' +
      // Under three endings or more that were given away; random.
      'astonut.cf matamuasu.gq 3wxoiia16pb9ck4o.ml owga67admhbf5p0.xyz';
    for (const name of names.split(' ')) assert.equal(disposableCodeOf(name), 'disposable', name);
  });

  test('holds no mailbox provider, relay or company', () => {
    const companies =
      'craigslist.org werk.nl com.com sify.com nus.edu.sg consultant.com yandex.net sohu.com swatch.com freemail.hu hush.com';
    const real = [...LEGITIMATE, ...FREE, ...RELAYS, ...companies.split(' '), ...(REAL_DOMAINS['universities'] ?? [])];
    assert.deepEqual(real.filter(disposableCodeOf), []);
  });

  test('calls none of 124,000 hosts disposable whose scripts stand in the pages of the web', () => {
    const hosts = REAL_DOMAINS['companies'] ?? [];
    assert.ok(hosts.length > 100_000);
    // Names at a host where anybody may have one, which two lists hold.
    assert.deepEqual(
      hosts.filter((host) => isDisposable(host) && !host.endsWith('.mooo.com')),
      [],
    );
  });

  test("holds nobody's own domain below a registry", () => {
    const domains =
      'firm.web.id firm.my.id school.edu.pl firm.za.com firm.co.uk anna.ddns.net anna.dedyn.io unmuhbarru.ac.id';
    assert.deepEqual(domains.split(' ').filter(disposableCodeOf), []);
  });

  test('holds no typo of a large provider: a suggestion tells more', () => {
    assert.deepEqual('gmial.com gmai.com hotmial.com hotmai.com outllok.com'.split(' ').filter(disposableCodeOf), []);
  });

  test('holds the well-known ones, and their subdomains', () => {
    const names =
      'mailinator.com yopmail.com guerrillamail.com 10minutemail.com temp-mail.org trashmail.com sharklasers.com ' +
      'maildrop.cc moakt.com getnada.com mohmal.com dispostable.com mailcatch.com grr.la mailnesia.com wegwerfmail.de';
    for (const name of names.split(' ')) {
      assert.ok(isDisposable(name), name);
      assert.ok(isDisposable(`a.b.${name}`), name);
      assert.ok(!isDisposable(`x${name}`), name);
    }
  });

  test('is found whole, and nothing beside it, by its own search', () => {
    const file = JSON.parse(committed('disposable-names.json')) as { names: Record<string, Record<string, string>> };
    const endingsOf = (group: string): string[] => (group === '*' ? ['cf', 'ga', 'gq', 'ml', 'tk'] : [group]);
    let names = 0;
    for (const [group, lists] of Object.entries(file.names))
      for (const [length, list] of Object.entries(lists)) {
        const step = Number(length);
        assert.equal(list.length % step, 0);
        for (let i = 0; i < list.length; i += step)
          for (const ending of endingsOf(group)) {
            const name = list.slice(i, i + step);
            names++;
            if (!disposableCodeOf(`${name}.${ending}`)) assert.fail(`${name}.${ending} is not found`);
            // A character that no domain has, so that the name beside it is never listed.
            if (disposableCodeOf(`${name.slice(0, -1)}~.${ending}`)) assert.fail(`beside ${name}.${ending}`);
          }
      }
    assert.ok(names > 120_000, String(names));
    for (const text of ['', '.', '..', 'com', '.com', 'a.', 'constructor', 'a.constructor', 'a.__proto__'])
      assert.equal(disposableCodeOf(text), undefined, text);
  });
});
