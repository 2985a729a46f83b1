/** The options of csv-parse for files as people have them: any line ends, rows of any width, quotes inside a cell. */
export const dialect = (delimiter: string, { trims = false, hasQuotes = true } = {}) => ({
  delimiter,
  quote: hasQuotes ? '"' : null,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  trim: trims,
});

/**
 * True for a row without content, such as the rows of commas that spreadsheets write at the end, and the mark U+001A with
 * which programs of DOS end a file.
 */
// eslint-disable-next-line no-control-regex -- the mark is one
export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => /^[\s\x1a]*$/.test(cell));

const escaped = (delimiter: string): string => delimiter.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

/** True if spaces stand between delimiters and quotes, as in `a, "b, c"`: spaces around cells are part of no cell then. */
export const hasSpacedQuotes = (text: string, delimiter: string): boolean => {
  if (delimiter !== '\t' && delimiter.trim() === '') return false;
  const mark = escaped(delimiter);
  const space = delimiter === '\t' ? ' ' : String.raw`[ \t]`;
  return new RegExp(
    String.raw`(?:^|[\r\n]|${mark})${space}+"(?:[^"\r\n]|"")*"${space}*(?:${mark}|[\r\n]|$)|(?:^|[\r\n]|${mark})"(?:[^"\r\n]|"")*"${space}+(?:${mark}|[\r\n]|$)`,
    'u',
  ).test(text);
};

/**
 * True if text stands behind a closing quote, as in `"Port" glass`, somewhere in the rows: then quotes are not meant as
 * such, or were not doubled.
 */
export const hasStrayQuotes = (text: string, delimiter: string): boolean => {
  const mark = escaped(delimiter);
  const cell = new RegExp(
    String.raw`("[^"]*(?:""[^"]*)*")(?:[ \t]*(?:${mark}|[\r\n]|$))?|[^\r\n]*?(?:${mark}|[\r\n]|$)`,
    'uy',
  );
  while (cell.lastIndex < text.length) {
    const [all = '', quoted] = cell.exec(text) ?? [];
    if (all === '') return false;
    if (all === quoted && cell.lastIndex < text.length) return true;
  }
  return false;
};

/** The way in which a text is divided into rows and cells. */
export interface Quoting {
  /** True if each cell of the first rows stands in quotes. */
  all: boolean;
  lineEnd: '\n' | '\r\n' | '\r';
}

/** Finds how the first rows of a text are written. */
export const quotingOf = (text: string, delimiter: string): Quoting => {
  const lineEnd = (/\r\n|\n|\r/.exec(text)?.[0] ?? '\n') as Quoting['lineEnd'];
  const mark = escaped(delimiter);
  const all = new RegExp(String.raw`^(?:"(?:[^"]|"")*"(?:${mark}"(?:[^"]|"")*")*(?:\r\n|\n|\r|$)){1,20}`, 'u').exec(
    text.slice(0, 4096),
  );
  return { all: all !== null, lineEnd };
};
