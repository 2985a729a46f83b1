/**
 * The rules of custom-elements-everywhere.com for our element and our components, in React 19 and Vue 3: children,
 * attributes, properties, events, and rendering again.
 */
import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import { type Browser, openPage, startBrowser } from '../../e2e/support/browser.js';
import { vite } from '../../e2e/support/bundlers.js';
import { serveFolder } from '../../e2e/support/folder-site.js';
import { usePacked, type Packed } from '../../e2e/support/packed.js';
import { ANSWERS, blur, type, withoutNotices } from './support.js';

/** The views of one way to write the element: code for React, templates for Vue, both with `state`. */
interface Way {
  framework: 'react' | 'vue';
  /** Without children. */
  empty: string;
  /** Around an input, `state.text`, and nothing while `state.hidden`. */
  around: string;
  /** With options of `state`, in kebab case. */
  options: string;
  /** With options of `state`, in camel case. */
  camelCase: string;
  /** With `state.hear` as the listener of the verdict, around an input. */
  listening: string;
}

const OPTIONS = ['debounce', 'override', 'typos', 'messages', 'challenge'];

const react = (tag: string, onVerdict: string): Way => {
  const input = `h('input', { name: 'email', type: 'email' })`;
  const options = OPTIONS.map((name) => `${name}: state.${name}`).join(', ');
  const view = (props: string, children = 'null'): string =>
    `(h, state, EmailVerify) => h(${tag}, ${props}, ${children})`;
  return {
    framework: 'react',
    empty: view(`{ id: 'a' }`),
    around: `(h, state, EmailVerify) => state.hidden ? null : h(${tag}, null, h('label', null, state.text, ${input}))`,
    options: view(`{ ${options}, 'validate-on': state.validateOn }`),
    camelCase: view(`{ ${options}, validateOn: state.validateOn }`),
    listening: view(`{ '${onVerdict}': state.hear }`, input),
  };
};

/** @param attribute what makes Vue set an attribute: it would set a property to 0 or '' for undefined. */
const vue = (tag: string, onVerdict: string, attribute = ''): Way => {
  const input = '<input type="email" name="email">';
  const options = OPTIONS.map((name) => {
    const isAttribute = ['debounce', 'typos'].includes(name);
    return `:${name}${isAttribute ? attribute : ''}="state.${name}"`;
  }).join(' ');
  return {
    framework: 'vue',
    empty: `<${tag} id="a"></${tag}>`,
    around: `<${tag} v-if="!state.hidden"><label>{{ state.text }}${input}</label></${tag}>`,
    options: `<${tag} ${options} :validate-on${attribute}="state.validateOn"></${tag}>`,
    camelCase: `<${tag} ${options} :validateOn="state.validateOn"></${tag}>`,
    listening: `<${tag} @${onVerdict}="(event) => state.hear?.(event)">${input}</${tag}>`,
  };
};

const WAYS: Record<string, Way> = {
  'React, the element': react(`'email-verify'`, 'onemail-verify-verdict'),
  'React, the component': react('EmailVerify', 'onVerdict'),
  'Vue, the element': vue('email-verify', 'email-verify-verdict', '.attr'),
  'Vue, the component': vue('EmailVerify', 'verdict'),
};

/** Event names in every spelling, as each framework listens to them at the element. */
const NAMES = ['lowercase', 'kebab-case', 'camelCase', 'CAPScase', 'PascalCase'];

