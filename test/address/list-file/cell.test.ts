import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import fc from 'fast-check';
import { holdsAddress, readCell, splitCell } from '../../../src/address/list-file/cell.js';
import { parseAddress } from '../../../src/address/parse.js';
import { runs } from '../../support/whole.js';

const A = 'anna@firm.org';

describe('an address with something around it is read as the address', () => {
  it.each<readonly [string, string]>([
    ['nothing', A],
    ['spaces', `  ${A} `],
    ['tabs and line ends', `\t${A}\r\n`],
    ['a no-break space', `\u00a0${A}\u00a0`],
    ['other spaces', `\u3000\u2009\u202f${A}\u2003`],
    ['zero-width spaces', `\u200b${A}\u200b`],
    ['a zero-width space within', 'an\u200bna@firm.org'],
    ['a byte order mark', `\ufeff${A}`],
    ['soft hyphens', `\u00ad${A}\u00ad`],
    ['direction marks', `\u202a${A}\u202c`],
    ['joiners', `\u200c${A}\u200d`],
    ['a blank braille cell', `\u2800${A}`],
    ['control characters', `\u0007${A}\u001f`],
    ['full-width characters', 'ａｎｎａ＠ｆｉｒｍ．ｏｒｇ'],
    ['a name in front', `Anna <${A}>`],
    ['a name with a number', `Kunde 12 <${A}>`],
    ['a name with a comma', `"Last, First" <${A}>`],
    ['the address as the name', `${A} <${A}>`],
    ['brackets as HTML writes them', `Anna &lt;${A}&gt;`],
    ['quotes as HTML writes them', `&quot;${A}&quot;`],
    ['a space as HTML writes it', `${A}&nbsp;`],
    ['a link of Access', `${A}#mailto:${A}#`],
    ['a link of Access without a text', `#mailto:${A}#`],
    ['a link of Access to a page', `Anna#http://${A}/#`],
    ['a link of Access with a place in it', `Anna#mailto:${A}#top#`],
    ['angle brackets', `<${A}>`],
    ['round brackets', `(${A})`],
    ['square brackets', `[${A}]`],
    ['braces', `{${A}}`],
    ['single quotes', `'${A}'`],
    ['double quotes', `"${A}"`],
    ['quotes twice', `""${A}""`],
    ['typographic quotes', `“${A}”`],
    ['French quotes', `«${A}»`],
    ['backticks', `\`${A}\``],
    ['asterisks', `*${A}*`],
    ['mailto:', `mailto:${A}`],
    ['MAILTO: with a subject', `MAILTO:${A}?subject=x`],
    ['SMTP:', `SMTP:${A}`],
    ['a label', `Email: ${A}`],
    ['a label with words', `Work e-mail address : ${A}`],
    ['a mail header', `To: Anna <${A}>`],
    ['a number', `1. ${A}`],
    ['a bullet', `• ${A}`],
    ['a bullet glued to it', `•${A}`],
    ['a dash', `- ${A}`],
    ['a table in Markdown', `| ${A} |`],
    ['a link in Markdown', `[${A}](mailto:${A})`],
    ['a name before parentheses', `Smith, Anna (${A})`],
    ['a name before square brackets', `Anna [mailto:${A}]`],
    ['a link in HTML', `<a href="mailto:${A}">${A}</a>`],
    ...['.', ',', ';', ':', '!', '?', '>', ')', '|', '/', '#', '…', '. ', ';;'].map(
      (mark) => [`${mark} behind it`, `${A}${mark}`] as const,
    ),
  ])('%s', (_, cell) => {
    assert.deepEqual(readCell(cell), { email: A, more: 0 });
    assert.deepEqual([...splitCell(cell)], [cell]);
    assert.equal(holdsAddress(cell), true);
  });

  it.each(['&#39;', '&#039;', '&#x27;', '&apos;'])('an apostrophe in it as HTML writes it: %s', (mark) => {
    assert.equal(readCell(`o${mark}brien@firm.org`).email, "o'brien@firm.org");
  });
});

describe('what may mean something else stays as it is', () => {
  it.each([
    ['anna@firm,com'],
    ['anna@gmial.com'],
    ['anna@gmail..com'],
    ['anna@@firm.org'],
    ['anna @firm.org'],
    ['anna@firm .org'],
    ['Anna anna@firm.org'],
    ['old: anna@firm.org'],
    ['# anna@firm.org'],
    ['anna@firm.org (old)'],
    ['http://firm.org/anna@firm.org'],
    ['"anna smith"@firm.org'],
    ["o'brien@firm.org"],
    ['$anna@firm.org'],
    ['anna'],
    ['@'],
    [''],
  ])('%s', (cell) => {
    assert.deepEqual(readCell(cell), { email: cell, more: 0 });
    assert.deepEqual([...splitCell(cell)], [cell]);
  });
});

