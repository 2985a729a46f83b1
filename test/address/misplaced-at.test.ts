import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import fc from 'fast-check';
import { readMisplacedAt } from '../../src/address/misplaced-at.js';
import { suggest } from '../../src/address/suggest.js';
import { runs } from '../support/whole.js';

const isAsked = (typed: string, address: string): void => {
  assert.deepEqual(suggest(typed), { address, certain: false }, typed);
};

describe('an @ that is missing', () => {
  test('is asked for before the name of a provider', () => {
    isAsked('johngmail.com', 'john@gmail.com');
    isAsked(' John.Smithyahoo.co.uk ', 'John.Smith@yahoo.co.uk');
    isAsked('annahotmail.com.ar', 'anna@hotmail.com.ar');
    isAsked('johngmail。com', 'john@gmail.com');
  });

  test('is asked for before the longest name that the text ends in', () => {
    isAsked('johnhotmail.com', 'john@hotmail.com');
    isAsked('johngooglemail.com', 'john@googlemail.com');
  });

  test('is not looked for in a page, a host, or a word that ends like a short name', () => {
    for (const text of [
      'gmail.com',
      'www.gmail.com',
      'mail.yahoo.com',
      'https://john.gmail.com',
      'home.com',
      'olive.com',
    ])
      assert.equal(suggest(text), null, text);
  });

  test('is not looked for in a sentence', () => {
    assert.equal(suggest('write to john gmail.com'), null);
  });
});

describe('an @ that another key was hit for', () => {
  test('is asked for, whichever key it was', () => {
    for (const key of ['2', 'q', '"', "'", '#', '€', ' ', '.', ',', '!', 'ò', 'à']) {
      isAsked(`john${key}gmail.com`, 'john@gmail.com');
      isAsked(`john${key}web.de`, 'john@web.de');
    }
  });

  test('is asked for where the domain is mistyped, too', () => {
    isAsked('john#gmial.com', 'john@gmail.com');
    isAsked("john'hotmail.con", 'john@hotmail.com');
    isAsked('john#gmail,com', 'john@gmail.com');
    isAsked('john2gmial.com', 'john@gmail.com');
    isAsked('johngmail.con', 'john@gmail.com');
  });

  test('leaves something before it', () => {
    for (const text of ['2gmail.com', '#gmail.com', ' gmail.com']) assert.equal(suggest(text), null, text);
  });
});

describe('a second @', () => {
  test('is asked about where a dot was meant, or the domain stands there twice', () => {
    isAsked('john@gmail@com', 'john@gmail.com');
    isAsked('john@yahoo@co.uk', 'john@yahoo.co.uk');
    isAsked('john@gmail.@com', 'john@gmail.com');
    isAsked('john@gmail.com@gmail.com', 'john@gmail.com');
    isAsked('john@gmail@gmail.com', 'john@gmail.com');
    isAsked('john@gmial@con', 'john@gmail.com');
    isAsked('@john@gmail.com', 'john@gmail.com');
  });

  test('is left alone where nobody can tell', () => {
    for (const text of ['anna@gmail@x', 'john@smith@gmail.com', 'a@b@c@gmail.com'])
      assert.equal(suggest(text), null, text);
  });
});

test('no text is too long, and what is read is never written without asking', () => {
  assert.equal(readMisplacedAt(`${'a'.repeat(200)}gmail.com`), null);
  const text = fc.tuple(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom('', '@', '2', '"', '€', ' ', '@@'),
    fc.constantFrom('gmail.com', 'web.de', 'gmail@com', 'yahoo.co.uk', 'x'),
  );
  fc.assert(
    fc.property(text, (parts) => {
      const typed = parts.join('');
      const address = readMisplacedAt(typed);
      if (address !== null && suggest(typed)?.address === address) assert.equal(suggest(typed)?.certain, false);
    }),
    { numRuns: runs(3000, 400) },
  );
});
