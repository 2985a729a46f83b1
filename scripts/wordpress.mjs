import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { zipSync } from 'fflate';

const SLUG = 'email-verify-element';
/** The first that a zip archive can hold, in the builder's time zone: the same files always make the same archive. */
const DATE = new Date(1980, 0, 1);

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));

/**
 * Writes the receipt check for PHP to `dist/php`, and the WordPress plugin, with the built scripts inside, to
 * `dist/wordpress/email-verify-element.zip`.
 */
export const writeWordPress = (root) => {
  const dist = join(root, 'dist');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const php = join(root, 'src/php');
  cpSync(php, join(dist, 'php'), { recursive: true });

  const files = {};
  const source = join(root, 'src/wordpress');
  for (const file of filesBelow(source)) {
    const path = relative(source, file).replace(/^assets\//, `assets/${version}/`);
    files[path] = readFileSync(file, 'utf8').replaceAll('%VERSION%', version);
  }
  for (const name of readdirSync(join(dist, 'cdn'))) {
    if (!/\.(js|txt)$/.test(name) || name === 'email-verify.js') continue;
    // The folder's name changes with the version: the loader imports its files by their bare names, which caches keep.
    files[`assets/${version}/${name}`] = readFileSync(join(dist, 'cdn', name));
  }
  // In the plugin's namespace: a theme or another plugin can have its own copy, and PHP stops at a class declared twice.
  files['lib/ReceiptVerifier.php'] = readFileSync(join(php, 'ReceiptVerifier.php'), 'utf8').replaceAll(
    /\bEmailVerify(?=[;\\])/g,
    'EmailVerifyElement',
  );
  files['LICENSE'] = readFileSync(join(root, 'LICENSE'), 'utf8');

  mkdirSync(join(dist, 'wordpress'), { recursive: true });
  const entries = Object.entries(files)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, content]) => [`${SLUG}/${path}`, Buffer.from(content)]);
  writeFileSync(
    join(dist, 'wordpress', `${SLUG}.zip`),
    zipSync(Object.fromEntries(entries), { level: 9, mtime: DATE }),
  );
};
