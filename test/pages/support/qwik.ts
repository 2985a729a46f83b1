/** Builds a page of Qwik with its own compiler: one that its server renders and that resumes in the browser. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Variant } from '../sites.js';

const pages = join(import.meta.dirname, '..');
const require = createRequire(join(pages, 'package.json'));
const root = join(pages, 'sites/qwik');

interface Vite {
  build: (options: object) => Promise<unknown>;
}
interface Optimizer {
  qwikVite: (options: object) => object;
}
interface Entry {
  render: (manifest: unknown, base: string, site: object) => Promise<string>;
}

/**
 * @param out the folder of the built pages; what the browser asks for goes below its `bundles`.
 * @returns what renders the body.
 */
export const buildQwik = async (out: string, variant: Variant): Promise<(site: object) => Promise<string>> => {
  const base = `/bundles/qwik-${variant}/`;
  const { build } = (await import(
    pathToFileURL(join(require.resolve('vite/package.json'), '../dist/node/index.js')).href
  )) as Vite;
  const { qwikVite } = require('@builder.io/qwik/optimizer') as Optimizer;
  const common = {
    ...{ root, base, configFile: false, logLevel: 'error' },
    resolve: { alias: { '#verify': join(pages, 'sites/verify', variant) } },
  };
  let manifest: unknown;
  const client = {
    input: [join(root, 'root.jsx')],
    outDir: out,
    manifestOutput: (made: unknown) => {
      manifest = made;
    },
  };
  await build({
    ...common,
    plugins: [qwikVite({ srcDir: '.', client })],
    build: { outDir: out, emptyOutDir: false },
  });
  const outDir = join(out, `qwik-${variant}-server`);
  const ssr = { input: join(root, 'entry.ssr.jsx'), outDir, manifestInput: manifest };
  await build({ ...common, plugins: [qwikVite({ srcDir: '.', ssr })], build: { ssr: true, outDir } });
  const entry = (await import(pathToFileURL(join(outDir, 'entry.ssr.js')).href)) as Entry;
  return (site) => entry.render(manifest, `${base}build/`, site);
};
