/** The door for Vue, from the packed package. */
import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from 'vitest';
import { type Browser, closePage, startBrowser } from '../../e2e/support/browser.js';
import { esbuild } from '../../e2e/support/bundlers.js';
import { serveFolder } from '../../e2e/support/folder-site.js';
import { usePacked, type Packed, type Project } from '../../e2e/support/packed.js';
import { testOwnInterface } from './own-interface.js';
import { blur, Door, testDoor, type, withoutNotices, type Noted } from './support.js';

interface Seen extends Noted {
  warnings: string[];
}

describe('the door for Vue', () => {
  let packed: Packed;
  let project: Project;
  let browser: Browser;
  let site: { origin: string; close: () => void };
  let door: Door<Seen>;

  beforeAll(async () => {
    packed = usePacked();
    browser = await startBrowser();
    project = await packed.install('vue');
    for (const file of ['vue.app.js', 'vue.page.js'])
      copyFileSync(join(import.meta.dirname, file), join(project.folder, file));
    await esbuild({ folder: project.folder, entries: { page: 'vue.page.js' }, out: 'out', mode: 'development' });
    site = await serveFolder(project.folder);
    door = new Door(browser, project, site.origin);
  });

  afterAll(async () => {
    site.close();
    await browser.close();
    packed.remove();
  });

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
    await door.open(html, scripted);
  };
  beforeEach(() => door.open());

  afterEach(async () => {
    assert.deepEqual([...withoutNotices(door.messages), ...(await door.seen()).warnings], []);
    await closePage(door.page);
  });

  test('leaves the attributes of unset options away', async () => {
    await door.render();
    for (const name of ['for', 'block', 'warn', 'message-target', 'override'])
      assert.equal(await door.property(`hasAttribute('${name}')`), false, name);
  });

  test('gives its events, and the element to a template ref', async () => {
    await door.render();
    await door.enter('anna@harbour-shop.com');
    assert.deepEqual((await door.seen()).verdicts, ['valid']);
    assert.equal((await door.seen()).clicks, 1);
    assert.equal(await door.page.evaluate('field.element.receipt()'), 'the receipt');
  });

  testDoor(() => door);
  for (const [model, render] of [
    ['component', 'renderOwn()'],
    ['input', 'renderOwnInput()'],
  ] as const)
    describe(`with v-model on the ${model}`, () => {
      testOwnInterface(() => door, render);
    });

  test('v-model on the component is the address in its input, after a fix too', async () => {
    await door.page.evaluate('renderOwn()');
    await door.page.waitForSelector('#own');
    await type(door.page, 'anna@gmial.com');
    assert.equal(await door.page.$eval('#model', ({ textContent }) => textContent), 'anna@gmial.com');
    await blur(door.page);
    await door.page.waitForFunction(`document.getElementById('model').textContent === 'anna@gmail.com'`);
    await door.page.click('#clear');
    await door.page.waitForFunction(`document.querySelector('input').value === ''`);
  });

  test('v-model on the component leaves text alone that an input method is composing', async () => {
    await door.page.evaluate(`renderOwn(); answer = 'risky'`);
    await door.page.waitForSelector('#own');
    await type(door.page, 'anna@harbour-shop.com');
    await blur(door.page);
    await door.page.waitForSelector('input.risky');
    await door.page.focus('input');
    await door.page.keyboard.press('End');
    const session = await door.page.createCDPSession();
    await session.send('Input.imeSetComposition', { text: '.au', selectionStart: 3, selectionEnd: 3 });
    // The state is rendered while the text is composed.
    await door.page.waitForSelector('input.idle');
    assert.equal(await door.page.$eval('input', ({ value }) => value), 'anna@harbour-shop.com.au');
    await session.send('Input.insertText', { text: '.au' });
    await door.page.waitForFunction(`document.getElementById('model').textContent === 'anna@harbour-shop.com.au'`);
  });

  test('v-model on the component takes what was typed before the page was hydrated', async () => {
    const html = await project.run(`
      import { createSSRApp } from 'vue';
      import { renderToString } from 'vue/server-renderer';
      import { OwnForm } from './vue.app.js';
      process.stdout.write(await renderToString(createSSRApp(OwnForm)));`);
    await closePage(door.page);
    await door.open(html, false);
    await type(door.page, 'anna@harbour-shop.com');
    await door.page.addScriptTag({ type: 'module', url: '/out/page.js' });
    await door.page.waitForFunction('window.hydrateOwn');
    await door.page.evaluate('hydrateOwn()');
    await door.page.waitForFunction(`document.getElementById('model').textContent === 'anna@harbour-shop.com'`);
    assert.equal(await door.page.$eval('input', ({ value }) => value), 'anna@harbour-shop.com');
  });

  test('renders in Node what it hydrates without a message, around an address typed before the script came', async () => {
    await closePage(door.page);
    await openRendered({ scripted: false });
    await type(door.page, 'anna');
    await door.page.addScriptTag({ type: 'module', url: '/out/page.js' });
    await door.hydrate();
    // Vue itself sets what v-model holds.
    assert.equal(await door.page.$eval('input', ({ value }) => value), '');
    await door.page.type('input', 'anna@gmial.com');
    await blur(door.page);
    await door.page.waitForFunction('seen.verdicts.length > 0');
    assert.deepEqual((await door.seen()).verdicts, ['valid']);
    assert.equal(await door.page.$eval('input', ({ value }) => value), 'anna@gmail.com');
  });

  test('hydrates without a message long after the element was registered and the field focused', async () => {
    await closePage(door.page);
    await openRendered({ scripted: true });
    await door.page.waitForFunction('window.hydrate');
    await door.page.click('input');
    // Whatever the element does by itself after a focus needs time to be done, and nothing tells that there is no more.
    await new Promise((resolve) => setTimeout(resolve, 200));
    await door.hydrate();
    await door.page.type('input', 'anna@gmial.com');
    await blur(door.page);
    await door.page.waitForFunction(`document.querySelector('output').textContent === 'anna@gmail.com'`);
  });

  test('takes all of it away again', async () => {
    await door.render();
    await door.enter('anna@harbour-shop.com');
    await door.page.evaluate('unmount()');
    await door.page.waitForFunction(`document.getElementById('root').innerHTML === ''`);
  });
});
