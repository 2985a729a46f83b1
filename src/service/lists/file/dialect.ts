/** The options of csv-parse for files as people have them: any line ends, rows of any width, quotes inside a cell. */
export const dialect = (delimiter: string) => ({
  delimiter,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
});

/** True for a row without content, such as the rows of commas that spreadsheets write at the end. */
export const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');
