/** Spreadsheets: the sheet with the list, as rows. */
import { createSemaphore } from '../../../../util/semaphore.js';
import { ListFileError } from '../../../../address/list-file/list-file-error.js';
import { holdsAddress } from '../../../../address/list-file/cell.js';
import { refusalOfZip } from '../file-kind.js';
import type { Record } from '../records.js';
import type { ListWarning } from '../warnings.js';
import { openArchive, type Archive, type ArchiveLimits } from './archive.js';
import { isOds, LOOKED_AT, readOds, type OdsSheet, type Wanted } from './ods.js';
import type { SheetLimits } from './sheet-rows.js';
import { findWorkbook, readSheets, type Sheet } from './xlsx.js';

/** Spreadsheets that are read at once in a process: each may hold its texts in memory, and a file open. */
const READINGS = createSemaphore(2, Infinity, 900_000);
/** Sheets whose first row is looked for. */
const MAX_SHEETS = 50;
const SHOWN_LENGTH = 40;

/** A spreadsheet whose sheet has been found. */
export interface Spreadsheet {
  kind: 'xlsx' | 'ods';
  /** The name of the sheet that is read. */
  sheet: string;
  /** Its rows, in parts. Ends and closes the spreadsheet when it is left. Throws ListFileError. */
  records: AsyncGenerator<Record[], void, undefined>;
}

/** The options for reading a spreadsheet. */
export interface SpreadsheetOptions extends SheetLimits {
  sheet: Wanted;
  archive?: ArchiveLimits | undefined;
  /** Receives what is to be said about it, at its end at the latest. */
  warn: (warning: ListWarning) => void;
}

const quoted = (names: readonly string[]): string =>
  names
    .slice(0, MAX_SHEETS)
    .map((name) => `"${name.slice(0, SHOWN_LENGTH)}"`)
    .join(', ');

const unknownSheet = (wanted: string | number, names: readonly string[]): ListFileError =>
  new ListFileError(
    'unknown_sheet',
    `There is no sheet ${typeof wanted === 'number' ? wanted : `"${wanted.slice(0, SHOWN_LENGTH)}"`}. The sheets are ${quoted(names)}. Give a name of these, or a number from 1 to ${names.length}.`,
  );

const noRows = (): ListFileError =>
  new ListFileError('empty_file', 'The spreadsheet is empty: no sheet of it has rows with text.');

const warnOfOthers = (sheet: string, others: readonly string[], warn: SpreadsheetOptions['warn']): void => {
  if (others.length === 0) return;
  warn({
    code: 'other_sheets',
    detail: `Sheet "${sheet.slice(0, SHOWN_LENGTH)}" is read. ${others.length === 1 ? 'Another sheet has' : 'Other sheets have'} rows too: ${quoted(others)}. Name one with sheet= to read it.`,
  });
};

/** Puts parts that were read already before the others. */
async function* behind(
  first: Record[],
  rest: AsyncGenerator<Record[], void, undefined>,
): AsyncGenerator<Record[], void, undefined> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return();
  }
}

/** The start of a sheet that has rows. */
interface Begun {
  records: AsyncGenerator<Record[], void, undefined>;
  /** True if one of its first rows has an address. */
  hasAddress: boolean;
}

/** Reads the first rows of a sheet. */
const begun = async (rows: ReturnType<Sheet['rows']>): Promise<Begun | undefined> => {
  const first: Record[] = [];
  while (first.length < LOOKED_AT) {
    const { value } = await rows.next();
    if (value === undefined) break;
    first.push(...value);
  }
  if (first.length === 0) return undefined;
  const hasAddress = first.slice(0, LOOKED_AT).some(({ cells }) => cells.some(holdsAddress));
  return { records: behind(first, rows), hasAddress };
};

