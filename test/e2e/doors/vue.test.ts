/** The door for Vue, from the packed package. */
import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from 'vitest';
import type { Browser, Page } from 'puppeteer-core';
import { openPage, startBrowser } from '../support/browser.js';
import { esbuild } from '../support/bundlers.js';
import { serveFolder } from '../support/folder-site.js';
import { packPackage, type Packed, type Project } from '../support/packed.js';
import { ANSWERS, blur, type as typeInto, withoutNotices } from './support.js';

interface Seen {
  verdicts: string[];
  warnings: string[];
  sent: Record<string, string>[];
  clicks: number;
}

describe('the door for Vue', () => {
  let packed: Packed;
  let project: Project;
  let browser: Browser;
  let site: { origin: string; close: () => void };
  let page: Page;
  let messages: string[];

  beforeAll(async () => {
    [packed, browser] = await Promise.all([packPackage(), startBrowser()]);
    project = await packed.install('vue');
    for (const file of ['vue.app.js', 'vue.page.js'])
      copyFileSync(join(import.meta.dirname, file), join(project.folder, file));
    await esbuild({ folder: project.folder, entries: { page: 'vue.page.js' }, out: 'out', mode: 'development' });
    site = await serveFolder(project.folder);
  });

  afterAll(async () => {
    site.close();
    await browser.close();
    packed.remove();
  });

  const open = async (html = '', scripted = true): Promise<void> => {
    const script = scripted ? '<script type="module" src="/out/page.js"></script>' : '';
    project.write('page.html', `<!doctype html><script>${ANSWERS}</script>${script}<div id="root">${html}</div>`);
    ({ page, messages } = await openPage(browser, `${site.origin}/page.html`));
  };
  /** Opens a page with what Node rendered in it. */
  const openRendered = async ({ scripted }: { scripted: boolean }): Promise<void> => {
    const html = await project.run(`
      import { renderToString } from 'vue/server-renderer';
      import { createPage, newSeen } from './vue.app.js';
      const seen = newSeen();
      process.stdout.write(await renderToString(createPage({ seen, options: {} })) + seen.warnings);`);
    assert.match(
      html,
      /<email-verify validate-on="blur" debounce="100" when-unavailable="block" class="field" lang="de" [^>^]*>/,
    );
    await open(html, scripted);
  };
  /** Hydrates the page, which must keep its input. */
  const hydrate = async (): Promise<void> => {
    await page.waitForFunction('window.hydrate');
    await page.evaluate(`before = document.querySelector('input'); hydrate();`);
    assert.equal(await page.evaluate(`document.querySelector('input') === before`), true);
  };
  const render = (options = '{}'): Promise<unknown> => page.evaluate(`render(${options})`);
  const seen = (): Promise<Seen> => page.evaluate('seen') as Promise<Seen>;
  const property = (name: string): Promise<unknown> => page.evaluate(`document.querySelector('email-verify').${name}`);

  beforeEach(() => open());

  afterEach(async () => {
    assert.deepEqual([...withoutNotices(messages), ...(await seen()).warnings], []);
    await page.close();
  });

  test('renders the element with its options, and the attributes of any element', async () => {
    await render();
    assert.equal(await property('validateOn'), 'blur');
    assert.equal(await property('debounce'), 100);
    assert.equal(await property('className'), 'field');
    assert.equal(await property('lang'), 'de');
    assert.equal(await property('hidden'), false);
    assert.equal(await property('dataset.testid'), 'field');
    assert.equal(await property(`getAttribute('when-unavailable')`), 'block');
    for (const name of ['for', 'block', 'warn', 'message-target', 'override'])
      assert.equal(await property(`hasAttribute('${name}')`), false, name);
  });

  test('leaves an option at its default when it is undefined, null or taken away', async () => {
    await render(`{ block: 'risky', typos: 'off', debounce: 50, messageTarget: 'words', override: true }`);
    assert.deepEqual([await property('block'), await property('typos')], ['risky', 'off']);
    assert.deepEqual([await property('debounce'), await property('override')], [50, true]);
    assert.equal(await property(`getAttribute('message-target')`), 'words');
    await render(`{ block: null, debounce: undefined }`);
    await page.waitForFunction(`!document.querySelector('email-verify').hasAttribute('message-target')`);
    assert.deepEqual([await property('typos'), await property('override')], ['fix', false]);
    await page.evaluate(`answer = 'invalid'`);
    await typeInto(page, 'anna@harbour-shop.com');
    await blur(page);
    await page.waitForFunction('seen.verdicts.length > 0');
    assert.equal(await page.evaluate('lastDecision'), 'block');
  });

  test('gives its events, and the element to a template ref', async () => {
    await render();
    await typeInto(page, 'anna@harbour-shop.com');
    await blur(page);
    await page.waitForFunction('seen.verdicts.length > 0');
    assert.deepEqual((await seen()).verdicts, ['valid']);
    assert.equal((await seen()).clicks, 1);
    assert.equal(await page.evaluate('field.element.receipt()'), null);
  });

  test('calls the newest handler, and shows the newest messages', async () => {
    await render();
    await render(`{ messages: { risky: 'Hm.' } }`);
    await page.evaluate(`answer = 'risky'`);
    await typeInto(page, 'anna@harbour-shop.com');
    await blur(page);
    await page.waitForFunction(`part('message') === 'Hm.'`);
    await render();
    await page.waitForFunction(`part('message') && part('message') !== 'Hm.'`);
  });

  test('lets v-model follow a fix', async () => {
    await render();
    await typeInto(page, 'anna@gmial.com');
    await blur(page);
    await page.waitForFunction(`document.querySelector('output').textContent === 'anna@gmail.com'`);
    assert.equal(await page.$eval('input', ({ value }) => value), 'anna@gmail.com');
  });

  test('sends the form once, with the pressed button, when the verdict is there', async () => {
    await page.evaluate('holdAnswers()');
    await render();
    await typeInto(page, 'anna@harbour-shop.com');
    await page.click('button[value=paid]');
    await page.waitForFunction('asked.length > 0');
    assert.deepEqual((await seen()).sent, []);
    await page.evaluate('releaseAnswers()');
    await page.waitForFunction('seen.sent.length > 0');
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepEqual(
      (await seen()).sent.map(({ email, plan }) => [email, plan]),
      [['anna@harbour-shop.com', 'paid']],
    );
  });

  test('renders in Node what it hydrates without a message, around an address typed before the script came', async () => {
    await page.close();
    await openRendered({ scripted: false });
    await typeInto(page, 'anna');
    await page.addScriptTag({ type: 'module', url: '/out/page.js' });
    await hydrate();
    // Vue itself sets what v-model holds.
    assert.equal(await page.$eval('input', ({ value }) => value), '');
    await page.type('input', 'anna@gmial.com');
    await blur(page);
    await page.waitForFunction('seen.verdicts.length > 0');
    assert.deepEqual((await seen()).verdicts, ['valid']);
    assert.equal(await page.$eval('input', ({ value }) => value), 'anna@gmail.com');
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
    await typeInto(page, 'anna@harbour-shop.com');
    await blur(page);
    await page.waitForFunction('seen.verdicts.length > 0');
    await page.evaluate('unmount()');
    await page.waitForFunction(`document.getElementById('root').innerHTML === ''`);
  });
});
