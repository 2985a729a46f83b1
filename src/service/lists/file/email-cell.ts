/** The address in a cell: without spaces, and quotes, around it. `""` where the row has no such cell. */
export const emailOf = (cell = ''): string => {
  const text = cell.trim();
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).trim() : text;
};
