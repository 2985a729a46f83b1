/** The HTML of docs/forms-without-a-form.md, as it stands there: the page's state is sent once, with the receipt. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import { type Browser, closePage, openPage, startBrowser } from '../e2e/support/browser.js';
import { eventually } from './support/visitor.js';
import { htmlOf, startLocalSite, whole, type LocalSite } from './support/local-site.js';

const here = import.meta.dirname;
const LIVEWIRE = ['3.8.5', '4.4.1'];
const ALPINE = 'https://cdn.jsdelivr.net/npm/alpinejs@3/dist/cdn.min.js';

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Livewire's server in small: one component with `email` and `receipt`, whose view is the manual's. */
class LivewireServer {
  readonly #view: string;
  data = { email: '', receipt: '' };
  /** The calls of methods, each with the state at that time. */
  calls: Record<string, unknown>[] = [];
  renderings = 0;

  constructor(view: string) {
    this.#view = view;
  }

  get #snapshot(): string {
    const memo = {
      id: 'one',
      name: 'sign-up',
      path: '/',
      method: 'GET',
      children: [],
      scripts: [],
      assets: [],
      errors: [],
      locale: 'en',
    };
    return JSON.stringify({ data: this.data, memo, checksum: 'none' });
  }

  /** The component's HTML; its first rendering holds the state. */
  html(attributes = ''): string {
    this.renderings += 1;
    return `<div wire:id="one" ${attributes}>${this.#view}<p id="rendering">${this.renderings}</p>
      <button type="button" id="again" wire:click="$refresh">Again</button>
      <button type="button" id="clear" wire:click="clear">Clear</button></div>`;
  }

  page(version: string, head: string): string {
    const state = `wire:snapshot="${escape(this.#snapshot)}" wire:effects="[]"`;
    return whole(`${head}${this.html(state)}
      <script src="/livewire-${version}.js" data-csrf="token" data-module-url="/" data-update-uri="/livewire/update"></script>`);
  }

  /** Answers an update: takes the state, runs the methods, renders. */
  answer(body: unknown): string {
    const { components } = body as {
      components: { updates: Partial<LivewireServer['data']>; calls: { method: string }[] }[];
    };
    const { updates = {}, calls = [] } = components[0] ?? {};
    this.data = { ...this.data, ...updates };
    for (const { method } of calls) {
      if (method === 'register') this.calls.push({ method, ...this.data });
      if (method === 'clear') this.data = { email: '', receipt: '' };
    }
    const effects = { html: this.html(), returns: calls.map(() => null) };
    return JSON.stringify({ components: [{ snapshot: this.#snapshot, effects }], assets: [] });
  }
}

describe('forms without a form', () => {
  let site: LocalSite;
  let browser: Browser;
  let page: Page;
  let messages: string[];
  let blocks: Map<string, string>;

  beforeAll(async () => {
    site = await startLocalSite({
      '/alpine.js': join(here, 'node_modules/alpinejs/dist/cdn.min.js'),
      ...Object.fromEntries(LIVEWIRE.map((v) => [`/livewire-${v}.js`, join(here, `sites/livewire/${v}.min.js`)])),
    });
    blocks = await htmlOf('docs/forms-without-a-form.md');
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser.close();
    site.close();
  });

  beforeEach(() => {
    site.posts.length = 0;
  });

  const block = (title: string): string => {
    const code = blocks.get(title);
    assert.ok(code, title);
    return code.replace(ALPINE, '/alpine.js');
  };

  const open = async (html: string): Promise<void> => {
    site.pages.set('/', html);
    ({ page, messages } = await openPage(browser, `${site.origin}/`));
  };

  /** Types an address with a typo, and presses the button before anything is known. */
  const signUp = async (): Promise<void> => {
    await page.type('input[name=email]', 'valid@gmial.com');
    await page.click('form button');
  };

  const isSilent = async (): Promise<void> => {
    assert.deepEqual(messages, []);
    await closePage(page);
  };

  for (const title of ['JSON sent by your own script', 'Alpine'])
    test(`${title}: is sent once, with the corrected address and its receipt`, async () => {
      await open(whole(block(title)));
      await signUp();
      await eventually(() => {
        assert.deepEqual(site.posts, [
          { path: '/sign-up', data: { email: 'valid@gmail.com', 'email-verification': 'receipt for valid@gmail.com' } },
        ]);
      });
      await isSilent();
    });

  test('Alpine: x-model.lazy works too', async () => {
    await open(whole(block('Alpine').replaceAll('x-model=', 'x-model.lazy=')));
    await signUp();
    await eventually(() => {
      assert.deepEqual(site.posts[0]?.data['email-verification'], 'receipt for valid@gmail.com');
    });
    await isSilent();
  });

  const MODELS = {
    'wire:model': (html: string) => html,
    'wire:model.live': (html: string) => html.replaceAll('wire:model', 'wire:model.live'),
    'wire:ignore': (html: string) => html.replace('<input type="hidden"', '<input wire:ignore type="hidden"'),
  };

  for (const version of LIVEWIRE)
    for (const [name, change] of Object.entries(MODELS))
      test(`Livewire ${version}, ${name}: the method runs once, with the receipt in the state`, async () => {
        const [head = '', view = ''] = block('Livewire').split(/(?=<form)/);
        const server = new LivewireServer(change(view));
        site.answer = ({ data }) => server.answer(data);
        await open(server.page(version, head));
        await signUp();
        const first = { method: 'register', email: 'valid@gmail.com', receipt: 'receipt for valid@gmail.com' };
        await eventually(() => {
          assert.deepEqual(server.calls, [first]);
        });

        // A rendering knows no value of a hidden field, which holds it still.
        const { renderings } = server;
        await page.waitForFunction(`document.querySelector('#rendering').textContent >= ${renderings}`);
        await page.click('#again');
        await page.waitForFunction(`document.querySelector('#rendering').textContent > ${renderings}`);
        await page.waitForFunction(`document.querySelector('#email-receipt').value === '${first.receipt}'`);

        // Another address empties it, and brings its own.
        await page.click('input[name=email]', { count: 3 });
        await page.keyboard.type('valid@harbour.example');
        await page.waitForFunction(`document.querySelector('#email-receipt').value === ''`);
        await page.click('form button');
        const email = 'valid@harbour.example';
        await eventually(() => {
          assert.deepEqual(server.calls, [first, { method: 'register', email, receipt: `receipt for ${email}` }]);
        });

        // The component's own reset empties both.
        await page.click('#clear');
        await page.waitForFunction(`!document.querySelector('input[name=email]').value`);
        await page.waitForFunction(`!document.querySelector('#email-receipt').value`);
        await isSilent();
      });
});
