/** The examples of the manual, as their readers run them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The examples in a language on a page about the service. */
export const examplesOf = (page: string, language: string): string[] => {
  const text = readFileSync(join(import.meta.dirname, `../../../docs/service/${page}.md`), 'utf8');
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, of, code = '']) => (of === language ? [code] : []));
};
