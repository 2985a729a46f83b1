/** Pages for the pictures of `docs/theming.md`, made of the code that is shown there. */
import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bring } from './bring.mjs';

const root = join(import.meta.dirname, '..');
/** With React, MUI and Tailwind. */
const pages = bring('test/pages');
const { compile } = createRequire(pages)('tailwindcss');
const manual = readFileSync(join(root, 'docs/theming.md'), 'utf8');

/** The first code block below a heading, calling the edge of the pictures. */
const codeOf = (heading) => {
  const [, code] = new RegExp(`^## ${heading}\n.*?^\`\`\`\\w+\n(.*?)^\`\`\``, 'ms').exec(manual) ?? [];
  if (!code) throw new Error(`docs/theming.md has no code below ${heading}.`);
  return code.replaceAll('https://verify.example/verify/', '/verify/');
};

const ELEMENT =
  '<script type="module">import { EmailVerifyElement } from "/theme-element.js"; EmailVerifyElement.define()</script>';

const tailwind = async (body) => {
  const content = readFileSync(join(pages, 'tailwindcss/index.css'), 'utf8');
  const loadStylesheet = (_, base) => Promise.resolve({ path: 'tailwind.css', base, content });
  const { build: use } = await compile('@import "tailwindcss";', { base: root, loadStylesheet });
  return `<style>${use(body.match(/[^\s"<>]+/g))} @media (prefers-color-scheme: dark) { body { background: #0f172a; color-scheme: dark } }</style>`;
};

const REACT = Object.fromEntries(['react', 'react-dom'].map((name) => [name, join(root, 'node_modules', name)]));

/** Bundles a script for the pictures. */
const bundle = async (contents, loader) => {
  const { outputFiles } = await build({
    stdin: { contents, loader, resolveDir: root },
    alias: {
      'email-verify-element/react': './dist/react/index.js',
      'email-verify-element': './dist/element/index.js',
      ...REACT,
    },
    // One copy of React, for MUI too.
    nodePaths: [pages],
    absWorkingDir: root,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'error',
  });
  return outputFiles[0].text;
};

/** By name: what stands in the head and in the body, for the colour scheme. */
const THEMES = {
  plain: () => [ELEMENT, codeOf('Plain CSS')],
  bootstrap: (scheme) => [
    `${ELEMENT}<style>${readFileSync(join(bring('test/resources'), 'bootstrap/dist/css/bootstrap.min.css'), 'utf8')}</style>
    <script>document.documentElement.dataset.bsTheme = '${scheme}'</script>`,
    codeOf('Bootstrap'),
  ],
  tailwind: async () => [ELEMENT + (await tailwind(codeOf('Tailwind'))), codeOf('Tailwind')],
  mui: () => ['<script type="module" src="/theme-mui.js"></script>', '<div id="app" style="padding: 16px"></div>'],
};

export const THEME_NAMES = Object.keys(THEMES);

const SCRIPTS = {
  '/theme-element.js': () => bundle("export { EmailVerifyElement } from 'email-verify-element';", 'js'),
  '/theme-mui.js': () =>
    bundle(
      `${codeOf('MUI')}\nimport { createRoot } from 'react-dom/client'; createRoot(document.getElementById('app')).render(<App />);`,
      'tsx',
    ),
};

const bundled = new Map();

/** The scripts of the pages, by path; each is bundled once. */
export const themeScript = (path) => {
  if (!bundled.has(path)) bundled.set(path, SCRIPTS[path]());
  return bundled.get(path);
};

/** The page of a theme. @param {string} name one of {@link THEME_NAMES}. @param {'light' | 'dark'} scheme */
export const themePage = async (name, scheme) => {
  const [head, body] = await THEMES[name](scheme);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Sign up</title>${head}</head><body>${body}</body></html>`;
};
