import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import fc from 'fast-check';
import { canonicalMailbox } from '../../src/address/index.js';
import { whole } from '../support/whole.js';

const UNKNOWN = { host: '' };
const HOSTS = {
  gmail: 'gmail-smtp-in.l.google.com',
  workspace: 'alt1.aspmx.l.google.com',
  exchange: 'firm-com.mail.protection.outlook.com',
  fastmail: 'in1-smtp.messagingengine.com',
  own: 'mx.firm.com',
};

describe('one mailbox has one key', () => {
  for (const [host, key, ...written] of [
    [
      '',
      'annasmith@gmail.com',
      'Anna.Smith@gmail.com',
      'anna.smith+shop@googlemail.com',
      'a.n.n.a.s.m.i.t.h@GMAIL.com',
      'annasmith.+x+y@gmail.com',
    ],
    [HOSTS.gmail, 'annasmith@gmail.com', 'anna.smith@gmail.com', '"anna.smith"@gmail.com'],
    [HOSTS.workspace, 'anna.smith@firm.com', 'Anna.Smith@firm.com', 'anna.smith+x@firm.com'],
    ['SMTP.Google.com.', 'anna@firm.com', 'anna+x@firm.com'],
    ['aspmx2.googlemail.com', 'anna@firm.com', 'anna+x@firm.com'],
    [HOSTS.exchange, 'anna.smith@firm.com', 'anna.smith+x@firm.com', 'ANNA.SMITH@firm.com'],
    ['firm-com.o-v1.mx.microsoft', 'anna@firm.com', 'anna+x@firm.com'],
    ['', 'anna.smith@outlook.com', 'anna.smith+x@outlook.com', 'Anna.Smith@Outlook.com'],
    ['hotmail-com.olc.protection.outlook.com', 'anna@hotmail.be', 'anna+x@hotmail.be'],
    ['', 'anna@fastmail.com', 'anna+x@fastmail.com', 'x@anna.fastmail.com', 'y+z@ANNA.fastmail.com'],
    [HOSTS.fastmail, 'anna@firm.com', 'anna+x@firm.com'],
    ['', 'anna@icloud.com', 'anna@me.com', 'anna@mac.com', 'anna+x@icloud.com'],
    ['mx01.mail.icloud.com', 'anna@firm.com', 'anna+x@firm.com'],
    ['', 'anna-@yahoo.com', 'anna-shop@yahoo.com', 'anna-news@yahoo.com', 'ANNA-a-b@yahoo.com'],
    ['', 'anna@yahoo.com', 'anna@yahoo.com', 'anna+x@yahoo.com'],
    ['', 'annasmith@proton.me', 'anna.smith@proton.me', 'anna-smith@protonmail.com', 'Anna_Smith+x@pm.me'],
    ['', 'anna-smith@yandex.ru', 'anna.smith@yandex.ru', 'anna-smith@ya.ru', 'anna.smith+x@yandex.com'],
    ['mx.zoho.eu', 'anna@firm.com', 'anna+x@firm.com'],
    ['', 'anna@mail.ru', 'anna+x@mail.ru'],
    ['', 'anna+x@gmx.de', 'Anna+X@GMX.de'],
    [HOSTS.own, 'Anna+x@firm.com', 'Anna+x@FIRM.com'],
    ['', 'anna@xn--mnchen-3ya.de', 'anna@München.de'],
  ] as const) {
    test(`${written.join(', ')}${host === '' ? '' : ` at ${host}`}: ${key}`, () => {
      for (const one of written) assert.equal(canonicalMailbox(one, { host }), key);
    });
  }
});

