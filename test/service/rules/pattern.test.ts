import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { keysOf, keysOfMailServer, readPattern } from '../../../src/service/rules/pattern.js';

describe('the pattern of a rule', () => {
  for (const [text, pattern, key = pattern] of [
    ['firm.org', 'firm.org'],
    [' Firm.ORG. ', 'firm.org'],
    ['*.Firm.org', '*.firm.org'],
    ['*.xyz', '*.xyz'],
    ['bücher.de', 'xn--bcher-kva.de'],
    ['*.bücher.de', '*.xn--bcher-kva.de'],
    ['mx:MX1.firm.org', 'mx:mx1.firm.org'],
    ['MX:*.protection.outlook.com', 'mx:*.protection.outlook.com'],
    ['mx:mailer', 'mx:mailer'],
    ['Bert@Firm.org', 'bert@firm.org'],
    // Found by the mailbox, shown as it was written.
    ['gone.bert+shop@googlemail.com', 'gone.bert+shop@googlemail.com', 'gonebert@gmail.com'],
  ] as const)
    it(`${text}: ${pattern}`, () => {
      assert.deepEqual(readPattern(text), { pattern, key });
    });

  for (const text of [
    '',
    'firm',
    '*',
    '*.',
    '*.*.org',
    'a*.org',
    'mx:',
    'mx:*',
    'mx:a@firm.org',
    '@firm.org',
    '*@firm.org',
    'sales-*@firm.org',
    'a b.org',
  ])
    it(`${JSON.stringify(text)} is none`, () => {
      assert.equal(readPattern(text), null);
    });

  it('is no text longer than a domain or an address can be', () => {
    assert.equal(readPattern(`${'a.'.repeat(200)}org`), null);
  });

  it('is read the same from what it is shown as', () => {
    const label = fc.stringMatching(/^[a-z][a-z0-9]{0,9}$/);
    const text = fc
      .tuple(fc.constantFrom('', '*.', 'mx:', 'mx:*.', 'Anna+x@'), label, fc.constantFrom('org', 'co.uk', 'gmail.com'))
      .map(([before, name, ending]) => `${before}${name}.${ending}`);
    fc.assert(
      fc.property(text, (given) => {
        const read = readPattern(given);
        assert.ok(read, given);
        assert.deepEqual(readPattern(read.pattern), read);
      }),
    );
  });
});

describe('the rules that can fit', () => {
  it('an address are those for its mailbox, its domain, and each domain above, the nearest first', () => {
    assert.deepEqual(keysOf(' A.nna+x@gmail.com'), ['anna@gmail.com', 'gmail.com', '*.com']);
    assert.deepEqual(keysOf('anna@mail.eu.firm.org'), [
      ...['anna@mail.eu.firm.org', 'mail.eu.firm.org', '*.eu.firm.org', '*.firm.org', '*.org'],
    ]);
  });

  it('no address are none', () => {
    assert.deepEqual([keysOf('no address'), keysOfMailServer('')], [[], []]);
  });

  it('a mail server are those for its name and each domain above', () => {
    assert.deepEqual(keysOfMailServer('MX1.firm.org'), ['mx:mx1.firm.org', 'mx:*.firm.org', 'mx:*.org']);
  });
});
