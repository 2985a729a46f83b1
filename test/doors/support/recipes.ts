import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files in a manual: its blocks of JavaScript that begin with a comment that names the file. */
export const recipesOf = (manual: string): Map<string, string> => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs', manual), 'utf8');
  const blocks = text.matchAll(/^```js\n(\/\/ ([\w./-]+\.c?js)\n[^]*?)^```$/gm);
  return new Map([...blocks].map(([, code = '', file = '']) => [file, code]));
};