describe('two mailboxes have two keys', () => {
  for (const [a, b, host] of [
    ['anna.smith@firm.com', 'annasmith@firm.com', HOSTS.workspace],
    ['anna+a@firm.com', 'anna+b@firm.com', HOSTS.own],
    ['anna+a@firm.com', 'anna+b@firm.com', 'mx.notmessagingengine.com'],
    ['anna+a@firm.com', 'anna+b@firm.com', 'aspmx.l.google.com.firm.com'],
    ['Anna@firm.com', 'anna@firm.com', HOSTS.own],
    ['anna.smith@outlook.com', 'annasmith@outlook.com', ''],
    ['anna@outlook.com', 'anna@hotmail.com', ''],
    ['anna@yahoo.com', 'anna-x@yahoo.com', ''],
    ['anna@yahoo.com', 'anna@yahoo.co.uk', ''],
    ['anna-a@yahoo.co.jp', 'anna-b@yahoo.co.jp', ''],
    ['anna@gmx.de', 'anna@gmx.net', ''],
    ['anna+a@web.de', 'anna+b@web.de', ''],
    ['anna@mail.ru', 'anna@bk.ru', ''],
    ['anna@x.firm.com', 'anna@y.firm.com', HOSTS.fastmail],
    ['anna@fastmail.com', 'anna@fastmail.fm', ''],
    ['a@x.y.fastmail.com', 'b@x.y.fastmail.com', ''],
    ['"anna smith"@gmail.com', '"annasmith "@gmail.com', ''],
    ['jörg@firm.com', 'jorg@firm.com', HOSTS.workspace],
  ] as const) {
    test(`${a} and ${b}${host === '' ? '' : ` at ${host}`}`, () => {
      assert.notEqual(canonicalMailbox(a, { host }), canonicalMailbox(b, { host }));
    });
  }
});

test('a text that is no address stays as it is', () => {
  for (const text of ['', 'anna', '@', 'anna@', 'anna@@gmail.com']) assert.equal(canonicalMailbox(text, UNKNOWN), text);
});

const domain = fc.constantFrom(
  ...'gmail.com googlemail.com icloud.com me.com yahoo.com yahoo.co.jp proton.me pm.me ya.ru yandex.com outlook.com mail.ru gmx.de fastmail.com anna.fastmail.com a.b.fastmail.com firm.com'.split(
    ' ',
  ),
);
const host = fc.constantFrom('', ...Object.values(HOSTS));
const local = fc.stringMatching(/^[a-bA-B_.+-]{1,7}$/);

test('the key of a key is itself', () => {
  fc.assert(
    fc.property(fc.oneof(local, fc.string({ unit: 'binary' })), domain, host, (name, at, mx) => {
      const key = canonicalMailbox(`${name}@${at}`, { host: mx });
      assert.equal(canonicalMailbox(key, { host: mx }), key);
    }),
    { numRuns: whole ? 50_000 : 1500 },
  );
});

/** The names that each provider gives out, and when two are one account, as its help pages say. */
const NAMES: Record<string, { names: RegExp; account: (name: string) => string }> = {
  'gmail.com': { names: /^[ab]+(\.[ab]+)*$/, account: (name) => name.replaceAll('.', '') },
  'icloud.com': { names: /^[ab][ab._]*$/, account: (name) => name },
  'outlook.com': { names: /^[ab][ab._-]*$/, account: (name) => name },
  'yahoo.com': { names: /^[ab]+(\.[ab_]+)?$/, account: (name) => name },
  'proton.me': { names: /^[ab][ab._-]*$/, account: (name) => name.replace(/[._-]/g, '') },
  'yandex.ru': { names: /^[ab]+([.-][ab]+)*$/, account: (name) => name.replaceAll('.', '-') },
  'mail.ru': { names: /^[ab][ab._-]*$/, account: (name) => name },
  'gmx.de': { names: /^[ab][ab._-]*$/, account: (name) => name },
};

test('two accounts of a provider never have one key, two spellings of one always do', () => {
  const provider = fc.constantFrom(...Object.keys(NAMES));
  let same = 0;
  fc.assert(
    fc.property(
      provider.chain((at) => {
        const name = fc.stringMatching(NAMES[at]!.names, { size: 'xsmall' }).filter((one) => !/\.(\.|$)/.test(one));
        return fc.tuple(fc.constant(at), name, name);
      }),
      ([at, a, b]) => {
        const isOne = NAMES[at]!.account(a) === NAMES[at]!.account(b);
        if (isOne) same++;
        const keys = [a, b].map((name) => canonicalMailbox(`${name}@${at}`, UNKNOWN));
        assert.equal(keys[0] === keys[1], isOne, `${a} and ${b} at ${at}`);
      },
    ),
    { numRuns: whole ? 50_000 : 1500 },
  );
  assert.ok(same > 10, `only ${same} pairs were one account`);
});

test('at an unknown provider no two addresses share a key', () => {
  fc.assert(
    fc.property(local, local, (a, b) => {
      const keys = [a, b].map((name) => canonicalMailbox(`${name}@firm.com`, { host: HOSTS.own }));
      assert.equal(keys[0] === keys[1], a === b);
    }),
  );
});
