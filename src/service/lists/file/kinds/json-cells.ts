/** The cells of an entry of JSON. What holds no address stays as it is; what does is taken apart, as APIs wrap addresses. */

/** Levels of objects within an entry that are taken apart. */
export const MAX_DEPTH = 5;
/** The longest name that becomes part of a path: each value within repeats it. */
const MAX_NAME = 100;
/** The longest text of an entry that is taken apart: it is done at once, while others wait. */
const MAX_LENGTH = 65_536;

/** A value as the text of a cell. */
export const jsonText = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);

/** True for an object or an array. */
export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** True for what holds an address further down: an object, or an array of objects. */
const isWrapped = (value: unknown): value is object =>
  isObject(value) && (!Array.isArray(value) || value.some(isObject)) && jsonText(value).includes('@');

type Cell = [name: string, text: string];

const cellsOf = (value: object, depth: number): Cell[] =>
  Object.entries(value).flatMap(([name, inner]: [string, unknown]): Cell[] =>
    depth < MAX_DEPTH && name.length <= MAX_NAME && isWrapped(inner)
      ? cellsOf(inner, depth + 1).map(([path, text]) => [`${name}.${path}`, text])
      : [[name, jsonText(inner)]],
  );

/**
 * The cells of an object by their names; those of objects within by their paths, such as `attributes.email`, unless a
 * path is also a name.
 * @param length of the object's text.
 */
export const namedCells = (value: object, length: number): Map<string, string> => {
  const cells = cellsOf(value, length <= MAX_LENGTH ? 1 : MAX_DEPTH);
  const byName = new Map(cells);
  return byName.size === cells.length ? byName : new Map(cellsOf(value, MAX_DEPTH));
};
