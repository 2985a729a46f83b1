/**
 * Writes the Subresource Integrity hashes of the built scripts to `dist/cdn/integrity.json`, and the version and the hash of the
 * loader into the snippets of `docs/cdn.md`. With CI set, it only compares the snippets.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const cdn = join(root, 'dist/cdn');
const manual = join(root, 'docs/cdn.md');

const scripts = readdirSync(cdn).filter((file) => file.endsWith('.js'));
const hashes = Object.fromEntries(
  scripts.map((file) => [
    file,
    `sha384-${createHash('sha384')
      .update(readFileSync(join(cdn, file)))
      .digest('base64')}`,
  ]),
);
writeFileSync(join(cdn, 'integrity.json'), `${JSON.stringify(hashes, null, 2)}\n`);

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const text = readFileSync(manual, 'utf8');
const current = text
  .replace(/(email-verify-element@)\d[\w.-]*/g, `$1${version}`)
  .replace(
    /(\/dist\/cdn\/)([\w.-]+)("\s+integrity=")[^"]*/g,
    (_, folder, file, attribute) => folder + file + attribute + hashes[file],
  );
if (current !== text) {
  if (process.env.CI) {
    console.log('docs/cdn.md is out of date: run `npm run build`.');
    process.exitCode = 1;
  } else {
    writeFileSync(manual, current);
    console.log('docs/cdn.md has changed.');
  }
}
