import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** A block of code in the manual. */
export interface Snippet {
  /** The file and the line of its first line: `docs/edge.md:12`. */
  readonly place: string;
  readonly language: string;
  readonly code: string;
}

/** Pages whose code other tests run: `test/doors`, `test/examples` and `test/pages`. */
const ELSEWHERE = /^docs\/(frameworks\/|backends\/|builders\/|testing\.md|forms-without-a-form\.md)/;

const manualFiles = (): string[] => [
  'README.md',
  'SECURITY.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((file) => `docs/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.md') && !ELSEWHERE.test(file)),
];

/** Returns all blocks of code of the manual, but those of pages that other tests run. */
export const readSnippets = (): Snippet[] =>
  manualFiles().flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(/^( *)```(\w*)[^\n]*\n(.*?)^\1```$/gms)].map(
      ({ index, 2: language = '', 3: code = '' }) => ({
        place: `${file}:${text.slice(0, index).split('\n').length + 1}`,
        language,
        code,
      }),
    );
  });
