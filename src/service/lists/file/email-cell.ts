/**
 * The address in a row: the cell of its column without spaces and quotes around it.
 * @param column from 0.
 * @returns `""` where the row is too short.
 */
export const emailIn = (cells: readonly string[], column: number): string => {
  const text = (cells[column] ?? '').trim();
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).trim() : text;
};
