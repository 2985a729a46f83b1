/** The three ways of giving the built loader its settings, each by every way in which a page may have come by the loader. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import { type Browser, closePage, openPage, settle, startBrowser } from './support/browser.js';
import { ELEMENT, loaders, readScript, startScripts, type Scripts } from './support/scripts.js';
import { startSite, type Site } from './support/site.js';

const FIELD = '<form><label>Email <input type="email" name="email"></label><button>Join</button></form>';

describe('the settings of the loader', () => {
  let scripts: Scripts;
  let site: Site;
  let browser: Browser;
  let html = '';
  let endpoint = '';

  beforeAll(async () => {
    scripts = await startScripts(() => '');
    endpoint = `${scripts.origin}/verify/`;
    site = await startSite(() => `<!doctype html><html lang="en"><title>Join</title>${html}`);
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await site.close();
    scripts.close();
  });

  beforeEach(() => {
    scripts.requests.length = 0;
  });

  const inOne = (attributes: Record<string, string>): string =>
    Object.entries(attributes)
      .map(([name, value]) => `${name}="${value}"`)
      .join(' ');

  /** Uses the field; returns the settings of its element. */
  const use = async (path = ''): Promise<{ page: Page; set: (string | null)[]; messages: string[] }> => {
    const { page, messages } = await openPage(browser, `${site.origin}${path}`);
    await page.waitForFunction('window.emailVerify?.attach');
    await page.focus('input');
    await page.waitForSelector('html > email-verify', { timeout: 8000 });
    const set = await page.$eval('html > email-verify', (element) => [element.endpoint, element.typos]);
    await closePage(page);
    return { page, set, messages };
  };

  /** Ways for a page to pass the settings: attributes of the script tag, a script before it, or the query of its URL. */
  const ways = {
    'the tag’s data': () => ({
      before: '',
      attributes: { 'data-endpoint': endpoint, 'data-typos': 'off' },
      query: '',
    }),
    'window.emailVerify': () => ({
      before: `<script>window.emailVerify = { endpoint: '${endpoint}', typos: 'off' }</script>`,
      attributes: {},
      query: '',
    }),
    'the script’s query': () => ({
      before: '',
      attributes: {},
      query: `?endpoint=${encodeURIComponent(endpoint)}&typos=off`,
    }),
  };
  type Told = ReturnType<(typeof ways)[keyof typeof ways]>;

  const typeOf = (kind: keyof typeof loaders): Record<string, string> => (kind === 'module' ? { type: 'module' } : {});

  const tag = (kind: keyof typeof loaders, { before, attributes, query }: Told, folder = '/'): string =>
    `${before}<script ${inOne({ ...typeOf(kind), src: `${scripts.origin}${folder}${loaders[kind]}${query}`, ...attributes })}></script>`;

  /** A tag manager puts the tag into the page, and takes it away before the script has come. */
  const managed = (kind: keyof typeof loaders, { before, attributes, query }: Told): string => `${before}<script>
    const tag = document.createElement('script');
    for (const [name, value] of Object.entries(${JSON.stringify({ ...typeOf(kind), src: `${scripts.origin}/${loaders[kind]}${query}`, ...attributes })}))
      tag.setAttribute(name, value);
    document.head.append(tag);
    tag.remove();
  </script>`;

  for (const kind of ['module', 'classic'] as const) {
    for (const [way, told] of Object.entries(ways)) {
      test(`come by ${way} of a ${kind} script`, async () => {
        html = tag(kind, told()) + FIELD;
        assert.deepEqual(await use().then(({ set, messages }) => [...set, ...messages]), [endpoint, 'off']);
      });

      // A module does not know its tag.
      if (kind !== 'module' || way !== 'the tag’s data')
        test(`come by ${way} of a ${kind} script whose tag was taken away before it ran`, async () => {
          html = managed(kind, told()) + FIELD;
          assert.deepEqual(await use().then(({ set, messages }) => [...set, ...messages]), [endpoint, 'off']);
        });

      test(`come by ${way} of a ${kind} script that a CDN redirects`, async () => {
        html = tag(kind, told(), '/latest/') + FIELD;
        assert.deepEqual(await use().then(({ set, messages }) => [...set, ...messages]), [endpoint, 'off']);
        assert.ok(scripts.requests.includes(`/1.2.3/email-verify-element.js`), scripts.requests.join(' '));
      });
    }

    const inlined = (settings: string, attributes = ''): string =>
      `<script>window.emailVerify = ${settings}</script>
       <script ${inOne(typeOf(kind))} ${attributes}>${readScript(loaders[kind]).replace(/\/\/# sourceMappingURL.*/, '')}</script>${FIELD}`;

    test(`of a ${kind} script that stands in the page itself: the element comes from the endpoint’s host`, async () => {
      html = inlined(`{ endpoint: '${endpoint}', typos: 'off' }`);
      assert.deepEqual(await use().then(({ set, messages }) => [...set, ...messages]), [endpoint, 'off']);
      assert.deepEqual(
        scripts.requests.filter((url) => ELEMENT.test(url)),
        ['/email-verify-element.js'],
      );
    });

    test(`of a ${kind} script that stands in the page itself: the element comes from \`src\``, async () => {
      html = inlined(`{ endpoint: '${endpoint}', typos: 'off', src: '${scripts.origin}/1.2.3/' }`);
      assert.deepEqual(await use().then(({ set, messages }) => [...set, ...messages]), [endpoint, 'off']);
      assert.deepEqual(
        scripts.requests.filter((url) => ELEMENT.test(url)),
        ['/1.2.3/email-verify-element.js'],
      );
    });

    test(`of a ${kind} script that stands in the page itself are never in the page’s own query`, async () => {
      html = inlined(`{ endpoint: '${endpoint}' }`);
      const evil = '/?endpoint=https%3A%2F%2Fevil.example%2F&typos=off&src=https%3A%2F%2Fevil.example%2F';
      assert.deepEqual(await use(evil).then(({ set, messages }) => [...set, ...messages]), [endpoint, 'fix']);
    });
  }

  test('stand in the tag before the page’s object, and there before the query', async () => {
    html = `<script>window.emailVerify = { typos: 'suggest', endpoint: '${endpoint}' }</script>
      <script src="${scripts.origin}/email-verify.classic.js?typos=off&endpoint=/none/" data-typos="fix"></script>${FIELD}`;
    assert.deepEqual(await use().then(({ set }) => set), [endpoint, 'fix']);
  });

  describe('data-load', () => {
    const isAsked = (): boolean => scripts.requests.some((url) => ELEMENT.test(url));
    const open = async (load: string): Promise<Page> => {
      html = `<script>requestIdleCallback = (act) => { window.becomeIdle = act; }</script>
        <script type="module" src="${scripts.origin}/email-verify.js" ${load}></script>${FIELD}`;
      const { page } = await openPage(browser, site.origin);
      await settle(page);
      assert.equal(await page.$('email-verify'), null);
      return page;
    };
    const loaded = (page: Page): Promise<unknown> =>
      page.waitForFunction(() => customElements.get('email-verify'), { timeout: 8000 });

    for (const load of ['', 'data-load="use"'])
      test(`${load || 'unset'}: the element is loaded when a field is used`, async () => {
        const page = await open(load);
        assert.equal(isAsked(), false);
        await page.hover('input');
        await loaded(page);
        await closePage(page);
      });

    test('idle: the element is loaded when the page is idle, and stands nowhere', async () => {
      const page = await open('data-load="idle"');
      assert.equal(isAsked(), false);
      await page.evaluate('becomeIdle()');
      await loaded(page);
      assert.equal(await page.$('email-verify'), null);
      await closePage(page);
    });

    test('now: the element is loaded at once, and stands nowhere', async () => {
      const page = await open('data-load="now"');
      await loaded(page);
      assert.equal(isAsked(), true);
      assert.equal(await page.$('email-verify'), null);
      await closePage(page);
    });
  });
});
