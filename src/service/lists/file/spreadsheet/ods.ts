/** Spreadsheets of OpenDocument 1.3 (ISO/IEC 26300), such as LibreOffice writes. */
import type { Record } from '../records.js';
import { holdsAddress } from '../../../../address/list-file/cell.js';
import type { Archive } from './archive.js';
import { formulaTarget, linkTarget, withAddress } from './links.js';
import { numberText } from './numbers.js';
import { createSheetRows, type SheetLimits } from './sheet-rows.js';
import { appended, parseXml } from './xml.js';

const TYPE = 'application/vnd.oasis.opendocument.spreadsheet';
const MAX_REPEATED = 1_048_576;
/** Rows in which an address is looked for. */
export const LOOKED_AT = 50;

/** True if an archive is a spreadsheet of OpenDocument. */
export const isOds = async (archive: Archive): Promise<boolean> => {
  if (!archive.has('mimetype') || !archive.has('content.xml')) return false;
  let text = '';
  for await (const chunk of archive.read('mimetype')) {
    text += chunk.toString('latin1');
    if (text.length > TYPE.length * 2) break;
  }
  return text.startsWith(TYPE);
};

/** The sheet to read: its name, its number from 1, or undefined for the first with rows that is shown. */
export type Wanted = string | number | undefined;

/** A sheet, as far as it has been read. */
export interface OdsSheet {
  name: string;
  isHidden: boolean;
  hasRows: boolean;
  /** True if one of its first rows has an address. */
  hasAddress: boolean;
}

/** A reading of an OpenDocument spreadsheet, which goes through its sheets in order. */
export interface OdsReading {
  /** Reads the rows of the wanted sheet, in parts, then to the end of the file. Throws ListFileError. */
  rows: AsyncGenerator<Record[], void, undefined>;
  /** The sheet that is read; null before its first row. */
  readonly sheet: string | null;
  /** The sheets so far. */
  readonly sheets: readonly OdsSheet[];
}

type Attributes = Readonly<globalThis.Record<string, string>>;

const repeated = (attributes: Attributes, name: string): number => {
  const times = Number(attributes[name] ?? 1);
  return Number.isInteger(times) && times > 0 ? Math.min(times, MAX_REPEATED) : 1;
};

const dateText = (value: string): string => value.replace(/T00:00:00(?:[.,]0+)?$/, '').replace('T', ' ');

/** A duration such as PT12H30M00S as a time of day. */
const timeText = (value: string): string => {
  const [, hours = '0', minutes = '0', seconds = '0'] =
    /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,]\d+)?S)?$/.exec(value) ?? [];
  return [hours, minutes, seconds].map((part) => part.padStart(2, '0')).join(':');
};

/** The value of a cell; undefined when its text is it. */
const valueOf = (attributes: Attributes): string | undefined => {
  const value = (name: string): string | undefined => attributes[`office:${name}`];
  switch (attributes['office:value-type']) {
    case 'float':
    case 'currency':
    case 'percentage':
      return value('value') === undefined ? undefined : numberText(value('value') ?? '');
    case 'date':
      return value('date-value') === undefined ? undefined : dateText(value('date-value') ?? '');
    case 'time':
      return value('time-value') === undefined ? undefined : timeText(value('time-value') ?? '');
    case 'boolean':
      return value('boolean-value')?.toUpperCase();
    default:
      return value('string-value');
  }
};

