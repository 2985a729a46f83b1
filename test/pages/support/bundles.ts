/** Builds the pages with their libraries' real compilers, once for each variant. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { Site, Variant } from '../sites.js';
import { moduleOf } from './markup.js';
import { buildQwik } from './qwik.js';

const pages = join(import.meta.dirname, '..');
const require = createRequire(join(pages, 'package.json'));

/** Loads a compiler out of this suite's own packages, whose types a newcomer's `npm ci` does not bring. */
const load = (name: string): unknown => require(name);

const onLoad = (
  name: string,
  filter: RegExp,
  compile: (text: string, path: string) => string | Promise<string>,
): Plugin => ({
  name,
  setup: (building) => {
    building.onLoad({ filter }, async ({ path }) => {
      const contents = await compile(await readFile(path, 'utf8'), path);
      return { contents, loader: 'js', resolveDir: join(path, '..') };
    });
  },
});

const svelte = onLoad('svelte', /\.svelte$/, (text, filename) => {
  interface Compiler {
    compile: (text: string, options: object) => { js: { code: string } };
  }
  const { compile } = load('svelte/compiler') as Compiler;
  return compile(text, { filename, generate: 'client', dev: false, css: 'injected' }).js.code;
});

const solid = onLoad('solid', /solid[\w.-]*\.jsx$/, async (text, filename) => {
  interface Babel {
    transformAsync: (text: string, options: object) => Promise<{ code: string } | null>;
  }
  const babel = load('@babel/core') as Babel;
  const presets = [require.resolve('babel-preset-solid')];
  return (await babel.transformAsync(text, { filename, presets, configFile: false }))?.code ?? '';
});

const vue = onLoad('vue', /\.vue$/, (text, filename) => {
  interface Compiler {
    parse: (text: string, options: object) => { descriptor: object };
    compileScript: (descriptor: object, options: object) => { content: string };
  }
  const { parse, compileScript } = load('@vue/compiler-sfc') as Compiler;
  const { descriptor } = parse(text, { filename });
  const id = filename.replace(/\W/g, '');
  return compileScript(descriptor, { id, inlineTemplate: true }).content;
});

/** `#verify` wraps a field: in nothing where the page has the script tag, in `<email-verify>` where it has the package. */
const verify = (variant: Variant): Plugin => ({
  name: 'verify',
  setup: (building) => {
    building.onResolve({ filter: /^#verify\// }, ({ path }) => ({
      path: join(pages, 'sites/verify', variant, path.slice('#verify/'.length)),
    }));
  },
});

/** Modules that stand in an HTML file, as `<file>.html.js`. */
const inMarkup = (variant: Variant): Plugin => ({
  name: 'in-markup',
  setup: (building) => {
    building.onLoad({ filter: /\.html$/ }, async ({ path }) => {
      const ours = variant === 'npm' ? `import 'email-verify-element/define';\n` : '';
      return { contents: ours + moduleOf(await readFile(path, 'utf8')), loader: 'js', resolveDir: join(path, '..') };
    });
  },
});

const options = (variant: Variant) => ({
  absWorkingDir: pages,
  bundle: true,
  format: 'esm' as const,
  target: 'es2022',
  jsx: 'automatic' as const,
  define: {
    'process.env.NODE_ENV': '"development"',
    __VUE_OPTIONS_API__: 'true',
    __VUE_PROD_DEVTOOLS__: 'false',
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
  },
  tsconfigRaw: { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false } },
  plugins: [verify(variant), inMarkup(variant), svelte, solid, vue],
  logLevel: 'warning' as const,
});

/** Bundles scripts by their paths into a folder, with the package. */
export const bundle = async (entryPoints: readonly string[], outdir: string): Promise<void> => {
  await build({ ...options('npm'), entryPoints: [...entryPoints], outdir, splitting: true, platform: 'browser' });
};

const out = join(pages, 'node_modules/.pages');

/** Renders a page's body on the server, or its whole document. */
export type Render = (site: object) => string | Promise<string>;

export interface Built {
  /** The folder with one script a site: `<variant>/<name>.js`. */
  folder: string;
  /** The functions that render a page on the server, by `<variant>/<name>`. */
  renders: Map<string, Render>;
}

/** Builds a module for Node, as a server of pages does, and imports it. */
const buildForServer = async (file: string, variant: Variant): Promise<{ render: Render }> => {
  const { outputFiles } = await build({
    ...options(variant),
    entryPoints: [join('sites', file)],
    platform: 'node',
    packages: 'external',
    write: false,
  });
  const path = join(out, `${variant}-${file.replace(/\W/g, '-')}.mjs`);
  await writeFile(path, outputFiles[0]?.text ?? '');
  return (await import(pathToFileURL(path).href)) as { render: Render };
};

/** Builds the pages of these sites. */
export const buildPages = async (sites: readonly Site[]): Promise<Built> => {
  const folder = join(out, 'bundles');
  const renders: Built['renders'] = new Map();
  await rm(out, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const variant of ['script', 'npm'] as const) {
    await build({
      ...options(variant),
      entryPoints: Object.fromEntries(sites.flatMap(({ name, file }) => (file ? [[name, join('sites', file)]] : []))),
      outdir: join(folder, variant),
      splitting: true,
      platform: 'browser',
    });
    for (const { name, server } of sites) {
      if (server) renders.set(`${variant}/${name}`, (await buildForServer(server, variant)).render);
      if (name === 'qwik') renders.set(`${variant}/${name}`, await buildQwik(out, variant));
    }
  }
  return { folder, renders };
};
