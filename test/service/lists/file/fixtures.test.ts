/** Files as well-known programs write them, each with its right reading. */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FOLDER, read, READINGS, REFUSALS } from '../fixtures.js';
import { faultOf, readText, stream } from './support.js';

describe('a file of a well-known program', () => {
  it.each(Object.entries(READINGS))('%s is read', async (name, reading) => {
    const list = await readText(read(name));
    const { kind = 'csv', encoding = 'utf-8', delimiter = ',', sheet = null, others = [], warnings = [] } = reading;
    const { index, name: column } = list.emailColumn;
    expect({
      kind: list.kind,
      encoding: list.encoding,
      delimiter: list.delimiter,
      sheet: list.sheet,
      column: column ?? index,
      emails: list.rows.map(({ email }) => email),
      row: list.rows[0]?.cells,
      others: list.otherEmailColumns.map((other) => other.name),
      warnings: list.warnings.map(({ code }) => code),
    }).toEqual({ ...reading, kind, encoding, delimiter, sheet, others, warnings });
  });

  it.each(Object.entries(REFUSALS))('%s is refused by its name, with what would be right', async (name, refusal) => {
    const [code, kind, advice] = refusal;
    const fault = await faultOf(stream(read(name)));
    expect(fault.code).toBe(code);
    expect(fault.message).toMatch(kind);
    expect(fault.message).toMatch(advice);
  });

  it('has a reading here', () => {
    expect(readdirSync(FOLDER).sort()).toEqual([...Object.keys(READINGS), ...Object.keys(REFUSALS)].sort());
  });
});
