/** The links of README and manual lead to files and headings that there are; those to other hosts are only looked at. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, test } from 'vitest';
import { manifest, root } from '../support/manifest.js';

const HOME = manifest.homepage.replace(/#.*/, '');

/** Markdown without its code, which holds no links. */
const proseOf = (file: string): string =>
  readFileSync(join(root, file), 'utf8')
    .replace(/^( *)```.*?^\1```$/gms, '')
    .replace(/``.*?``|`[^`\n]*`/g, (code) => code.replace(/[[\]()<>]/g, ''));

const linksOf = (file: string): string[] => [
  ...[...proseOf(file).matchAll(/\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)/g)].map(([, href = '']) => href),
  ...[...proseOf(file).matchAll(/<(?:a|img)\b[^>]* (?:href|src)="([^"]*)"/g)].map(([, href = '']) => href),
];

/** The ids of a file's headings, as GitHub makes them. */
const idsOf = (file: string): Set<string> => {
  const ids = new Set<string>();
  const text = readFileSync(join(root, file), 'utf8').replace(/^( *)```.*?^\1```$/gms, '');
  for (const [, heading = ''] of text.matchAll(/^#{1,6} (.*)$/gm)) {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*`]/g, '');
    const id = words
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    let unique = id;
    for (let n = 1; ids.has(unique); n++) unique = `${id}-${n}`;
    ids.add(unique);
  }
  return ids;
};

/** The fault of a link to a file of the repository, or null. */
const faultOf = (path: string, anchor?: string): string | null => {
  if (!existsSync(join(root, path))) return `${path} is not there`;
  if (anchor === undefined || !path.endsWith('.md')) return null;
  return idsOf(path).has(decodeURIComponent(anchor)) ? null : `${path} has no heading #${anchor}`;
};

const isAddress = (href: string): boolean => URL.canParse(href) && /^(https?:\/\/[^/]+\.|mailto:.+@)/.test(href);

for (const file of ['README.md', 'server/README.md', 'SECURITY.md', 'CHANGELOG.md'])
  test(`${file}, which is read on a package’s page or in the tarball, links to files and headings of this version, by whole addresses`, () => {
    const version = `v${manifest.version}`;
    for (const href of linksOf(file)) {
      const rest = href.startsWith(`${HOME}/`) ? href.slice(HOME.length + 1) : null;
      if (rest === null) assert.ok(isAddress(href), href);
      else {
        const [, kind, of, path = '', anchor] = /^(blob|raw|tree)\/([^/]+)\/([^#]*)(?:#(.*))?$/.exec(rest) ?? [];
        assert.deepEqual([kind !== undefined, of, faultOf(path, anchor)], [true, version, null], href);
      }
    }
  });

describe('README.md', () => {
  const links = linksOf('README.md');

  test('links to a page for each job', () => {
    for (const page of readdirSync(join(root, 'docs/jobs')))
      assert.ok(links.includes(`${HOME}/blob/v${manifest.version}/docs/jobs/${page}`), page);
  });

  test('is one page', () => {
    assert.ok(readFileSync(join(root, 'README.md'), 'utf8').split('\n').length <= 181);
  });
});

const manual = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .map((file) => `docs/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.md'));

test('every other page links to files and headings that there are', () => {
  const faults: string[] = [];
  let count = 0;
  for (const file of [...manual, 'CONTRIBUTING.md'])
    for (const href of linksOf(file)) {
      count++;
      if (/^[a-z]+:/.test(href)) {
        if (!isAddress(href)) faults.push(`${file}: ${href}`);
        continue;
      }
      const [path = '', anchor] = href.split('#');
      const target = path === '' ? file : relative(root, join(root, dirname(file), path));
      const fault = faultOf(target.replaceAll('\\', '/'), anchor);
      if (fault !== null) faults.push(`${file}: ${fault}`);
    }
  assert.ok(count > 200);
  assert.deepEqual(faults, []);
});
