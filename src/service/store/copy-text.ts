/** The escapes of PostgreSQL's text format of COPY; that of the backslash goes first. */
const ESCAPES = [
  ['\\', '\\\\'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\r', '\\r'],
] as const;

const escaped = (value: string | number | null): string => {
  if (value === null) return '\\N';
  if (typeof value === 'number') return String(value);
  let text = value;
  // A sixth of the time of replacing, which counts in a cell of a megabyte of quotes.
  for (const [one, escape] of ESCAPES) if (text.includes(one)) text = text.split(one).join(escape);
  return text;
};

/** A row in the text format of COPY, with its line end. A text must not hold NUL, which PostgreSQL stores in no text. */
export const copyLine = (values: readonly (string | number | null)[]): string => `${values.map(escaped).join('\t')}\n`;
