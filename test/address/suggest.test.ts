import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import fc from 'fast-check';
import { LARGE, OTHERS } from '../../src/address/data/providers.js';
import { parseAddress } from '../../src/address/parse.js';
import { suggest } from '../../src/address/suggest.js';
import { LEGITIMATE, TYPED_WRONG } from './corpus.js';
import { runs } from '../support/whole.js';

describe('real domains', () => {
  test('are many enough to tell something', () => {
    assert.ok(new Set(LEGITIMATE).size >= 300);
  });

  test('are left as they are', () => {
    const alarms = LEGITIMATE.filter((domain) => suggest(`anna@${domain}`) !== null);
    assert.deepEqual(alarms, []);
  });

  test('every provider that typos are fixed for is itself left alone', () => {
    assert.deepEqual(
      [...LARGE, ...OTHERS].filter((domain) => suggest(`anna@${domain}`) !== null),
      [],
    );
  });
});

describe('a mistyped domain', () => {
  test('the list of typos is long enough to tell something', () => {
    assert.ok(TYPED_WRONG.length >= 120);
  });

  for (const { typed, meant, certain } of TYPED_WRONG) {
    test(`${typed} ${certain ? 'surely means' : 'may mean'} ${meant}`, () => {
      assert.deepEqual(suggest(`Anna.B+c@${typed}`), { address: `Anna.B+c@${meant}`, certain });
    });
  }

  test('is only asked about when the provider is not a large one', () => {
    for (const provider of OTHERS.filter((domain) => domain.length > 9)) {
      const typed = provider.slice(0, 3) + provider.slice(4);
      const found = suggest(`anna@${typed}`);
      if (found?.address === `anna@${provider}`) assert.equal(found.certain, false, typed);
    }
  });
});

describe('several typos at once', () => {
  for (const [typed, meant] of [
    ['anna@gmial.con ', 'anna@gmail.com'],
    [' mailto:anna@hotmial.com', 'anna@hotmail.com'],
    ['anna＠ｇｍａｉｌ．ｃｏｎ', 'anna@gmail.com'],
    ['<anna@yaho.com>,', 'anna@yahoo.com'],
    ['anna @ gmail. con.', 'anna@gmail.com'],
  ] as const) {
    test(`${JSON.stringify(typed)} surely means ${meant}`, () => {
      assert.deepEqual(suggest(typed), { address: meant, certain: true });
    });
  }
});

describe('a text around an address', () => {
  test('is left out, by asking, where it may mean something', () => {
    for (const [text, address] of [
      ['Anna anna@firm.org', 'anna@firm.org'],
      ['john@firm.de privat', 'john@firm.de'],
      ['Kontakt john.smith@web.de', 'john.smith@web.de'],
      ['john@firm.com, Berlin', 'john@firm.com'],
      ['john@firm.com,Berlin', 'john@firm.com'],
      ['anna b@gmial.com', 'b@gmail.com'],
      ['Tel. 030 1234567, E-Mail: anna@firm.org', 'anna@firm.org'],
      ['anna@firm.org @anna', 'anna@firm.org'],
      ["Don't use: anna@firm.org", 'anna@firm.org'],
      ['Not e-mail: anna@firm.org', 'anna@firm.org'],
      ['old address: anna@firm.org', 'anna@firm.org'],
      ['not mine: <anna@firm.org>', 'anna@firm.org'],
      ['Nicht mehr: Anna <anna@firm.org>', 'anna@firm.org'],
      ['mail: old: anna@firm.org', 'anna@firm.org'],
    ] as const)
      assert.deepEqual(suggest(text), { address, certain: false }, text);
  });

  test('is removed where it is a label, brackets, quotes or marks', () => {
    for (const text of [
      ' anna@firm.org ',
      'anna @firm.org',
      'anna@ firm.org',
      'anna@firm. org',
      'Anna B <anna@firm.org>',
      'E-Mail: anna@firm.org',
      'Correo electrónico:\nanna@firm.org',
      'e-mail:anna@firm.org',
      'Email address: anna@firm.org',
      'E-Mail-Adresse: <anna@firm.org>',
      'Adresse e-mail : anna@firm.org',
      'Kontakt: anna@firm.org',
      'Courriel : anna@firm.org',
      'E-posta: anna@firm.org',
      '“anna@firm.org”',
      '(anna@firm.org),',
    ])
      assert.deepEqual(suggest(text), { address: 'anna@firm.org', certain: true }, text);
  });

  test('takes a mark off a real domain, and nothing more', () => {
    assert.deepEqual(suggest('anna@example.co,'), { address: 'anna@example.co', certain: true });
  });

  test('with several addresses is left alone', () => {
    for (const text of [
      'anna@firm.org, ben@firm.org',
      'anna@firm.org ben@gmial.com',
      'a@x.com;b@y.com',
      'A <a@x.com>, B <b@y.com>',
    ])
      assert.equal(suggest(text), null, text);
  });
});

