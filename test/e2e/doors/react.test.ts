/** The door for React, from the packed package, in React 19 and 18. */
import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from 'vitest';
import { build } from 'esbuild';
import type { Browser, Page } from 'puppeteer-core';
import { openPage, startBrowser } from '../support/browser.js';
import { esbuild } from '../support/bundlers.js';
import { serveFolder } from '../support/folder-site.js';
import { packPackage, type Packed, type Project } from '../support/packed.js';
import { ANSWERS, blur, type as typeInto, withoutNotices } from './support.js';

interface Seen {
  verdicts: string[];
  errors: string[];
  sent: Record<string, string>[];
  refs: (string | null)[];
  clicks: number;
}

describe('the door for React', () => {
  let packed: Packed;
  let browser: Browser;

  beforeAll(async () => {
    [packed, browser] = await Promise.all([packPackage(), startBrowser()]);
  });

  afterAll(async () => {
    await browser.close();
    packed.remove();
  });

  for (const version of ['19', '18']) {
    const suffix = version === '19' ? '' : '-18';

    describe(`React ${version}`, () => {
      let project: Project;
      let site: { origin: string; close: () => void };
      let page: Page;
      let messages: string[];

      beforeAll(async () => {
        project = await packed.install(`react=react${suffix}`, `react-dom=react-dom${suffix}`);
        const { folder } = project;
        for (const file of ['react.app.jsx', 'react.page.jsx'])
          copyFileSync(join(import.meta.dirname, file), join(folder, file));
        await esbuild({ folder, entries: { page: 'react.page.jsx' }, out: 'out', mode: 'development' });
        await build({ absWorkingDir: folder, entryPoints: ['react.app.jsx'], outdir: '.', jsx: 'automatic' });
        site = await serveFolder(folder);
      });

      afterAll(() => {
        site.close();
      });

      const open = async (html = '', scripted = true): Promise<void> => {
        const script = scripted ? '<script type="module" src="/out/page.js"></script>' : '';
        project.write('page.html', `<!doctype html><script>${ANSWERS}</script>${script}<div id="root">${html}</div>`);
        ({ page, messages } = await openPage(browser, `${site.origin}/page.html`));
      };
      /** Opens a page with what Node rendered in it. */
      const openRendered = async ({ scripted }: { scripted: boolean }): Promise<void> => {
        const html = await project.run(`
        import { createElement } from 'react';
        import { renderToString } from 'react-dom/server';
        import { newSeen, Page } from './react.app.js';
        process.stdout.write(renderToString(createElement(Page, { seen: newSeen() })));`);
        const attributes = 'class="field" lang="de" [^>]*validate-on="blur" when-unavailable="block" debounce="100"';
        assert.match(html, new RegExp(`<email-verify ${attributes}>`));
        await open(html, scripted);
      };
      /** Hydrates the page, which must keep its input. */
      const hydrate = async (): Promise<void> => {
        await page.waitForFunction('window.hydrate');
        await page.evaluate(`before = document.querySelector('input'); hydrate();`);
        await page.waitForFunction('seen.refs.length > 0');
        assert.equal(await page.evaluate(`document.querySelector('input') === before`), true);
      };
      const render = (options = '{}'): Promise<unknown> => page.evaluate(`render(${options})`);
      const seen = (): Promise<Seen> => page.evaluate('seen') as Promise<Seen>;
      const property = (name: string): Promise<unknown> =>
        page.evaluate(`document.querySelector('email-verify').${name}`);

      beforeEach(() => open());

      afterEach(async () => {
        assert.deepEqual([...withoutNotices(messages), ...(await seen()).errors], []);
        await page.close();
      });

      test('renders the element with its options, and React’s own props', async () => {
        await render();
        await page.waitForSelector('email-verify');
        assert.equal(await property('validateOn'), 'blur');
        assert.equal(await property('debounce'), 100);
        assert.equal(await property('className'), 'field');
        assert.equal(await property('lang'), 'de');
        assert.equal(await property('hidden'), false);
        assert.equal(await property('dataset.testid'), 'field');
        assert.equal(await property(`getAttribute('when-unavailable')`), 'block');
        assert.equal(await property(`style.getPropertyValue('--email-verify-accent')`), 'rebeccapurple');
      });

      test('leaves an option at its default when it is undefined, null or taken away', async () => {
        await render(`{ block: 'risky', typos: 'off', debounce: 50, messageTarget: 'words', override: true }`);
        await page.waitForSelector('email-verify');
        assert.deepEqual([await property('block'), await property('typos')], ['risky', 'off']);
        assert.equal(await property(`getAttribute('message-target')`), 'words');
        await render(`{ block: null, debounce: undefined }`);
        await page.waitForFunction(`!document.querySelector('email-verify').hasAttribute('message-target')`);
        for (const name of ['for', 'message-target'])
          assert.equal(await property(`hasAttribute('${name}')`), false, name);
        await page.evaluate(`answer = 'invalid'`);
        await typeInto(page, 'anna@harbour-shop.com');
        await blur(page);
        await page.waitForFunction('seen.verdicts.length > 0');
        assert.equal(await page.evaluate('lastDecision'), 'block');
      });

      test('gives its events and its ref', async () => {
        await render();
        await page.waitForSelector('input');
        await typeInto(page, 'anna@harbour-shop.com');
        await blur(page);
        await page.waitForFunction('seen.verdicts.length > 0');
        assert.deepEqual((await seen()).verdicts, ['valid']);
        assert.equal((await seen()).refs.at(-1), 'email-verify');
        assert.equal((await seen()).clicks, 1);
      });

      test('calls the newest handler, and shows the newest messages', async () => {
        await render();
        await page.waitForSelector('input');
        await render(
          `{ messages: { risky: 'Hm.' }, onVerdict: ({ verdict }) => seen.verdicts.push('new ' + verdict.status) }`,
        );
        await page.evaluate(`answer = 'risky'`);
        await typeInto(page, 'anna@harbour-shop.com');
        await blur(page);
        await page.waitForFunction(`part('message') === 'Hm.'`);
        assert.deepEqual((await seen()).verdicts, ['new risky']);
        await render();
        await page.waitForFunction(`part('message') && part('message') !== 'Hm.'`);
      });

      test('lets a controlled input follow a fix', async () => {
        await render();
        await page.waitForSelector('input');
        await typeInto(page, 'anna@gmial.com');
        await blur(page);
        await page.waitForFunction(`document.querySelector('output').textContent === 'anna@gmail.com'`);
        assert.equal(await page.$eval('input', ({ value }) => value), 'anna@gmail.com');
      });

      test('sends the form once, with the pressed button, when the verdict is there', async () => {
        await page.evaluate('holdAnswers()');
        await render();
        await page.waitForSelector('input');
        await typeInto(page, 'anna@harbour-shop.com');
        await page.click('button[value=paid]');
        await page.waitForFunction('asked.length > 0');
        assert.deepEqual((await seen()).sent, []);
        await page.evaluate('releaseAnswers()');
        await page.waitForFunction('seen.sent.length > 0');
        await new Promise((resolve) => setTimeout(resolve, 50));
        const { sent } = await seen();
        assert.deepEqual(
          sent.map(({ email, plan }) => [email, plan]),
          [['anna@harbour-shop.com', 'paid']],
        );
      });

      test('renders in Node what it hydrates without a message, around an address typed before the script came', async () => {
        await page.close();
        await openRendered({ scripted: false });
        await typeInto(page, 'anna');
        await page.addScriptTag({ type: 'module', url: '/out/page.js' });
        await hydrate();
        await page.type('input', '@gmial.com');
        await blur(page);
        await page.waitForFunction('seen.verdicts.length > 0');
        assert.equal(await page.$eval('output', ({ textContent }) => textContent), 'anna@gmail.com');
        assert.deepEqual((await seen()).verdicts, ['valid']);
      });

      test('hydrates without a message long after the element was registered and the field focused', async () => {
        await page.close();
        await openRendered({ scripted: true });
        await page.waitForFunction('window.hydrate');
        await page.click('input');
        await new Promise((resolve) => setTimeout(resolve, 200));
        await hydrate();
        await page.type('input', 'anna@gmial.com');
        await blur(page);
        await page.waitForFunction(`document.querySelector('output').textContent === 'anna@gmail.com'`);
      });

      test('takes all of it away again', async () => {
        await render();
        await page.waitForSelector('input');
        await typeInto(page, 'anna@harbour-shop.com');
        await blur(page);
        await page.waitForFunction('seen.verdicts.length > 0');
        await page.evaluate('unmount()');
        await page.waitForFunction(`document.getElementById('root').innerHTML === ''`);
        assert.equal((await seen()).refs.at(-1), null);
      });
    });
  }
});
