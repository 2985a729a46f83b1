/** The escapes of PostgreSQL's text format of COPY. */
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

const escaped = (value: string | number | null): string => {
  if (value === null) return '\\N';
  return typeof value === 'number' ? String(value) : value.replace(/[\\\t\n\r]/g, (found) => ESCAPES[found] ?? found);
};

/** A row in the text format of COPY, with its line end. A text must not hold NUL, which PostgreSQL stores in no text. */
export const copyLine = (values: readonly (string | number | null)[]): string => `${values.map(escaped).join('\t')}\n`;
