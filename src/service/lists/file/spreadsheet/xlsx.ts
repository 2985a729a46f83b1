/** Workbooks of Excel: Office Open XML (ECMA-376), SpreadsheetML. */
import type { Record } from '../records.js';
import type { Archive } from './archive.js';
import { formulaTarget, sheetLinks, withAddress } from './links.js';
import { numberFormat, numberText, type NumberFormat } from './numbers.js';
import { relationshipsOf } from './relationships.js';
import { createSharedStrings, type SharedStrings } from './shared-strings.js';
import { createSheetRows, type SheetLimits } from './sheet-rows.js';
import { appended, attribute, localName, parseXml, readXml } from './xml.js';

/** A sheet of a workbook. */
export interface Sheet {
  name: string;
  isHidden: boolean;
  /** Reads its rows, in parts. Throws ListFileError. */
  rows: () => AsyncGenerator<Record[], void, undefined>;
}

const WORKBOOK = 'xl/workbook.xml';

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/** Characters that XML cannot hold stand as `_x000D_`. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/giu, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    : text;

/** Resolves the target of a relationship. */
const resolve = (base: string, target: string): string => {
  try {
    return decodeURIComponent(new URL(target, `file:///${base}`).pathname.slice(1));
  } catch {
    // No file of the archive has an empty name.
    return '';
  }
};

/** The files that a file refers to. */
const filesOf = async (archive: Archive, path: string): Promise<{ id: string; type: string; path: string }[]> =>
  (await relationshipsOf(archive, path))
    .filter(({ isExternal }) => !isExternal)
    .map(({ id, type, target }) => ({ id, type, path: resolve(path, target) }));

/** Finds the path of the workbook; undefined for another archive. */
export const findWorkbook = async (archive: Archive): Promise<string | undefined> => {
  const main = (await filesOf(archive, '')).find(({ type }) => type === 'officeDocument')?.path ?? WORKBOOK;
  const isWorkbook = archive.has(main) && !/^(?:word|ppt)\/|\.bin$/.test(main);
  return isWorkbook ? main : undefined;
};

const readSharedStrings = async (archive: Archive, path: string | undefined): Promise<SharedStrings> => {
  const strings = createSharedStrings();
  if (path === undefined || !archive.has(path)) return strings;
  let text = '';
  let [isText, phonetic] = [false, 0];
  await readXml(archive.read(path), {
    open(element) {
      const name = localName(element);
      if (name === 'si') text = '';
      else if (name === 'rPh') phonetic += 1;
      else isText = name === 't' && phonetic === 0;
    },
    close(element) {
      const name = localName(element);
      if (name === 'si') strings.add(unescaped(text));
      else if (name === 'rPh') phonetic -= 1;
      else if (name === 't') isText = false;
    },
    text(part) {
      if (isText) text = appended(text, part);
    },
  });
  return strings;
};

/** Reads the format of each style of a cell. */
const readFormats = async (archive: Archive, path: string | undefined): Promise<NumberFormat[]> => {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  if (path === undefined || !archive.has(path)) return formats;
  let isCell = false;
  await readXml(archive.read(path), {
    open(element, attributes) {
      const name = localName(element);
      if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
      else if (name === 'cellXfs') isCell = true;
      else if (name === 'xf' && isCell) {
        const id = Number(attributes['numFmtId'] ?? 0);
        formats.push(numberFormat(id, codes.get(id)));
      }
    },
    close(element) {
      if (localName(element) === 'cellXfs') isCell = false;
    },
  });
  return formats;
};