/** Reads a spreadsheet. */
export const readOds = (archive: Archive, wanted: Wanted, limits: SheetLimits): OdsReading => {
  const rows = createSheetRows(limits);
  const sheets: OdsSheet[] = [];
  /** The styles of sheets that are not shown. */
  const hidden = new Set<string>();
  let style = '';
  let sheet: string | null = null;
  let [line, column, rowTimes, cellTimes] = [0, 0, 1, 1];
  let [text, paragraphs, inParagraph, notes, nested] = ['', 0, 0, 0, 0];
  let value: string | undefined;
  let link: string | undefined;
  /** True while the rows are those of the wanted sheet, as far as it is known. */
  let [isWanted, isOver] = [false, false];

  const isChosen = ({ name, isHidden }: OdsSheet): boolean => {
    if (wanted === undefined) return sheet === null && !isHidden;
    return typeof wanted === 'number' ? sheets.length === wanted : name === wanted;
  };
  const beginSheet = (attributes: Attributes): void => {
    const { 'table:name': name = '', 'table:style-name': look = '' } = attributes;
    const begun = { name, isHidden: hidden.has(look), hasRows: false, hasAddress: false };
    sheets.push(begun);
    line = 0;
    isWanted = !isOver && isChosen(begun);
    if (isWanted && wanted !== undefined) sheet = name;
  };

  const open = (name: string, attributes: Attributes): void => {
    switch (name) {
      case 'table:table':
        nested += 1;
        if (nested === 1) beginSheet(attributes);
        return;
      case 'style:style':
        style = attributes['style:name'] ?? '';
        return;
      case 'style:table-properties':
        if (attributes['table:display'] === 'false') hidden.add(style);
        return;
      case 'table:table-row':
        if (nested > 1) return;
        rowTimes = repeated(attributes, 'table:number-rows-repeated');
        column = 0;
        rows.begin(line + 1);
        return;
      case 'table:table-cell':
      case 'table:covered-table-cell':
        if (nested > 1) return;
        cellTimes = repeated(attributes, 'table:number-columns-repeated');
        [text, paragraphs, inParagraph] = ['', 0, 0];
        value = valueOf(attributes);
        link = formulaTarget((attributes['table:formula'] ?? '').replace(/^\w+:/, ''));
        return;
      case 'text:a':
        if (notes === 0 && nested === 1) link ??= linkTarget(attributes['xlink:href'] ?? '');
        return;
      case 'office:annotation':
        notes += 1;
        return;
      case 'text:p':
      case 'text:h':
        if (notes > 0) return;
        if (paragraphs > 0) text += '\n';
        paragraphs += 1;
        inParagraph += 1;
        return;
      case 'text:s':
        if (notes === 0) text = appended(text, ' '.repeat(repeated(attributes, 'text:c')));
        return;
      case 'text:tab':
        if (notes === 0) text += '\t';
        return;
      case 'text:line-break':
        if (notes === 0) text += '\n';
        return;
      default:
    }
  };

  const endCell = (): void => {
    const content = link === undefined ? (value ?? text) : withAddress(value ?? text, link);
    if (content !== '') {
      const [current] = sheets.slice(-1);
      if (current) {
        current.hasRows = true;
        current.hasAddress ||= line < LOOKED_AT && holdsAddress(content);
      }
      if (isWanted) for (let time = 0; time < cellTimes; time += 1) rows.set(column + time, content);
    }
    column += cellTimes;
  };

  const close = (name: string): void => {
    switch (name) {
      case 'table:table':
        nested -= 1;
        if (nested > 0) return;
        if (isWanted && sheet !== null) isOver = true;
        isWanted = false;
        return;
      case 'table:table-row':
        if (nested > 1) return;
        if (isWanted) {
          rows.end(rowTimes);
          if (sheets.at(-1)?.hasRows === true) sheet = sheets.at(-1)?.name ?? '';
        }
        line += rowTimes;
        return;
      case 'table:table-cell':
      case 'table:covered-table-cell':
        if (nested === 1) endCell();
        return;
      case 'office:annotation':
        notes -= 1;
        return;
      case 'text:p':
      case 'text:h':
        if (notes === 0) inParagraph -= 1;
        return;
      default:
    }
  };

  async function* read(): AsyncGenerator<Record[], void, undefined> {
    const parsed = parseXml(archive.read('content.xml'), {
      open,
      close,
      text(part) {
        if (notes === 0 && inParagraph > 0) text = appended(text, part);
      },
    });
    // eslint-disable-next-line @typescript-eslint/no-unused-vars -- the step has handed over what it read
    for await (const _ of parsed) {
      yield* rows.take();
    }
  }

  return {
    rows: read(),
    get sheet() {
      return sheet;
    },
    sheets,
  };
};
