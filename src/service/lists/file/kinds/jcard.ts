/** vCards as JSON: jCard (RFC 7095). */
import { COLUMNS, LEFT_OUT } from './vcard.js';

type Property = readonly [name: string, parameters: object, type: string, ...values: unknown[]];

const isProperty = (value: unknown): value is Property =>
  Array.isArray(value) && value.length > 3 && typeof value[0] === 'string' && typeof value[2] === 'string';

const textOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(textOf).filter(Boolean).join(' ')
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

/** The cells of a card by the names of their columns, as those of a vCard; undefined for another array. */
export const jcardCells = (value: readonly unknown[]): Map<string, string> | undefined => {
  const [name, properties] = value;
  if (name !== 'vcard' || !Array.isArray(properties) || !properties.every(isProperty)) return undefined;
  const cells = new Map<string, string>();
  for (const [property, , , ...values] of properties) {
    const text = textOf(values);
    if (LEFT_OUT.has(property.toUpperCase()) || text === '') continue;
    const column = COLUMNS[property.toUpperCase()] ?? property.toLowerCase();
    let free = column;
    for (let number = 2; cells.has(free); number += 1) free = `${column}_${number}`;
    cells.set(free, text);
  }
  return cells;
};
