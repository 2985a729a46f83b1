/** Replies of real servers, and what no reply proves. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { anyOf } from '../../../src/verifier/smtp/phrases/words.js';
import { findReceiver } from '../../../src/verifier/shaping/receivers.js';
import { TABLES } from '../../../src/verifier/smtp/rules.js';
import type { Finding } from '../../../src/verifier/smtp/classify.js';
import { ANNA, classify, isInvalid, SELF } from './read-reply.js';

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
    const read = (text: string): Finding => classify(text, ANNA, SELF, notFound);
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
