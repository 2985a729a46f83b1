/** Cells that must stand in quotes. A mark U+FEFF at the start of a file would be read as a byte order mark. */
const SPECIAL = /[",;\t|\r\n\ufeff]|^\s|\s$/u;

/**
 * Writes a record of CSV (RFC 4180) with its line end. Cells with another usual delimiter stand in quotes too, so that a reader that looks
 * for the delimiter finds the comma.
 */
export const csvRecord = (cells: readonly string[]): string => {
  // A lone empty cell would be a blank line.
  if (cells.length === 1 && cells[0] === '') return '""\r\n';
  return `${cells.map((cell) => (SPECIAL.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;
};

/** Starts with which spreadsheets begin to read a formula, full-width forms included. Some pass over spaces and line ends before them. */
const TRIGGER = /^(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/u;

/**
 * A number, a phone number or a sum of numbers. A formula can call nothing without a letter, a quote, `!`, `|`, or a cell's name; the one
 * letter here is the exponent behind a digit.
 */
const NUMERIC = /^ *[+-][\d .,()/+\-\u00a0]*(?:\de[+-]?\d+)?%?$/i;

/** A part of a cell behind a semicolon or TAB, with these. */
const LATER_PART = /([;\t][^\S\t]*)([=+\-@\uff1d\uff0b\uff0d\uff20][^;\t]*)/gu;

/**
 * Makes a cell safe in Excel, LibreOffice and Google Sheets (OWASP, CSV injection): one that begins with `=`, `+`, `-`, `@`, a TAB or a line
 * end gets a `'` before it. Numbers such as -5 and +49 123 stay as they are. The same holds behind a `;` or TAB within the cell, at which a
 * spreadsheet of another language may cut it.
 */
export const formulaSafe = (cell: string): string => {
  const later = cell.replace(LATER_PART, (whole, separator: string, part: string) =>
    NUMERIC.test(part) ? whole : `${separator}'${part}`,
  );
  return TRIGGER.test(cell) && !NUMERIC.test(cell) ? `'${later}` : later;
};