describe('several addresses', () => {
  it.each([
    [`${A}; ben@firm.org`, [A, 'ben@firm.org']],
    [`${A};ben@firm.org;`, [A, 'ben@firm.org']],
    [`${A}, ben@firm.org`, [A, 'ben@firm.org']],
    [`${A} ben@firm.org`, [A, 'ben@firm.org']],
    [`${A} | ben@firm.org`, [A, 'ben@firm.org']],
    [`${A}|ben@firm.org`, [A, 'ben@firm.org']],
    [`${A} / ben@firm.org`, [A, 'ben@firm.org']],
    [`${A}/ben@firm.org`, [A, 'ben@firm.org']],
    [`${A}\nben@firm.org`, [A, 'ben@firm.org']],
    [`${A}\tben@firm.org`, [A, 'ben@firm.org']],
    [`${A}、ben@firm.org`, [A, 'ben@firm.org']],
    [`${A}\u200bben@firm.org`, [A, 'ben@firm.org']],
    [`${A} and ben@firm.org`, [A, 'ben@firm.org']],
    [`${A} & ben@firm.org`, [A, 'ben@firm.org']],
    [`Anna <${A}>, Ben <ben@firm.org>`, [`Anna <${A}>`, 'Ben <ben@firm.org>']],
    [`Anna <${A}> Ben <ben@firm.org>`, [`Anna <${A}>`, 'Ben <ben@firm.org>']],
    [`"A, B" <${A}>; "C; D" <ben@firm.org>`, [`"A, B" <${A}>`, '"C; D" <ben@firm.org>']],
    [`mailto:${A}?cc=ben@firm.org`, [`mailto:${A}`, 'ben@firm.org']],
    [`${A}; ben@firm.org, cara@firm.org`, [A, 'ben@firm.org', 'cara@firm.org']],
    [`{${A},ben@firm.org}`, [A, 'ben@firm.org']],
    [`${A}\x1fben@firm.org\x1e`, [A, 'ben@firm.org']],
  ])('%s: the first is read, the others are counted', (cell, parts) => {
    assert.deepEqual(readCell(cell), { email: A, more: parts.length - 1 });
    assert.deepEqual([...splitCell(cell)], parts);
  });

  it.each(['\x01', '\x1f'])('takes no cells with a separator between them for an address: %j', (separator) => {
    const cell = `7${separator}Anna${separator}${A}`;
    assert.notEqual(readCell(cell).email, `7Anna${A}`);
    assert.deepEqual([...splitCell(cell)], [cell]);
  });

  it('counts each other address once', () => {
    assert.deepEqual(readCell(`${A}; ben@firm.org; ANNA@firm.org; ben@firm.org`), { email: A, more: 1 });
    assert.deepEqual(readCell(`${A};ANNA@FIRM.org`), { email: A, more: 0 });
  });

  it('reads none, and counts all, when the first is not certain to be meant', () => {
    const cell = `not ${A}, use ben@firm.org`;
    assert.deepEqual(readCell(cell), { email: cell, more: 2 });
    assert.deepEqual([...splitCell(cell)], [`not ${A}`, 'use ben@firm.org']);
  });

  it('reads a cell of a megabyte at once', () => {
    for (const part of ['a@b.org;', '"', '<@', 'a@', '(', 'a.', ' @']) {
      const cell = part.repeat(1_000_000 / part.length);
      const before = process.cpuUsage();
      readCell(cell);
      readCell(cell.slice(0, 20_000));
      const { user } = process.cpuUsage(before);
      assert.ok(user / 1000 < 300);
    }
  });
});

const NOISE = [
  ' ',
  '\t',
  '\u00a0',
  '\u3000',
  '\u200b',
  '\ufeff',
  '\u00ad',
  '\n',
  '"',
  ';',
  ',',
  '•',
  '>',
  '<',
  ')',
  '(',
];
const noise = fc.array(fc.constantFrom(...NOISE), { maxLength: 6 }).map((parts) => parts.join(''));
const word = fc.stringMatching(/^[a-z0-9]{1,8}$/);
const address = fc
  .tuple(word, fc.constantFrom('', '.x', '+tag', '_y', '-z'), word, fc.constantFrom('com', 'org', 'co.uk', 'de'))
  .map(([local, more, domain, ending]) => `${local}${more}@${domain}.${ending}`);
/** Texts in which much of what a cell may have comes together. */
const messy = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4 }),
      address,
      fc.constantFrom(
        ...NOISE,
        '@',
        '.',
        '|',
        '/',
        '<',
        '>',
        'mailto:',
        'Email: ',
        'Anna ',
        '?cc=',
        '"a b"@c.org',
        '＠',
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('of any text', () => {
  it('never throws, and reads what it has read as itself', () => {
    fc.assert(
      fc.property(messy, (cell) => {
        const { email, more } = readCell(cell);
        assert.ok(more >= 0);
        assert.equal(readCell(email).email, email);
      }),
      { numRuns: runs(1000, 100) },
    );
  });

  it('reads a valid address as itself', () => {
    fc.assert(
      fc.property(fc.oneof(address, messy), (text) => {
        const isBare = text === text.trim() && !text.startsWith('•');
        if (isBare && parseAddress(text).ok) assert.deepEqual(readCell(text), { email: text, more: 0 });
      }),
      { numRuns: runs(500, 100) },
    );
  });

  it('finds the address whatever noise is around it', () => {
    fc.assert(
      fc.property(noise, address, noise, (before, one, after) => {
        assert.deepEqual(readCell(before + one + after), { email: one, more: 0 });
      }),
      { numRuns: runs(1000, 100) },
    );
  });

  it('loses no address of a cell that is cut', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(address, { minLength: 2, maxLength: 5 }),
        fc.constantFrom('; ', ', ', ' ', ' | ', ' / ', '\n', ';', ','),
        (addresses, separator) => {
          const cell = addresses.join(separator);
          assert.deepEqual(readCell(cell), { email: addresses[0], more: addresses.length - 1 });
          assert.deepEqual(
            [...splitCell(cell)].map((part) => readCell(part).email),
            addresses,
          );
        },
      ),
      { numRuns: runs(500, 100) },
    );
  });
});
