/**
 * Prints what CHANGELOG.md says about the version of a tag (`v1.2.3`); fails if package.json has another one, or it
 * says nothing.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const [tag = ''] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const sections = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m).slice(1);
const notes = sections.find((section) => section.startsWith(`${version}\n`));

if (tag !== `v${version}`) {
  console.error(`The tag ${tag} is not that of version ${version} in package.json: v${version}.`);
  process.exit(1);
}
if (notes === undefined) {
  console.error(`CHANGELOG.md has no heading '## ${version}'.`);
  process.exit(1);
}
console.log(notes.slice(version.length).trim());
