import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { suggest } from '../../src/address/suggest.js';

describe('a space in a domain', () => {
  test('is taken out where that makes a large provider, without asking', () => {
    for (const typed of ['john@hotmail.co m', 'john@hot mail.com', 'john@h otmail.c om'])
      assert.deepEqual(suggest(typed), { address: 'john@hotmail.com', certain: true }, typed);
    assert.deepEqual(suggest('john@gma il.com'), { address: 'john@gmail.com', certain: true });
  });

  test('is taken out by asking where that makes another provider, or nearly one', () => {
    for (const [typed, address] of [
      ['john@hotmail.e s', 'john@hotmail.es'],
      ['john@libe ro.it', 'john@libero.it'],
      ['john@yahoo.com.t w', 'john@yahoo.com.tw'],
      ['john@gmi al.com', 'john@gmail.com'],
      ['john@gmail.c on', 'john@gmail.com'],
    ] as const)
      assert.deepEqual(suggest(typed), { address, certain: false }, typed);
  });

  test('is taken out of the ending of any domain, by asking', () => {
    for (const [typed, address] of [
      ['john@firm.c om', 'john@firm.com'],
      ['john@firm.co m', 'john@firm.com'],
      ['john@firm.o rg', 'john@firm.org'],
      ['john@firm.d e', 'john@firm.de'],
    ] as const)
      assert.deepEqual(suggest(typed), { address, certain: false }, typed);
  });

  test('ends the address where what follows is another word', () => {
    for (const word of ['privat', 'work', 'Berlin', 'x'])
      assert.deepEqual(suggest(`john@web.de ${word}`), { address: 'john@web.de', certain: false }, word);
    assert.deepEqual(suggest('john@gmail.com br'), { address: 'john@gmail.com', certain: false });
    assert.equal(suggest('john@office firm.com'), null);
  });
});
