/** Tables as terminals show them: in boxes, or with a field a line. */
import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
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