const openWorkbook = async (
  archive: Archive,
  path: string,
  { sheet: wanted, warn, ...limits }: SpreadsheetOptions,
): Promise<Spreadsheet> => {
  const all = await readSheets(archive, path, limits);
  if (wanted !== undefined) {
    const chosen = typeof wanted === 'number' ? all[wanted - 1] : all.find(({ name }) => name === wanted);
    if (chosen === undefined)
      throw unknownSheet(
        wanted,
        all.map(({ name }) => name),
      );
    const start = await begun(chosen.rows());
    if (start === undefined)
      throw new ListFileError('empty_file', `The sheet "${chosen.name.slice(0, SHOWN_LENGTH)}" is empty.`);
    return { kind: 'xlsx', sheet: chosen.name, records: start.records };
  }
  const shownFirst = [...all.filter(({ isHidden }) => !isHidden), ...all.filter(({ isHidden }) => isHidden)];
  let found: (Begun & { name: string }) | undefined;
  const filled: string[] = [];
  for (const sheet of shownFirst.slice(0, MAX_SHEETS)) {
    const start = await begun(sheet.rows());
    if (start === undefined) continue;
    filled.push(sheet.name);
    const isBetter = found === undefined || (start.hasAddress && !found.hasAddress);
    await (isBetter ? found : start)?.records.return();
    if (isBetter) found = { ...start, name: sheet.name };
  }
  if (found === undefined) throw noRows();
  const { name, records } = found;
  warnOfOthers(
    name,
    filled.filter((other) => other !== name),
    warn,
  );
  return { kind: 'xlsx', sheet: name, records };
};

/** Reads all sheets, and finds the number of the one with the list; 0: none has rows. */
const bestOds = async (archive: Archive, limits: SheetLimits): Promise<number> => {
  const { rows, sheets } = readOds(archive, undefined, limits);
  while ((await rows.next()).done !== true);
  const ranks: ((sheet: OdsSheet) => boolean)[] = [
    ({ hasAddress, isHidden }) => hasAddress && !isHidden,
    ({ hasAddress }) => hasAddress,
    ({ hasRows, isHidden }) => hasRows && !isHidden,
    ({ hasRows }) => hasRows,
  ];
  return 1 + (ranks.map((rank) => sheets.findIndex(rank)).find((at) => at >= 0) ?? -1);
};

const openOds = async (
  archive: Archive,
  { sheet: wanted, warn, ...limits }: SpreadsheetOptions,
): Promise<Spreadsheet> => {
  let reading = readOds(archive, wanted, limits);
  let start = await begun(reading.rows);
  if (wanted === undefined && start?.hasAddress !== true) {
    await start?.records.return();
    reading = readOds(archive, await bestOds(archive, limits), limits);
    start = await begun(reading.rows);
  }
  const { sheet, sheets } = reading;
  if (start === undefined) {
    if (wanted === undefined || sheet !== null) throw noRows();
    throw unknownSheet(
      wanted,
      sheets.map(({ name }) => name),
    );
  }
  const name = sheet ?? '';
  const { records: all } = start;
  async function* records(): AsyncGenerator<Record[], void, undefined> {
    yield* all;
    if (wanted !== undefined) return;
    const others = sheets.filter((other) => other.hasRows && other.name !== name);
    warnOfOthers(
      name,
      others.map((other) => other.name),
      warn,
    );
  }
  return { kind: 'ods', sheet: name, records: records() };
};

/**
 * Opens a spreadsheet, and finds the sheet with the list: the wanted one, or the first with an address in its first rows,
 * or else with rows; hidden ones last.
 * @param blocks the file, whole.
 * @throws ListFileError for a file that is not a spreadsheet, or cannot be read.
 */
export const openSpreadsheet = async (
  blocks: AsyncIterable<Buffer>,
  options: SpreadsheetOptions,
): Promise<Spreadsheet> => {
  const archive = await openArchive(blocks, options.archive);
  const leave = await READINGS.acquire(new AbortController().signal);
  const close = async (): Promise<void> => {
    leave?.();
    await archive.close();
  };
  try {
    const path = await findWorkbook(archive);
    if (path === undefined && !(await isOds(archive))) throw refusalOfZip(archive.names);
    const opened = await (path === undefined ? openOds(archive, options) : openWorkbook(archive, path, options));
    async function* closing(): AsyncGenerator<Record[], void, undefined> {
      try {
        yield* opened.records;
      } finally {
        await close();
      }
    }
    return { ...opened, records: closing() };
  } catch (error) {
    await close();
    throw error;
  }
};
