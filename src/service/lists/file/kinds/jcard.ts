/** vCards as JSON: jCard (RFC 7095). */
import { addCell, LEFT_OUT } from './vcard.js';

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
  const [kind, properties] = value;
  if (kind !== 'vcard' || !Array.isArray(properties) || !properties.every(isProperty)) return undefined;
  const cells = new Map<string, string>();
  for (const [name, , , ...values] of properties) {
    const [property, text] = [name.toUpperCase(), textOf(values)];
    if (!LEFT_OUT.has(property) && text !== '') addCell(cells, property, text);
  }
  return cells;
};
