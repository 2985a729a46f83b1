/** The median; of an even number of figures, the upper of the two in the middle. */
export const median = (figures: number[]): number => figures.sort((a, b) => a - b)[figures.length >> 1] ?? NaN;

/** Prints rows under a heading; all columns but the first are right-aligned. */
export const table = (heading: string[], rows: (string | number)[][]): void => {
  const text = (cell: string | number): string => (typeof cell === 'number' ? cell.toLocaleString('en') : cell);
  const all = [heading, ...rows.map((row) => row.map(text))];
  const widths = heading.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  for (const row of all) {
    const cells = row.map((cell, column) =>
      column ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[0] ?? 0),
    );
    console.log(cells.join('   '));
  }
};
