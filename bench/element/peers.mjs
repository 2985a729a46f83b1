/** What is measured side by side: how each stands in a page, what it asks for, and how its verdict is seen. */
import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const read = (path) => readFileSync(join(root, path), 'utf8');
const version = (name) => JSON.parse(read(`node_modules/${name}/package.json`)).version;

const autoCheck = async () => {
  const { outputFiles } = await build({
    stdin: { contents: `import '@github/auto-check-element';`, resolveDir: root },
    bundle: true,
    minify: true,
    format: 'iife',
    write: false,
  });
  return outputFiles[0].text;
};

const fields = (count, field) => Array.from({ length: count }, (_, index) => field(index)).join('\n');
const input = (index) => `<label>Email <input type="email" name="email" id="email-${index}"></label>`;
const form = (inside) => `<form onsubmit="return false">${inside}<button>Send</button></form>`;

/**
 * - `files`: what a page downloads, as texts; `first`: what of another form of it is downloaded at first;
 * - `script`: what is run to define it, and the attributes of its script tag;
 * - `markup(count)`: so many fields;
 * - `painted`: an expression that is true once a good verdict is drawn at the first field;
 * - `leave`: whether it asks only when the field is left.
 */
export const peers = async () => {
  const own = read('dist/cdn/email-verify.classic.js');
  const verifalia = read('node_modules/verifalia-widget/dist/verifalia-widget.js');
  const sibling = await autoCheck();
  return [
    {
      name: 'an input alone',
      files: [],
      markup: (count) => form(fields(count, input)),
      script: '',
      painted: 'true',
    },
    {
      name: 'email-verify',
      files: [own],
      first: read('dist/cdn/email-verify.js'),
      markup: (count) =>
        form(fields(count, (index) => `<email-verify endpoint="/verify/">${input(index)}</email-verify>`)),
      script: own,
      painted: `document.querySelector('email-verify').shadowRoot?.querySelector('[part=row]')?.className === 'valid'`,
    },
    {
      name: `verifalia-widget ${version('verifalia-widget')}`,
      files: [verifalia],
      markup: (count) => form(fields(count, input)),
      script: verifalia,
      attributes: { 'data-verifalia-appkey': 'bench' },
      painted: `document.querySelector('input').matches('[class*=verifalia][class*=valid]:not([class*=invalid])')`,
    },
    {
      name: `auto-check-element ${version('@github/auto-check-element')}`,
      files: [sibling],
      // It draws nothing by itself: the page does, as its documentation says.
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
};
