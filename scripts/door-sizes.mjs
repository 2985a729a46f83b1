/**
 * Prints the bytes (brotli) that each entry point for pages adds to an app built by Vite: to its first load, and in
 * files that the browser loads when they are needed. A framework counts as the app's own.
 */
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { entryPoints } from './entry-points.mjs';

const root = join(import.meta.dirname, '..');

/** The code of an app for each entry point. */
const apps = {
  './loader': `import { startLoader } from 'door'; startLoader();`,
  './define': `import 'door';`,
  './react': `export { EmailVerify } from 'door';`,
  './vue': `export { EmailVerify } from 'door';`,
};

const chunksOf = async (code, built) => {
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [
      { name: 'app', resolveId: (id) => (id === 'app' ? '\0app' : null), load: (id) => (id === '\0app' ? code : null) },
    ],
    resolve: { alias: { door: join(root, built) } },
    build: {
      write: false,
      modulePreload: false,
      rollupOptions: { input: 'app', external: /^(react|vue)/, preserveEntrySignatures: 'strict' },
    },
  });
  return output.filter(({ type }) => type === 'chunk');
};

/** The chunk, and all that it imports at once. */
const withImports = (chunk, chunks, found = new Set()) => {
  if (!chunk || found.has(chunk)) return found;
  found.add(chunk);
  for (const name of chunk.imports)
    withImports(
      chunks.find(({ fileName }) => fileName === name),
      chunks,
      found,
    );
  return found;
};

const bytes = (chunks) => chunks.reduce((sum, { code }) => sum + brotliCompressSync(code).length, 0);

const rows = {};
for (const { path, built } of entryPoints) {
  if (!(path in apps)) continue;
  const chunks = await chunksOf(apps[path], built);
  const first = withImports(
    chunks.find(({ isEntry }) => isEntry),
    chunks,
  );
  const later = chunks.filter((chunk) => !first.has(chunk));
  rows[path.slice(2)] = { 'first load, B': bytes([...first]), 'later, B': bytes(later), 'later, files': later.length };
}
console.table(rows);
