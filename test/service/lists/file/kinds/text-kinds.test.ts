/** Lists that are no tables of text: JSON, vCards, and lines of mail programs. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { runs } from '../../../../support/whole.js';
import { codeOf, faultOf, readAll, readText, stream } from '../support.js';
import { assertIncludes } from '../../../../support/includes.js';

const A = 'a@firm.org';
const B = 'b@firm.org';
const C = 'c@firm.org';

const cellsOf = async (text: string): Promise<string[][]> => (await readText(text)).rows.map(({ cells }) => cells);

describe('a list in JSON', () => {
  it.each<[string, string, string, string[] | null, string[][]]>([
    ['an array of addresses', 'json', `["${A}", "${B}"]`, null, [[A], [B]]],
    ['an array of arrays', 'json', `[["who","mail"],["x","${A}"]]`, ['who', 'mail'], [['x', A]]],
    [
      'an array of objects, whose keys may differ',
      'json',
      `[{"mail":"${A}","n":1.50,"ok":true},{"x":null,"mail":"${B}","deep":{"a":[1]}}]`,
      ['mail', 'n', 'ok', 'x', 'deep'],
      [
        [A, '1.5', 'true', '', ''],
        [B, '', '', '', '{"a":[1]}'],
      ],
    ],
    [
      'objects with the address further down, as APIs answer',
      'json',
      `{"data":[{"id":"1","attributes":{"email":"${A}","name":{"first":"A"},"at":null},"links":{"self":"x"}}]}`,
      ['id', 'attributes.email', 'attributes.name', 'attributes.at', 'links'],
      [['1', A, '{"first":"A"}', '', '{"self":"x"}']],
    ],
    [
      'objects with lists of addresses, as directories have them',
      'json',
      `{"Resources":[{"id":7,"emails":[{"value":"${A}","primary":true},{"value":"${B}"}],"also":["${C}"]}]}`,
      ['id', 'emails.0.value', 'emails.0.primary', 'emails.1.value', 'also'],
      [['7', A, 'true', B, `["${C}"]`]],
    ],
    ['a node a line', 'ndjson', `{"node":{"email":"${A}"}}\n{"node":{"email":"${B}"}}`, ['node.email'], [[A], [B]]],
    [
      'names with a dot, which are not confused with paths',
      'json',
      `[{"a.b":"${A}","a":{"b":"${B}"}}]`,
      ['a.b', 'a'],
      [[A, `{"b":"${B}"}`]],
    ],
    ['an object with the array', 'json', `{"n":1,"tags":["x"],"data":[{"mail":"${A}"}]}`, ['mail'], [[A]]],
    ['an object with an object with the array', 'json', `{"a":{"b":{"c":["${A}"]}}}`, null, [[A]]],
    ['one object', 'json', `{"mail":"${A}","roles":["x"]}`, ['mail', 'roles'], [[A, '["x"]']]],
    ['a value a line', 'ndjson', `{"mail":"${A}"}\r\n\r\n{"mail":"${B}"}`, ['mail'], [[A], [B]]],
    [
      'an array a line',
      'ndjson',
      `["x","${A}"]\n["y","${B}"]\n`,
      null,
      [
        ['x', A],
        ['y', B],
      ],
    ],
    ['a text a line', 'ndjson', `"${A}"\n"${B}"\n`, null, [[A], [B]]],
    [
      'numbers with many digits',
      'json',
      `[{"mail":"${A}","id":12345678901234567890}]`,
      ['mail', 'id'],
      [[A, '12345678901234567890']],
    ],
    [
      'escapes',
      'json',
      `[{"m\\u0061il":"\\u0061@firm.org","x":"\\ud83d\\ude00\\"]}\\\\"}]`,
      ['mail', 'x'],
      [[A, '😀"]}\\']],
    ],
    [
      'names of JavaScript objects',
      'json',
      `[{"__proto__":"${A}","constructor":"x"}]`,
      ['__proto__', 'constructor'],
      [[A, 'x']],
    ],
  ])('is read: %s', async (_, kind, text, columns, cells) => {
    if (text.startsWith('"')) return;
    const list = await readText(text);
    assert.deepEqual([list.kind, list.columns, list.rows.map((row) => row.cells)], [kind, columns, cells]);
  });

  it('leaves a long entry as it stands', async () => {
    const { columns } = await readText(JSON.stringify([{ mail: A, more: { mail: B, text: 'x'.repeat(70_000) } }]));
    assert.deepEqual(columns, ['mail', 'more']);
  });

  it('keeps keys that come late, behind the other columns', async () => {
    const entries = Array.from({ length: 1500 }, (_, at) => ({
      mail: `u${at}@firm.org`,
      ...(at === 1400 && { late: 'x' }),
    }));
    const { rows, columns } = await readText(JSON.stringify(entries));
    assert.deepEqual([columns, rows.length, rows[1400]?.cells], [['mail', 'late'], 1500, ['u1400@firm.org', 'x']]);
  });

  it('finds the array in a large object, and tells of others', async () => {
    const users = Array.from({ length: 30_000 }, (_, at) => ({ id: at, mail: `u${at}@firm.org`, tags: ['x@y.z'] }));
    const text = JSON.stringify({ meta: { pages: [1, 2] }, names: ['x', 'y'], users, admins: [{ mail: A }] });
    const { rows, warnings, columns } = await readText(text);
    assert.deepEqual(
      [rows.length, columns, warnings.map(({ code }) => code)],
      [30_000, ['id', 'mail', 'tags'], ['other_arrays']],
    );
  });

  it.each([
    ['cut off', `[{"mail":"${A}"},{"mail`, 'bad_json', 1],
    ['with a fault', `[{"mail":"${A}"},\n{mail:"${B}"}]`, 'bad_json', 2],
    ['with a fault in a line', `{"mail":"${A}"}\n{"mail":"${B}"}\n{"mail":}\n`, 'bad_json', 3],
    ['with the wrong bracket', `[{"mail":"${A}"]]`, 'bad_json', 1],
    ['nested deeply', `[${'['.repeat(600)}`, 'bad_json', 1],
    ['with an entry of 2 MB', `["${A}",\n"${'x'.repeat(2_000_000)}"]`, 'line_too_long', 2],
    [
      'with 2,000 keys',
      `[{${Array.from({ length: 2000 }, (_, at) => `"k${at}":"${A}"`).join(',')}}]`,
      'too_many_columns',
      1,
    ],
  ])('is refused with its line: %s', async (_, text, code, line) => {
    assertIncludes(await faultOf(stream(Buffer.from(text))), { code, line });
  });

  it('without entries is empty, and without addresses has no column of them', async () => {
    assert.equal(await codeOf('[ ]'), 'empty_file');
    assert.equal(await codeOf('[{"a":"b"}]'), 'no_address_column');
  });

  it('gives every value back, wherever the stream is cut', async () => {
    const value = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('"', '\\', '[{', ']}', ',', '\u2028', '1e5'),
    );
    const entry = fc.dictionary(fc.constantFrom('a', 'b "', 'ä', '[', '__proto__x'), value);
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 50 }),
        async (entries, isLines, size) => {
          const all = entries.map((one, at) => ({ mail: `u${at}@firm.org`, ...one }));
          const text =
            isLines && all.length > 1 ? all.map((one) => JSON.stringify(one)).join('\n') : JSON.stringify(all);
          const { columns, rows } = await readAll(stream(Buffer.from(text), [size]));
          const names = [...new Set(all.flatMap((one) => Object.keys(one)))];
          assert.deepEqual(columns, names);
          assert.deepEqual(
            rows.map(({ cells }) => cells),
            all.map((one) => names.map((name) => (one as Record<string, string>)[name] ?? '')),
          );
        },
      ),
      { numRuns: runs(2000, 150) },
    );
  });
});

const card = (...lines: string[]): string => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n');

describe('a list of vCards', () => {
  it.each<[string, string, string[], string[][]]>([
    [
      'groups, types and case',
      card('version:3.0', `item1.email;type=INTERNET:${A}`, 'fn:Ann'),
      ['email', 'name'],
      [[A, 'Ann']],
    ],
    [
      'several addresses',
      card(`EMAIL:${A}`, `EMAIL;PREF=1:${B}`) + card(`EMAIL:${C}`),
      ['email', 'email_2'],
      [
        [A, B],
        [C, ''],
      ],
    ],
    ['folded lines', card(`EMAIL:a@fi`, ' rm.org', 'FN:A', '\tnn'), ['email', 'name'], [[A, 'Ann']]],
    [
      'escapes',
      card(`EMAIL:${A}`, 'NOTE:a\\, b\\; c\\\\d\\ne', 'N:O\\;x;Ann;;;'),
      ['email', 'note', 'full_name'],
      [[A, 'a, b; c\\d\ne', 'O;x Ann']],
    ],
    [
      'quoted-printable',
      card(
        `EMAIL:${A}`,
        'FN;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:J=FCr=',
        'gen',
        'NOTE;QUOTED-PRINTABLE:=C3=A9',
      ),
      ['email', 'name', 'note'],
      [[A, 'Jürgen', 'é']],
    ],
    ['parameters with colons in quotes', card(`EMAIL;X="a:b;c":${A}`), ['email'], [[A]]],
    [
      'cards without an address',
      card('FN:Ann') + card(`EMAIL:${A}`),
      ['name', 'email'],
      [
        ['Ann', ''],
        ['', A],
      ],
    ],
    [
      'a card within a card',
      card(`EMAIL:${A}`, 'AGENT:', 'BEGIN:VCARD', `EMAIL:${B}`, 'END:VCARD', 'FN:Ann'),
      ['email', 'name'],
      [[A, 'Ann']],
    ],
    ['a file that is cut off', card(`EMAIL:${A}`) + `BEGIN:VCARD\nEMAIL:${B}`, ['email'], [[A], [B]]],
  ])('is read: %s', async (_, text, columns, cells) => {
    const list = await readText(text);
    assert.deepEqual([list.kind, list.columns, list.rows.map((row) => row.cells)], ['vcard', columns, cells]);
  });

  it('needs no memory for pictures', async () => {
    const picture = Array.from({ length: 60_000 }, () => ` ${'A'.repeat(74)}`);
    const { rows } = await readText(card(`EMAIL:${A}`, 'PHOTO;ENCODING=b:AAAA', ...picture) + card(`EMAIL:${B}`));
    assert.deepEqual(
      rows.map(({ cells }) => cells),
      [[A], [B]],
    );
  });
});

describe('lines of mail programs', () => {
  it.each<[string, string, string[][]]>([
    [
      'names and brackets',
      `Ann <${A}>\n<${B}>\n${C}\n`,
      [
        ['Ann', A],
        ['', B],
        ['', C],
      ],
    ],
    [
      'names with commas',
      `"Berg, Ann" <${A}>, Ben <${B}>`,
      [
        ['Berg, Ann', A],
        ['Ben', B],
      ],
    ],
    [
      'names with commas and no quotes',
      `Berg, Ann <${A}>; Cole, Ben <${B}>;`,
      [
        ['Berg, Ann', A],
        ['Cole, Ben', B],
      ],
    ],
    [
      'an address for a name',
      `${B} <${B}>, '${A}' <${A}>`,
      [
        [B, B],
        [A, A],
      ],
    ],
    [
      'comments',
      `${A} (Ann), ${B} (Ben)`,
      [
        ['Ann', A],
        ['Ben', B],
      ],
    ],
    [
      'fields of a message',
      `To: Ann <${A}>,\n  ${B}\nBcc: ${C}`,
      [
        ['Ann', A],
        ['', B],
        ['', C],
      ],
    ],
    ['escapes in quotes', String.raw`"Ann \"the\" Berg" <${A}>`, [['Ann "the" Berg', A]]],
    [
      'a name and an address',
      `Ann Berg ${A}\nBen Cole ${B}\n`,
      [
        ['Ann Berg', A],
        ['Ben Cole', B],
      ],
    ],
    [
      'an address and a name',
      `${A} Ann Berg\n${B} Ben\n`,
      [
        ['Ann Berg', A],
        ['Ben', B],
      ],
    ],
    ['a title before them', `Members\n\nAnn <${A}>\n`, [['Ann', A]]],
    [
      'links',
      `<mailto:${A}>, Ben <mailto:${B}>`,
      [
        ['', A],
        ['Ben', B],
      ],
    ],
  ])('are read as names and addresses: %s', async (_, text, cells) => {
    const list = await readText(text);
    assert.deepEqual(
      [list.kind, list.columns, list.rows.map((row) => row.cells)],
      ['mailboxes', ['name', 'email'], cells],
    );
  });

  it('without names are read as addresses, a row for each', async () => {
    assert.deepEqual(await cellsOf(`${A}; ${B}\n${C}`), [[A], [B], [C]]);
    assert.deepEqual(await cellsOf(`${A} ${B}\n${C}`), [[A], [B], [C]]);
  });

  it('keep a line that is no mailbox as it is', async () => {
    const lines = Array.from({ length: 400 }, (_, at) => `User ${at} <u${at}@firm.org>`);
    const { rows } = await readText([...lines, 'not an address', `x <${A}>`].join('\n'));
    assert.deepEqual(
      rows.slice(-2).map(({ cells }) => cells),
      [
        ['', 'not an address'],
        ['x', A],
      ],
    );
  });

  it('may be one line of any length', async () => {
    const people = Array.from({ length: 60_000 }, (_, at) => `"Last, F${at}" <u${at}@firm.org>`);
    const { rows } = await readText(people.join(', '));
    assert.deepEqual([rows.length, rows[59_999]?.cells], [60_000, ['Last, F59999', 'u59999@firm.org']]);
    const addresses = Array.from({ length: 90_000 }, (_, at) => `u${at}@firm.org`);
    const plain = await readText(addresses.join(';'));
    assert.deepEqual([plain.rows.length, plain.rows[89_999]?.cells], [90_000, ['u89999@firm.org']]);
  });

  it('are a table when they have a header, or other columns', async () => {
    assert.equal((await readText(`who,to\nx,Ann <${A}>\n`)).kind, 'csv');
    assert.equal((await readText(`Ann <${A}>,Kiel\nBen <${B}>,Bonn\n`)).kind, 'csv');
    assert.deepEqual((await readText(`a,b\n${A},${B}\n`)).columns, ['a', 'b']);
  });

  it.each([
    ['quotes', '"'.repeat(300_000)],
    ['brackets', '<'.repeat(300_000)],
    ['at signs', `${A}\n${'@'.repeat(300_000)}`],
    ['names without end', `Ann <${A}>\n${'a '.repeat(150_000)}`],
    ['semicolons in a card', card(`EMAIL${';'.repeat(300_000)}:${A}`)],
    ['lines in quoted-printable', card(`EMAIL:${A}`, `NOTE;QUOTED-PRINTABLE:${'x=\r\n'.repeat(200_000)}y`)],
    ['comments of HTML', `${'<!---->'.repeat(5000)}x ${A}`],
    ['spaces behind an element', `<a b=${' '.repeat(300_000)}`],
    ['spaces before quotes', `${A},1\n,${' '.repeat(300_000)}`],
  ])('take little time whatever they hold: %s', async (_, text) => {
    const before = process.cpuUsage();
    await readText(text).catch(() => undefined);
    const { user } = process.cpuUsage(before);
    assert.ok(user / 1000 < 2000);
  });
});
