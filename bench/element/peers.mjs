/** The peers of the comparison: their markup, scripts, and how to detect their verdicts. */
import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const read = (path) => readFileSync(join(root, path), 'utf8');
const version = (name) => JSON.parse(read(`bench/node_modules/${name}/package.json`)).version;

/** Keeps the lazily loaded modules of the element external: inlined, they would be compiled at once. */
const later = {
  name: 'later',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^\.\/email-verify-/ }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path: path.slice(1), external: true } : null,
    );
  },
};

/** Bundles to one classic script, like the files of the peers. */
const bundle = async (contents) => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    minify: true,
    format: 'iife',
    write: false,
    nodePaths: [join(root, 'bench/node_modules')],
    plugins: [later],
  });
  return outputFiles[0].text;
};

const fields = (count, field) => Array.from({ length: count }, (_, index) => field(index)).join('\n');
const input = (index) => `<label>Email <input type="email" name="email" id="email-${index}"></label>`;
const form = (inside) => `<form onsubmit="return false">${inside}<button>Send</button></form>`;

/**
 * - `files`: the files that a page downloads: `[name, text]`;
 * - `script`, `attributes`: the script that defines the element, and the attributes of its script tag;
 * - `url`: the script as a file;
 * - `markup(count)`: a form with `count` fields;
 * - `ready`: an expression that is true when everything is loaded that the first use of a field loads;
 * - `painted`: an expression that is true when a positive verdict is shown at the first field;
 * - `suggests`: an expression that is true while a suggestion is shown;
 * - `leave`: true if the check starts only when the field loses focus.
 */
export const peers = async () => {
  const loader = read('dist/cdn/email-verify.classic.js');
  const own = {
    ready: `document.querySelector('email-verify')?.input && performance.getEntriesByName(location.origin + '/email-verify-overlay.js').length`,
    painted: `document.querySelector('email-verify')?.shadowRoot?.querySelector('[part=sign].valid:popover-open')`,
    suggests: `document.querySelector('email-verify')?.shadowRoot?.querySelector('[part=bubble]:popover-open [part=accept]')`,
  };
  const verifalia = read('bench/node_modules/verifalia-widget/dist/verifalia-widget.js');
  const sibling = await bundle(`import '@github/auto-check-element';`);
  const all = [
    {
      name: 'an input alone',
      files: [],
      markup: (count) => form(fields(count, input)),
      script: '',
      painted: 'true',
    },
    {
      name: 'email-verify',
      files: [
        ['email-verify, element', read('dist/cdn/email-verify-element.js')],
        ['email-verify, overlay (at the first focus)', read('dist/cdn/email-verify-overlay.js')],
      ],
      markup: (count) =>
        form(fields(count, (index) => `<email-verify endpoint="/verify/">${input(index)}</email-verify>`)),
      script: await bundle(`import { start } from './dist/cdn/email-verify-element.js'; start({});`),
      ...own,
    },
    {
      name: 'email-verify, script tag',
      files: [['email-verify, loader', loader]],
      markup: (count) => form(fields(count, input)),
      script: loader,
      url: '/email-verify.classic.js',
      // An inlined loader imports the element from the edge's host: here, the page's own.
      attributes: { 'data-endpoint': '/verify/' },
      ...own,
    },
    {
      name: `verifalia-widget ${version('verifalia-widget')}`,
      files: [[`verifalia-widget ${version('verifalia-widget')}`, verifalia]],
      markup: (count) => form(fields(count, input)),
      script: verifalia,
      attributes: { 'data-verifalia-appkey': 'bench' },
      painted: `document.querySelector('input').matches('[class*=verifalia][class*=valid]:not([class*=invalid])')`,
    },
    {
      name: `auto-check-element ${version('@github/auto-check-element')}`,
      files: [[`auto-check-element ${version('@github/auto-check-element')}`, sibling]],
      // It renders nothing: the page has to, as its documentation says.
      markup: (count) =>
        form(
          fields(
            count,
            (index) => `<auto-check src="/auto-check" csrf="x" required>${input(index)}<output></output></auto-check>`,
          ),
        ) +
        `<script>addEventListener('auto-check-success', ({ target }) => {
          target.closest('auto-check').querySelector('output').textContent = 'This address can receive mail.';
        }, true);
        addEventListener('auto-check-start', ({ target }) => {
          target.closest('auto-check').querySelector('output').textContent = '';
        }, true);</script>`,
      script: sibling,
      painted: `document.querySelector('auto-check output').textContent !== ''`,
      leave: true,
    },
  ];
  return all.map((peer, index) => ({ url: `/script/${index}.js`, ...peer }));
};
