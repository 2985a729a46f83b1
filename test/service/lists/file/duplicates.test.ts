import { describe, expect, it } from 'vitest';
import { createDuplicates } from '../../../../src/service/lists/file/duplicates.js';

describe('createDuplicates', () => {
  it('finds the row in which an address came first, by its normal form', () => {
    const { first } = createDuplicates({ bound: 10 });
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
    expect(rows.map((email, row) => first(email, row))).toEqual([
      undefined,
      undefined,
      0,
      undefined,
      3,
      0,
      undefined,
      6,
    ]);
  });

  it('names one group for the addresses of one mailbox', () => {
    const { mailboxGroup } = createDuplicates({ bound: 10 });
    const rows = ['j.doe@gmail.com', 'x@firm.org', 'jdoe+news@googlemail.com', 'x+1@firm.org'];
    expect(rows.map((email, row) => mailboxGroup(email, row))).toEqual([0, 1, 0, 3]);
    expect(mailboxGroup('x+2@firm.org', 4, 'aspmx.l.google.com')).toBe(1);
  });

  it('answers the same when a row is asked again', () => {
    const { first, mailboxGroup } = createDuplicates({ bound: 10 });
    for (const expected of [undefined, undefined]) expect(first('a@firm.org', 7)).toBe(expected);
    for (const expected of [7, 7]) expect(mailboxGroup('a@firm.org', 7)).toBe(expected);
  });

  it('agrees with a Map, up to the bound', () => {
    const bound = 3000;
    const { first } = createDuplicates({ bound });
    const map = new Map<string, number>();
    for (let row = 0; row < bound * 3; row += 1) {
      const email = `user${(row * 7919) % bound}@firm.org`;
      expect(first(email, row)).toBe(map.get(email));
      if (!map.has(email)) map.set(email, row);
    }
    expect(() => first('one@more.org', 1)).toThrow(RangeError);
    expect(first('user0@firm.org', 9)).toBe(0);
    expect(() => first('user0@firm.org', -1)).toThrow(RangeError);
  });

  it('holds a million rows in 60 MB', () => {
    const before = process.memoryUsage().arrayBuffers;
    const duplicates = createDuplicates({ bound: 1_000_000 });
    expect(duplicates.first('a@firm.org', 0)).toBeUndefined();
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(60_000_000);
  });
});
