/** Replies of real servers, and all combinations of the phrases that the code reads. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { assess } from '../../../src/verifier/score.js';
import { classifyRcpt, type Finding } from '../../../src/verifier/smtp/classify.js';
import { anyOf, listOf } from '../../../src/verifier/smtp/phrases/words.js';
import { findReceiver } from '../../../src/verifier/shaping/receivers.js';
import { ReplyParser } from '../../../src/verifier/smtp/reply.js';
import { TABLES, type Says } from '../../../src/verifier/smtp/rules.js';

const ANNA = 'anna.smith@firm.org';
const SELF = { from: 'probe@verifier.test', helo: 'probe.verifier.test' };

const classify = (text: string, address = ANNA, self = SELF): Finding => {
  const [reply] = new ReplyParser().push(Buffer.from(`${text}\r\n`));
  assert.ok(reply, text);
  return classifyRcpt(reply, address, undefined, self);
};

const isInvalid = (finding: Finding): boolean => finding !== 'exists' && assess([finding]).status === 'invalid';

const fixture = (name: string): string[] =>
  readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8')
    .split('\n')
    .filter(Boolean);

const rowsOf = (lines: string[]): string[] => lines.filter((line) => !line.startsWith('#'));
const wire = (row: string): string => row.replaceAll(String.raw`\n`, '\r\n');

const DOCUMENTED = fixture('replies.tsv');

describe('a documented reply', () => {
  for (const row of rowsOf(DOCUMENTED)) {
    const [expected = '', text = ''] = row.split('\t');
    test(`${expected}: ${text}`, () => {
      assert.equal(classify(wire(text)), expected);
    });
  }

  test('of a plain 550 for an unknown user is there in 130 forms', () => {
    const end = DOCUMENTED.indexOf('## In other languages');
    const forms = rowsOf(DOCUMENTED.slice(0, end)).filter((row) => /^mailbox_not_found\t550 \D/.test(row));
    assert.ok(forms.length >= 130, `${forms.length}`);
  });
});

describe('a reply that is given for a mailbox that exists', () => {
  const lines = fixture('real-mailbox-replies.txt');
  const rows = rowsOf(lines);
  /** Where no words speak, a code does. */
  const silent = lines.slice(lines.indexOf('## No reason at all'));

  test('is there in 250 forms', () => {
    assert.ok(rows.length >= 250, `${rows.length}`);
  });

  for (const row of rows) {
    test(`is never invalid: ${row}`, () => {
      const text = wire(row);
      assert.ok(!isInvalid(classify(text)), classify(text));
      if (silent.includes(row)) return;
      // The same words with the codes of an unknown and of a closed mailbox.
      const words = text.replace(/^(\d{3}[ -])?[45]\.\d+\.\d+ /gm, '$1');
      if (!/^\d{3}[ -].{30}/.test(words)) return;
      for (const enhanced of ['5.1.1', '5.2.1', '5.1.10']) {
        const coded = words.replace(/^\d{3}([ -])/gm, `550$1${enhanced} `);
        assert.ok(!isInvalid(classify(coded)), coded);
      }
    });
  }
});

/** A phrase as a server may write it: one of its alternatives, with its `…` and `*` filled in. */
const spoken = (...names: Says[]): fc.Arbitrary<string> => {
  const phrases = names.flatMap((name) => TABLES[name].flatMap((table) => Object.values(table).flatMap(listOf)));
  return fc
    .tuple(
      fc.constantFrom(...phrases),
      fc.constantFrom('', 'ed', 's', 'ing'),
      fc.constantFrom(' ', ' of this ', ' our '),
      fc.infiniteStream(fc.nat(1000)),
    )
    .map(([phrase, ending, gap, turns]) => {
      const choose = (_: string, group: string): string => {
        const choices = group.split('|');
        return choices[(turns.next().value ?? 0) % choices.length] ?? '';
      };
      return phrase
        .replace(/\(([^)]*)\)/g, choose)
        .replaceAll('*', ending)
        .replaceAll(' … ', gap);
    });
};

const CASES = [
  (text: string) => text,
  (text: string) => text.toUpperCase(),
  (text: string) => text.toLowerCase(),
  (text: string) => text.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase()),
];

