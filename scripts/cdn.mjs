/**
 * Writes the Subresource Integrity hashes of the built scripts to `dist/cdn/integrity.json`, the version and the hash
 * of the loader into the snippets of `docs/cdn.md`, and the version into the links of the texts that the packages hold.
 * With CI set, it only compares them.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const cdn = join(root, 'dist/cdn');

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
const versioned = (text) => text.replace(/(\/(?:blob|raw|tree)\/v)\d[\w.-]*/g, `$1${version}`);
/** The current text of each file, by the text that it has. */
const pages = {
  'docs/cdn.md': (text) =>
    text
      .replace(/(email-verify-element@)\d[\w.-]*/g, `$1${version}`)
      .replace(
        /(\/dist\/cdn\/)([\w.-]+)("\s+integrity=")[^"]*/g,
        (_, folder, file, attribute) => folder + file + attribute + hashes[file],
      ),
  ...Object.fromEntries(
    ['README.md', 'server/README.md', 'SECURITY.md', 'CHANGELOG.md'].map((file) => [file, versioned]),
  ),
};
for (const [page, update] of Object.entries(pages)) {
  const text = readFileSync(join(root, page), 'utf8');
  const current = update(text);
  if (current === text) continue;
  if (process.env.CI) {
    console.log(`${page} is out of date: run \`npm run build\`.`);
    process.exitCode = 1;
  } else {
    writeFileSync(join(root, page), current);
    console.log(`${page} has changed.`);
  }
}
