/** All phrases that the code reads, combined: a reason is never taken for a sign that there is no mailbox. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { listOf } from '../../../src/verifier/smtp/phrases/words.js';
import { TABLES, type Says } from '../../../src/verifier/smtp/rules.js';
import { ANNA, classify, isInvalid, SELF } from './read-reply.js';

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