/** The column of a cell's reference such as `AB12`, from 0; undefined when there is none. */
const columnOf = (reference: string | undefined): number | undefined => {
  if (reference === undefined) return undefined;
  let column = 0;
  for (let at = 0; at < reference.length; at += 1) {
    const letter = (reference.charCodeAt(at) | 0x20) - 0x60;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column > 0 ? column - 1 : undefined;
};

/** The parts of a workbook that the cells of all sheets need. */
interface Book {
  strings: SharedStrings;
  formats: readonly NumberFormat[];
  is1904: boolean;
}

const BOOLEANS: Readonly<globalThis.Record<string, string>> = {
  '0': 'FALSE',
  '1': 'TRUE',
  false: 'FALSE',
  true: 'TRUE',
};

const cellText = (type: string | undefined, value: string, style: string | undefined, book: Book): string => {
  if (type === 's') return book.strings.at(Number(value));
  if (type === 'inlineStr' || type === 'str') return unescaped(value);
  if (type === 'b') return BOOLEANS[value.trim()] ?? value;
  if (type === 'd') return value.replace(/T00:00:00(?:\.0+)?Z?$/, '').replace('T', ' ');
  if (type === 'e') return value;
  return numberText(value, book.formats[Number(style ?? 0)], book.is1904);
};

async function* sheetRows(
  archive: Archive,
  path: string,
  book: Book,
  limits: SheetLimits,
): AsyncGenerator<Record[], void, undefined> {
  const rows = createSheetRows(limits);
  const links = await sheetLinks(archive, path);
  let [line, column, value, formula, reference] = [0, -1, '', '', ''];
  let [takes, phonetic, isFormula] = [false, 0, false];
  let [type, style]: [string | undefined, string | undefined] = [undefined, undefined];
  const endCell = (): void => {
    const text = value === '' ? '' : cellText(type, value, style, book);
    const link = formula === '' ? links.get(reference) : formulaTarget(formula);
    rows.set(column, link === undefined ? text : withAddress(text, link));
  };
  const parsed = parseXml(archive.read(path), {
    open(element, attributes) {
      const name = localName(element);
      if (name === 'row') {
        const number = Number(attributes['r']);
        line = Number.isInteger(number) && number > line ? number : line + 1;
        column = -1;
        rows.begin(line);
      } else if (name === 'c') {
        column = columnOf(attributes['r']) ?? column + 1;
        [type, style, value, formula] = [attributes['t'], attributes['s'], '', ''];
        if (links.size > 0) reference = attributes['r'] ?? '';
      } else if (name === 'rPh') phonetic += 1;
      else {
        takes = (name === 'v' || name === 't') && phonetic === 0;
        isFormula = name === 'f';
      }
    },
    close(element) {
      const name = localName(element);
      if (name === 'row') rows.end();
      else if (name === 'c') endCell();
      else if (name === 'rPh') phonetic -= 1;
      takes = false;
      isFormula = false;
    },
    text(part) {
      if (takes) value = appended(value, part);
      else if (isFormula) formula = appended(formula, part);
    },
  });
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- the step has handed over what it read
  for await (const _ of parsed) {
    yield* rows.take();
  }
}

/**
 * Reads the sheets of a workbook.
 * @param path of the workbook in its archive.
 * @throws ListFileError for a damaged one, and one with too many texts.
 */
export const readSheets = async (archive: Archive, path: string, limits: SheetLimits): Promise<Sheet[]> => {
  const relationships = await filesOf(archive, path);
  const pathOf = (kind: string): string | undefined => relationships.find(({ type }) => type === kind)?.path;
  const listed: { name: string; isHidden: boolean; id: string }[] = [];
  let is1904 = false;
  await readXml(archive.read(path), {
    open(element, attributes) {
      const name = localName(element);
      if (name === 'workbookPr') is1904 = isTrue(attributes['date1904']);
      if (name !== 'sheet') return;
      const { name: title = '', state = 'visible' } = attributes;
      listed.push({ name: title, isHidden: state !== 'visible', id: attribute(attributes, 'id') ?? '' });
    },
  });
  const [strings, formats] = [
    await readSharedStrings(archive, pathOf('sharedStrings')),
    await readFormats(archive, pathOf('styles')),
  ];
  const book: Book = { strings, formats, is1904 };
  return listed.flatMap(({ name, isHidden, id }) => {
    const sheet = relationships.find((relationship) => relationship.id === id && relationship.type === 'worksheet');
    return sheet === undefined ? [] : [{ name, isHidden, rows: () => sheetRows(archive, sheet.path, book, limits) }];
  });
};