describe('the rules for custom elements', () => {
  let packed: Packed;
  let browser: Browser;
  let site: { origin: string; close: () => void };
  const pages: Record<string, { page: Page; messages: string[] }> = {};

  beforeAll(async () => {
    packed = usePacked();
    browser = await startBrowser();
    const project = await packed.install('react', 'react-dom', 'vue');
    const files = { react: 'rules.react.js', vue: 'rules.vue.js' };
    for (const file of Object.values(files)) copyFileSync(join(import.meta.dirname, file), join(project.folder, file));
    await vite({ folder: project.folder, entries: files, out: 'out' });
    site = await serveFolder(project.folder);
    for (const name of Object.keys(files)) {
      const script = `<script type="module" src="/out/${name}.js"></script>`;
      project.write(`${name}.html`, `<!doctype html><script>${ANSWERS}</script>${script}<div id="root"></div>`);
      pages[name] = await openPage(browser, `${site.origin}/${name}.html`);
      await pages[name].page.waitForFunction('window.mount');
    }
  });

  afterAll(async () => {
    site.close();
    await browser.close();
    packed.remove();
  });

  afterEach(() => {
    for (const { messages } of Object.values(pages))
      assert.deepEqual(
        withoutNotices(messages.splice(0)).filter((message) => !message.includes('no endpoint')),
        [],
      );
  });

  for (const [name, way] of Object.entries(WAYS)) {
    describe(name, () => {
      const run = <T>(code: string): Promise<T> => pages[way.framework]!.page.evaluate(code) as Promise<T>;
      const mount = (view: string, state: string): Promise<unknown> =>
        run(`mount(${way.framework === 'vue' ? JSON.stringify(view) : view}, ${state})`);
      const element = `document.querySelector('email-verify')`;

      test('renders without children', async () => {
        await mount(way.empty, '{}');
        assert.deepEqual(await run(`[${element}.id, ${element}.childElementCount]`), ['a', 0]);
      });

      test('renders children into the slot, and again without a new element or input', async () => {
        await mount(way.around, `{ text: 'Email' }`);
        await run(`before = [${element}, document.querySelector('input')]; before[1].value = 'anna@';`);
        await run(`set({ text: 'Your email' })`);
        assert.equal(await run(`document.querySelector('label').assignedSlot.getRootNode().host === before[0]`), true);
        assert.deepEqual(await run(`[${element}.textContent, document.querySelector('input').value]`), [
          'Your email',
          'anna@',
        ]);
        assert.deepEqual(await run(`[${element} === before[0], document.querySelector('input') === before[1]]`), [
          true,
          true,
        ]);
      });

      test('comes and goes', async () => {
        await mount(way.around, '{}');
        await run('set({ hidden: true })');
        assert.equal(await run(element), null);
        await run('set({})');
        assert.equal(await run(`${element}.input === document.querySelector('input')`), true);
      });

      const SET = `{ debounce: 50, override: true, typos: 'off', validateOn: 'blur', messages: { valid: 'Fine.' }, challenge: String }`;
      const read = `(({ debounce, override, typos, validateOn, messages, challenge }) =>
        [debounce, override, typos, validateOn, messages?.valid ?? null, challenge === String])(${element})`;

      test('takes options as strings, numbers, booleans, objects and functions, and their defaults again', async () => {
        const right = [50, true, 'off', 'blur', 'Fine.', true];
        await mount(way.options, SET);
        assert.deepEqual(await run(read), right);
        await run('set({})');
        assert.deepEqual(await run(read), [400, false, 'fix', 'input', null, false]);
        await run(`set(${SET})`);
        assert.deepEqual(await run(read), right);
      });

      test('takes options in camel case', async () => {
        await mount(way.camelCase, SET);
        assert.equal(await run(`${element}.validateOn`), 'blur');
      });

      test('hears the verdict, by the newest listener only', async () => {
        await mount(way.listening, `{ hear: ({ verdict }) => { heard = ['old', verdict.status]; } }`);
        await run(`set({ hear: ({ verdict }) => { heard = ['new', verdict.status]; } })`);
        const { page } = pages[way.framework]!;
        await type(page, 'anna@harbour-shop.com');
        await blur(page);
        await page.waitForFunction('window.heard');
        assert.deepEqual(await run('[heard, heard = null][0]'), ['new', 'valid']);
      });
    });
  }

  test('React and Vue hear events of the element in every spelling', async () => {
    const props = NAMES.map((name) => `'on${name}': state.hear`).join(', ');
    const listeners = NAMES.map((name) => `@${name}="state.hear"`).join(' ');
    const views = {
      react: `(h, state) => h('email-verify', { ${props} })`,
      vue: JSON.stringify(`<email-verify ${listeners}></email-verify>`),
    };
    for (const [framework, view] of Object.entries(views)) {
      const heard = await pages[framework]!.page.evaluate(`(async () => {
        const heard = [];
        await mount(${view}, { hear: ({ type }) => heard.push(type) });
        for (const name of ${JSON.stringify(NAMES)}) document.querySelector('email-verify').dispatchEvent(new Event(name));
        return heard;
      })()`);
      assert.deepEqual(heard, NAMES);
    }
  });
});
