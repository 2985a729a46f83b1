import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { parseAddress, type ParsedAddress } from '../../../../src/address/index.js';
import { createDuplicates, mailboxHash } from '../../../../src/service/lists/file/duplicates.js';

/** The duplicates of texts. */
const setUp = (bound: number) => {
  const { first, mailboxGroup } = createDuplicates({ bound });
  const addressIn = (text: string): ParsedAddress | null => {
    const parsed = parseAddress(text);
    return parsed.ok ? parsed : null;
  };
  return {
    first: (text: string, row: number) => first(text, addressIn(text), row),
    mailboxGroup: (text: string, row: number) => mailboxGroup(addressIn(text)!, row),
  };
};

describe('createDuplicates', () => {
  it('finds the row in which an address came first, by its normal form', () => {
    const { first } = setUp(10);
    const rows = [
      'a@firm.org',
      'A@firm.org',
      'a@FIRM.org',
      'x@bücher.de',
      'x@xn--bcher-kva.de',
      '"a"@firm.org',
      'nonsense',
      'nonsense',
    ];
    assert.deepEqual(
      rows.map((email, row) => first(email, row)),
      [undefined, 0, 0, undefined, 3, 0, undefined, 6],
    );
  });

  it('names one group for the addresses of one mailbox', () => {
    const { mailboxGroup } = setUp(10);
    const rows = ['j.doe@gmail.com', 'x@firm.org', 'jdoe+news@googlemail.com', 'x+1@firm.org'];
    assert.deepEqual(
      rows.map((email, row) => mailboxGroup(email, row)),
      [0, 1, 0, 3],
    );
  });

  it('names the mailbox by a hash, without letter case, and a text that is no address by none', () => {
    const one = mailboxHash(parseAddress('j.doe@gmail.com'));
    assert.match(one ?? '', /^[0-9a-f]{16}$/);
    assert.equal(mailboxHash(parseAddress('JDoe+news@googlemail.com')), one);
    assert.equal(mailboxHash(parseAddress('Anna@firm.org')), mailboxHash(parseAddress('anna@FIRM.org')));
    assert.notEqual(mailboxHash(parseAddress('anna@firm.org')), one);
    assert.equal(mailboxHash(parseAddress('anna')), null);
  });

  it('answers the same when a row is asked again', () => {
    const { first, mailboxGroup } = setUp(10);
    for (const expected of [undefined, undefined]) assert.equal(first('a@firm.org', 7), expected);
    for (const expected of [7, 7]) assert.equal(mailboxGroup('a@firm.org', 7), expected);
  });

  it('agrees with a Map, up to the bound', () => {
    const bound = 3000;
    const { first } = setUp(bound);
    const map = new Map<string, number>();
    for (let row = 0; row < bound * 3; row += 1) {
      const email = `user${(row * 7919) % bound}@firm.org`;
      assert.equal(first(email, row), map.get(email));
      if (!map.has(email)) map.set(email, row);
    }
    assert.throws(() => first('one@more.org', 1), RangeError);
    assert.equal(first('user0@firm.org', 9), 0);
    assert.throws(() => first('user0@firm.org', -1), RangeError);
  });

  it('holds a million rows in 60 MB', () => {
    const before = process.memoryUsage().arrayBuffers;
    const duplicates = setUp(1_000_000);
    assert.equal(duplicates.first('a@firm.org', 0), undefined);
    assert.ok(process.memoryUsage().arrayBuffers - before < 60_000_000);
  });
});
