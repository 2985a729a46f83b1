/** Tables as terminals show them: in boxes, by white space, or with a field a line. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { runs } from '../../../../support/whole.js';
import { codeOf, readAll, readText, stream } from '../support.js';

const A = 'a@firm.org';
const B = 'b@firm.org';

const read = async (text: string): Promise<[header: string[] | null, rows: string[][]]> => {
  const { columns, rows } = await readText(text);
  return [columns, rows.map(({ cells }) => cells)];
};

describe('records with a field a line', () => {
  it.each<[string, string, string[] | null, string[][]]>([
    [
      'of YAML',
      `- name: Ana\n  mail: ${A}\n- mail: '${B}'\n`,
      ['name', 'mail'],
      [
        ['Ana', A],
        ['', B],
      ],
    ],
    [
      'of YAML, one a document',
      `---\nname: Ana\nmail: ${A}\n---\nname: Zoë\nmail: ${B}\n`,
      ['name', 'mail'],
      [
        ['Ana', A],
        ['Zoë', B],
      ],
    ],
    [
      'with a deeper list',
      `- mail: ${A}\n  of:\n    - group: x\n- mail: ${B}\n`,
      ['mail', 'of', 'group'],
      [
        [A, '', 'x'],
        [B, '', ''],
      ],
    ],
    [
      'of psql, with values that differ in number',
      `-[ RECORD 1 ]\nmail | ${A}\n-[ RECORD 2 ]\nn    | 1 | 2\nmail | ${B}\n`,
      ['mail', 'n'],
      [
        [A, ''],
        [B, '1 | 2'],
      ],
    ],
    [
      'whose first field may be missing',
      `Name: Ana\nMail: ${A}\nCity: x\nMail: ${B}\nCity: y\n`,
      ['Name', 'Mail', 'City'],
      [
        ['Ana', A, 'x'],
        ['', B, 'y'],
      ],
    ],
    ['with the same field twice', `- mail: ${A}\n  tag: x\n  tag: y\n`, ['mail', 'tag', 'tag 2'], [[A, 'x', 'y']]],
    ['of one field', `e-mail=${A}\ne-mail=${B}\n`, ['e-mail'], [[A], [B]]],
  ])('%s', async (_, text, header, rows) => {
    assert.deepEqual(await read(text), [header, rows]);
  });

  it.each<[string, string, string[] | null, string[][]]>([
    [
      'a name and an address a line',
      `sales:${A}\nsales:${B}\noffice:c@firm.org\n`,
      null,
      [
        ['sales', A],
        ['sales', B],
        ['office', 'c@firm.org'],
      ],
    ],
    [
      'the same below a header',
      `role:mail\nsales:${A}\nsales:${B}\n`,
      ['role', 'mail'],
      [
        ['sales', A],
        ['sales', B],
      ],
    ],
    [
      'a column that is always the same',
      `x:${A}\nx:${B}\n`,
      null,
      [
        ['x', A],
        ['x', B],
      ],
    ],
  ])('are not %s', async (_, text, header, rows) => {
    assert.deepEqual(await read(text), [header, rows]);
  });

  it('are the same however they come, and end', async () => {
    const text = `*** 1. row ***\r\nmail: ${A}\r\nnote: Grüße\r\naus Köln\r\n*** 2. row ***\r\nmail: ${B}\r\n`;
    for (const size of [1, 7, 1000]) {
      const { rows } = await readAll(stream(Buffer.from(text), [size]));
      assert.deepEqual(
        rows.map(({ cells }) => cells),
        [
          [A, 'Grüße\naus Köln'],
          [B, ''],
        ],
      );
    }
  });

  it('are bounded', async () => {
    const start = `*** 1. row ***\nmail: ${A}\n`;
    assert.equal(await codeOf(`${start}${'x: 1\n'.repeat(20_000)}`), 'too_many_columns');
    assert.equal(await codeOf(`${start}${'no field at all\n'.repeat(100_000)}`), 'line_too_long');
  });
});

describe('a table in a box', () => {
  it.each<[string, string, string[] | null, string[][]]>([
    ['with one line', `┌──────┐\n│ mail │\n├──────┤\n│ ${A} │\n└──────┘\n`, ['mail'], [[A]]],
    [
      'with heavy and double lines',
      `╔══════╦═══╗\n║ mail ║ n ║\n╠══════╬═══╣\n║ ${A} ║   ║\n╚══════╩═══╝\n`,
      ['mail', 'n'],
      [[A, '']],
    ],
    [
      'with rules between rows',
      `╭──────╮\n│ mail │\n├──────┤\n│ ${A} │\n├──────┤\n│ ${B} │\n╰──────╯\n(2 rows)\n`,
      ['mail'],
      [[A], [B], ['(2 rows)']],
    ],
    [
      'with types below the names, and a footer',
      `┌──────┬───┐\n│ mail │ n │\n│ text │ i │\n├──────┼───┤\n│ ${A} │ 1 │\n├──────┴───┤\n│ 1 row    │\n└──────────┘\n`,
      ['mail', 'n'],
      [[A, '1']],
    ],
  ])('%s', async (_, text, header, rows) => {
    assert.deepEqual(await read(text), [header, rows]);
  });

  it('takes little time whatever it holds', async () => {
    const before = process.cpuUsage();
    for (const line of [`│${' '.repeat(500_000)}`, '─'.repeat(500_000) + 'x', `├${'┴'.repeat(500_000)}`])
      await codeOf(`┌─┐\n│ ${A} │\n${line}\n`).catch(() => undefined);
    const { user, system } = process.cpuUsage(before);
    assert.ok((user + system) / 1e6 < 5, `${user + system} µs`);
  });
});

describe('columns by white space alone', () => {
  it.each<[string, string, string[] | null, string[][]]>([
    [
      'of kubectl',
      'NAME   EMAIL            AGE\nanna   a@firm.org       5d\nbo     bo.b@firm.org    2d\n',
      ['NAME', 'EMAIL', 'AGE'],
      [
        ['anna', A, '5d'],
        ['bo', 'bo.b@firm.org', '2d'],
      ],
    ],
    [
      'of pandas, to the right',
      `        name         mail\n0   Ana Berg   ${A}\n1  Zoë Moore  bo@firm.org\n`,
      ['', 'name', 'mail'],
      [
        ['0', 'Ana Berg', A],
        ['1', 'Zoë Moore', 'bo@firm.org'],
      ],
    ],
    [
      'of Excel, with a blank between columns, and cells that are empty',
      [
        'First Name Last    Email       City     ',
        'Ana        Berg    a@firm.org  Ghent    ',
        'Mary Ann           b@firm.org  New York ',
        'Zoë        Moore               Bonn     ',
        ...['c', 'd', 'e'].map((name) => `Al         Moor    ${name}@firm.org           `),
        '',
      ].join('\r\n'),
      ['First Name', 'Last', 'Email', 'City'],
      [
        ['Ana', 'Berg', A, 'Ghent'],
        ['Mary Ann', '', B, 'New York'],
        ['Zoë', 'Moore', '', 'Bonn'],
        ...['c', 'd', 'e'].map((name) => ['Al', 'Moor', `${name}@firm.org`, '']),
      ],
    ],
    [
      'without a header',
      `Ana    ${A}\nBo     ${B}\nCy     c@firm.org\n`,
      null,
      [
        ['Ana', A],
        ['Bo', B],
        ['Cy', 'c@firm.org'],
      ],
    ],
    [
      'below a title',
      `The members of the club in this year\n\nName   Mail\nAna    ${A}\nBo     ${B}\n`,
      ['Name', 'Mail'],
      [
        ['Ana', A],
        ['Bo', B],
      ],
    ],
    [
      'with a first row that has no address, and the header on each page',
      `Name   Mail         City\nAna                 Bonn\nBo     ${B}   Ghent\nName   Mail         City\nCy     c@firm.org   Riga\n`,
      ['Name', 'Mail', 'City'],
      [
        ['Ana', '', 'Bonn'],
        ['Bo', B, 'Ghent'],
        ['Cy', 'c@firm.org', 'Riga'],
      ],
    ],
  ])('%s', async (_, text, header, rows) => {
    assert.deepEqual(await read(text), [header, rows]);
  });

  it('of any cells, to the left or to the right, give every cell back', async () => {
    const word = fc.stringMatching(/^[a-zé0-9.]{1,9}$/u);
    const cell = fc.oneof(
      word,
      fc.tuple(word, word).map(([one, other]) => `${one} ${other}`),
      fc.constant(''),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(word, cell, fc.boolean()), { minLength: 2, maxLength: 20 }),
        fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
        fc.integer({ min: 0, max: 2 }),
        async (contents, isRight, place) => {
          const mails = contents.map(([, , isLong], n) => `u${isLong ? '.long' : ''}${n}@firm.org`);
          const table = [['name', 'city'], ...contents.map(([name, city]) => [name, city])];
          for (const [n, cells] of table.entries()) cells.splice(place, 0, ['mail', ...mails][n]!);
          const widths = [0, 1, 2].map((at) => Math.max(...table.map((cells) => cells[at]!.length)));
          const text = table.map((cells) =>
            cells.map((one, at) => (isRight[at] ? one.padStart(widths[at]!) : one.padEnd(widths[at]!))).join('  '),
          );
          const { columns, rows } = await readText(text.join('\n'));
          assert.deepEqual(columns, table[0]);
          assert.deepEqual(
            rows.map(({ cells }) => cells),
            table.slice(1),
          );
        },
      ),
      { numRuns: runs(1000, 100) },
    );
  });

  it('of more columns than a row may have are refused', async () => {
    const names = Array.from({ length: 1001 }, (_, n) => String(n % 10)).join('  ');
    assert.equal(await codeOf(`mail        ${names}\n${A}  x\n${B}  x\n`), 'too_many_columns');
    const rule = names.replaceAll(/\d/g, '-');
    assert.equal(await codeOf(`mail        ${names}\n----------  ${rule}\n${A}\n${B}\n`), 'too_many_columns');
    assert.equal(
      await codeOf(`┌────┐\n│ mail │\n├────┤\n│ ${A} │\n│${'│'.repeat(1001)}\n└────┘\n`),
      'too_many_columns',
    );
  });

  it('cost no more for a short line among wide ones', async () => {
    const wide = `mail        ${Array.from({ length: 900 }, () => 'x').join('  ')}`;
    const { rows } = await readText(`${wide}\n${`${wide.replace('mail      ', A)}\n`.repeat(2)}${B}\n`);
    assert.deepEqual(
      rows.map(({ cells }) => cells.length),
      [901, 901, 1],
    );
  });

  it('an address that goes across the columns of the first rows is whole', async () => {
    const rows = Array.from({ length: 4000 }, (_, n) => `u${String(n).padEnd(4)}   u${n}@firm.org`);
    const { rows: found } = await readText(
      `name    mail\n${rows.join('\n')}\nMaximilian Berg   max@firm.org\nBo                  ${B}\n`,
    );
    assert.deepEqual(
      found.slice(-2).map(({ cells, email }) => [cells[0], email]),
      [
        ['Maximilian Berg', 'max@firm.org'],
        ['Bo', B],
      ],
    );
  });
});