/** Words as servers write them: in any case, with any punctuation, on one or several lines. */
const wrapped = (words: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(words, fc.constantFrom(...CASES), fc.infiniteStream(fc.nat(3)))
    .map(([text, form, turns]) => form(text).replaceAll(' ', () => (turns.next().value === 0 ? '\n' : ' ')));

const reply = (code: string, text: string): string => {
  const lines = text.split('\n');
  return lines.map((line, n) => `${code}${n < lines.length - 1 ? '-' : ' '}${line}`).join('\r\n');
};

const UNKNOWN = spoken('unknown user', 'unknown user, alone', 'disabled');
const CODE = fc.constantFrom('550', '551', '552', '553', '554', '511', '501');
const ENHANCED = fc.constantFrom('', '5.1.1 ', '5.2.1 ', '5.1.10 ', '5.1.2 ', '5.1.3 ', '5.1.6 ', '5.0.0 ', '5.4.1 ');
const JOIN = fc.constantFrom('; ', ': ', '. ', ' - ', ', ', ' (', ' / ', ' ');

/** A reason together with any sign of an unknown user. */
const contradictory = (reason: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(
      CODE,
      ENHANCED,
      wrapped(
        fc
          .tuple(reason, UNKNOWN, JOIN, fc.boolean())
          .map(([one, other, join, first]) => (first ? one + join + other : other + join + one)),
      ),
    )
    .map(([code, enhanced, text]) => reply(code, enhanced + text));

describe('a reply with a reason that is not the mailbox', () => {
  const REASONS: Says[] = [
    'sender',
    'blocked',
    'harvest',
    'too fast',
    'full',
    'no space',
    'session limit',
    'restricted',
    'message',
    'encryption',
    'failure',
    'temporary',
  ];

  for (const name of REASONS) {
    test(`is never invalid, whatever its code and other words say: ${name}`, () => {
      fc.assert(
        fc.property(contradictory(spoken(name)), (text) => {
          assert.ok(!isInvalid(classify(text)), `${classify(text)}: ${text}`);
        }),
        { numRuns: 400 },
      );
    });
  }

  test('is a full mailbox where the words say so beside a code for an unknown user', () => {
    fc.assert(
      fc.property(spoken('full'), fc.constantFrom('5.1.1', '5.2.1', '5.2.2'), (words, enhanced) => {
        assert.equal(classify(`550 ${enhanced} ${words}`), 'mailbox_full', words);
      }),
    );
  });

  test('is never invalid when it names our address or our host', () => {
    const names = fc.constantFrom(
      'probe@verifier.test',
      '<probe@verifier.test>',
      'verifier.test',
      'probe.verifier.test',
      'PROBE.Verifier.Test',
      '(probe.verifier.test)',
    );
    fc.assert(
      fc.property(contradictory(names), (text) => {
        assert.equal(isInvalid(classify(text)), false, text);
      }),
    );
    assert.equal(classify('550 5.1.1 <>: user unknown', ANNA, { ...SELF, from: '' }), 'smtp_blocked');
    assert.equal(
      classify('550 5.1.1 [192.0.2.7]: user unknown', ANNA, { from: '', helo: '[192.0.2.7]' }),
      'smtp_blocked',
    );
  });
});

describe('the address that a reply repeats', () => {
  const forms = [
    '<%>: Recipient address rejected: User unknown',
    '%... No such user',
    'No such user: %',
    'mailbox % does not exist',
    '<%> not found',
    'Unknown recipient (%)',
    '5.1.1 User unknown <%>',
    '5.1.1 "%"',
  ];
  const word = fc.constantFrom(
    'quota',
    'full',
    'sender',
    'policy',
    'tls',
    'temporary',
    'spam',
    'blocked',
    'mailbox',
    'user',
    'later',
    'ldap',
    'error',
    'retry',
    'no',
    'such',
    'unknown',
    'disabled',
    'absender',
    'limit',
  );
  const local = fc
    .tuple(fc.array(word, { minLength: 1, maxLength: 3 }), fc.constantFrom('.', '-', '_', '+'))
    .map(([words, join]) => words.join(join));

  test('is read as any other, whatever its local part says', () => {
    fc.assert(
      fc.property(local, fc.constantFrom(...forms), fc.boolean(), (name, form, isUpper) => {
        const address = `${name}@firm.org`;
        const said = form.replace('%', isUpper ? address.toUpperCase() : address);
        assert.equal(classify(`550 ${said}`, address), 'mailbox_not_found', said);
      }),
    );
  });

  test('is no finding, and hides none', () => {
    fc.assert(
      fc.property(local, fc.constantFrom('<%> refused', '%: refused', '% refused'), (name, form) => {
        const address = `${name}@firm.org`;
        assert.equal(classify(`550 ${form.replace('%', address)}`, address), 'smtp_blocked');
        assert.equal(classify(`550 5.1.1 <${address}>: over quota`, address), 'mailbox_full');
        assert.ok(!isInvalid(classify(`550 5.1.1 ${name}: sender refused`, address)));
        assert.ok(!isInvalid(classify(`550 5.1.1 TLS required for ${name}`, address)));
      }),
    );
  });

  test('may be of our own domain', () => {
    assert.equal(
      classify('550 5.1.1 <anna@verifier.test>: no such user at verifier.test', 'anna@verifier.test'),
      'mailbox_not_found',
    );
    assert.equal(classify('550 5.1.1 <probe@verifier.test>: no such user', 'anna@verifier.test'), 'smtp_blocked');
  });
});

describe('a code without a reason', () => {
  test('counts where the reply has no words, or known ones', () => {
    for (const words of [
      '',
      ' No',
      ' Rejected',
      ' Recipient address rejected',
      ' <anna.smith@firm.org> address unavailable',
    ])
      assert.equal(classify(`550 5.1.1${words}`), 'mailbox_not_found', words);
    assert.equal(classify('550 5.2.1 mailbox unavailable'), 'mailbox_disabled');
  });

  test('proves nothing beside words that no table has', () => {
    for (const words of [
      'the moon stands in the wrong house',
      'Dieser Brief war zu schwer für unseren Boten',
      'korisnik je na putu',
      '今天我们不开门',
      'мы сегодня не в духе',
    ])
      for (const enhanced of ['5.1.1', '5.1.10', '5.2.1'])
        assert.equal(isInvalid(classify(`550 ${enhanced} ${words}`)), false, words);
  });

  test('of another command or of an order is none of the mailbox', () => {
    for (const code of ['500', '502', '503', '504', '521', '530', '535', '555'])
      assert.equal(isInvalid(classify(`${code} 5.1.1 Recipient rejected`)), false, code);
  });
});

describe('a receiver’s own words for an unknown mailbox', () => {
  const { notFound } = findReceiver('firm-org.mail.protection.outlook.com', '192.0.2.1');
  const denied = '550 5.4.1 Recipient address rejected: Access denied';

  test('are no proof beside a reason, or our names', () => {
    const read = (text: string): Finding => {
      const [reply] = new ReplyParser().push(Buffer.from(`${text}\r\n`));
      assert.ok(reply);
      return classifyRcpt(reply, ANNA, notFound, SELF);
    };
    assert.equal(read(denied), 'mailbox_not_found');
    assert.equal(
      read(`${denied}. [AM0EUR02FT031.eop-EUR02.prod.protection.outlook.com 2026-01-01T00:00:00.000Z 08DE]`),
      'mailbox_not_found',
    );
    for (const more of [
      'try again later',
      'the mailbox is full',
      'TLS required',
      'directory lookup failed',
      'for probe@verifier.test',
    ])
      assert.equal(isInvalid(read(`${denied}, ${more}`)), false, more);
  });
});

describe('a hostile reply', () => {
  test('that is longer than any real one proves nothing, and its end is not read', () => {
    const long = 'x'.repeat(79);
    const lines = (count: number): string => Array.from({ length: count }, () => `550-${long}\r\n`).join('');
    assert.equal(classify(`${lines(10)}550 user unknown`), 'mailbox_not_found');
    assert.equal(isInvalid(classify(`550-user unknown\r\n${lines(60)}550 bye`)), false);
    assert.equal(isInvalid(classify(`550-5.1.1 user unknown\r\n${lines(60)}550 5.1.1 bye`)), false);
  });

  test('meets no pattern whose time is more than linear: repetitions are bounded, or end at the next space', () => {
    for (const [name, tables] of Object.entries(TABLES)) {
      const { source } = anyOf(...tables);
      const rest = source.replaceAll('[^ ]*', '').replaceAll('(?: [^ ]+){0,3}', '');
      assert.ok(!/[*+{]/.test(rest), name);
    }
  });
});