describe('an address that had to be put together', () => {
  for (const [typed, address] of [
    ['anna(at)firm.org', 'anna@firm.org'],
    ['anna [at] firm [dot] org', 'anna@firm.org'],
    ['anna at firm dot org', 'anna@firm.org'],
    ['anna..b@firm.org', 'anna.b@firm.org'],
    ['.anna@firm.org', 'anna@firm.org'],
    ['anna.@firm.org', 'anna@firm.org'],
    ['anna@firm..org', 'anna@firm.org'],
    ['anna@gmail com', 'anna@gmail.com'],
    ['anna@gmail/com', 'anna@gmail.com'],
    ['anna@gm,ail.com', 'anna@gmail.com'],
    ['anna@gmaıl.com', 'anna@gmail.com'],
  ] as const)
    test(`${typed} is offered, not written`, () => {
      assert.deepEqual(suggest(typed), { address, certain: false });
    });
});

describe('the broken endings', () => {
  /** Countries and others that are one letter away from what people mean. */
  const ENDINGS =
    'cm co om ne et cam cab cat coop com net org edu gov info bet pet men ltd ong de fr ee re uk jp br au bt cn nu'.split(
      ' ',
    );

  test('are none of the endings that somebody has', () => {
    for (const ending of ENDINGS) assert.equal(suggest(`anna@harbour.${ending}`), null, ending);
  });

  test('are fixed where one typo away from a common one', () => {
    for (const typed of ['con', 'cmo', 'comm', 'vom', 'cim', 'ckm'])
      assert.deepEqual(suggest(`anna@harbour.${typed}`), { address: 'anna@harbour.com', certain: true }, typed);
    for (const typed of ['nte', 'nett', 'ner'])
      assert.equal(suggest(`anna@harbour.${typed}`)?.address, 'anna@harbour.net', typed);
  });

  test('are only asked about where what is left is near to something else', () => {
    assert.equal(suggest('anna@ma.ccom')?.certain, false);
    for (const typed of ['hicloud.con', 'harbour.comp', 'harbour.co.ik'])
      assert.equal(suggest(`anna@${typed}`)?.certain, false, typed);
  });
});

describe('no suggestion', () => {
  for (const text of [
    '',
    ' ',
    '@',
    'anna',
    'anna@',
    '@gmail.com',
    '@gmial.com',
    'anna@gm',
    'anna@[127.0.0.1]',
    'anna@gmail@x',
    'anna@com',
    'mailto:',
    '\ud800@gmial.com',
    `${'a'.repeat(65)}@gmial.com`,
  ]) {
    test(`is made for ${JSON.stringify(text)}`, () => {
      assert.equal(suggest(text), null);
    });
  }

  test('is made for a text that is much too long', () => {
    assert.equal(suggest(`${' '.repeat(2000)}anna@gmial.com`), null);
  });

  test('is made of an address that is right but for the case of its domain', () => {
    assert.equal(suggest('Anna@GMAIL.com'), null);
  });

  test('touches a quoted local part', () => {
    assert.equal(suggest('"anna @ home"@gmail.com'), null);
    assert.deepEqual(suggest('"anna @ home"@gmial.com'), { address: '"anna @ home"@gmail.com', certain: true });
  });
});

describe('whatever is typed', () => {
  const domain = fc.oneof(
    fc.constantFrom(...TYPED_WRONG.map(({ typed }) => typed), ...LARGE, ...OTHERS),
    fc.domain(),
    fc.string({ unit: 'grapheme', maxLength: 12 }).map((label) => `${label}.con`),
  );
  const around = fc.constantFrom('', ' ', 'mailto:', '<', '>', '.', ',', '"', '\u200b', '　', '(', ')', "'", '\ud800');
  const local = fc.oneof(
    fc.emailAddress().map((address) => address.split('@')[0]!),
    fc.constantFrom('"a b"', 'ＡＢ', 'jörg', 'A.b+c'),
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.tuple(around, local, around, domain, around).map(([a, l, b, d, c]) => `${a}${l}${b}@${d}${c}`),
  );

  test('it never throws, and a suggestion is an address, another text, and final', () => {
    let made = 0;
    fc.assert(
      fc.property(text, (typed) => {
        const found = suggest(typed);
        if (found === null) return;
        made++;
        assert.ok(parseAddress(found.address).ok, found.address);
        assert.notEqual(found.address, typed);
        assert.equal(suggest(found.address), null);
      }),
      { numRuns: runs(5000, 600) },
    );
    assert.ok(made > 25, `only ${made} suggestions were made`);
  });

  test('the local part of an address stays as it was typed', () => {
    fc.assert(
      fc.property(fc.emailAddress(), domain, (address, typed) => {
        const before = address.split('@')[0]!;
        // In brackets, an @ is written as by those who hide their address.
        fc.pre(!/\{ ?@ ?[)\]}>]/.test(`${before}@${typed}`));
        const found = suggest(`${before}@${typed}`);
        if (found !== null) assert.equal(found.address.slice(0, found.address.lastIndexOf('@')), before);
      }),
      { numRuns: runs(3000, 400) },
    );
  });
});
