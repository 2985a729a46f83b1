/** The examples of the manual, as their readers run them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const manual = readFileSync(join(import.meta.dirname, '../../../docs/service.md'), 'utf8');

/** The examples in a language below a heading of the second rank. */
export const examplesOf = (heading: string, language: string): string[] => {
  const [, section = ''] = manual.split(`\n## ${heading}\n`);
  const [own = ''] = section.split(/^## /m);
  return [...own.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, of, code = '']) => (of === language ? [code] : []));
};
