/** The door for React, from the packed package, in React 19 and 18. */
import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from 'vitest';
import { build } from 'esbuild';
import { bring } from '../../../scripts/bring.mjs';
import { becomeIdle, type Browser, closePage, startBrowser } from '../../e2e/support/browser.js';
import { esbuild } from '../../e2e/support/bundlers.js';
import { sample } from '../../support/whole.js';
import { serveFolder } from '../../e2e/support/folder-site.js';
import { root } from '../../support/manifest.js';
import { usePacked, type Packed, type Project } from '../../e2e/support/packed.js';
import { testOwnInterface } from './own-interface.js';
import { blur, Door, testDoor, type, withoutNotices, type Noted } from './support.js';

interface Seen extends Noted {
  errors: string[];
  refs: (string | null)[];
}

/** React 18 with what it depends on, in other versions than React 19. */
const react18 = (): string[] => {
  const folder = relative(join(root, 'node_modules'), bring('test/resources'));
  const names = { 'js-tokens': 'js-tokens', 'loose-envify': 'loose-envify', scheduler: 'scheduler' };
  return Object.entries({ ...names, react: 'react-18', 'react-dom': 'react-dom-18' }).map(
    ([name, source]) => `${name}=${join(folder, source)}`,
  );
};

describe('the door for React', () => {
  let packed: Packed;
  let browser: Browser;

  beforeAll(async () => {
    packed = usePacked();
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser.close();
    packed.remove();
  });

  for (const version of sample(['19', '18'], 2)) {
    describe(`React ${version}`, () => {
      let project: Project;
      let site: { origin: string; close: () => void };
      let door: Door<Seen>;

      beforeAll(async () => {
        project = await packed.install(...(version === '19' ? ['react', 'react-dom'] : react18()));
        const { folder } = project;
        for (const file of ['react.app.jsx', 'react.page.jsx'])
          copyFileSync(join(import.meta.dirname, file), join(folder, file));
        await esbuild({ folder, entries: { page: 'react.page.jsx' }, out: 'out', mode: 'development' });
        await build({ absWorkingDir: folder, entryPoints: ['react.app.jsx'], outdir: '.', jsx: 'automatic' });
        site = await serveFolder(folder);
        door = new Door(browser, project, site.origin);
      });

      afterAll(() => {
        site.close();
      });

      /** Opens a page with what Node rendered in it. */
      const openRendered = async ({ scripted }: { scripted: boolean }): Promise<void> => {
        const html = await project.run(`
        import { createElement } from 'react';
        import { renderToString } from 'react-dom/server';
        import { newSeen, Page } from './react.app.js';
        process.stdout.write(renderToString(createElement(Page, { seen: newSeen() })));`);
        const attributes = 'class="field" lang="de" [^>]*validate-on="blur" when-unavailable="block" debounce="100"';
        assert.match(html, new RegExp(`<email-verify ${attributes}>`));
        await door.open(html, scripted);
      };
      beforeEach(() => door.open());

      afterEach(async () => {
        assert.deepEqual([...withoutNotices(door.messages), ...(await door.seen()).errors], []);
        await closePage(door.page);
      });

      test('passes on a style', async () => {
        await door.render();
        assert.equal(await door.property(`style.getPropertyValue('--email-verify-accent')`), 'rebeccapurple');
      });

      test('gives its events and its ref', async () => {
        await door.render();
        await door.enter('anna@harbour-shop.com');
        assert.deepEqual((await door.seen()).verdicts, ['valid']);
        assert.equal((await door.seen()).refs.at(-1), 'email-verify');
        assert.equal((await door.seen()).clicks, 1);
      });

      test('calls the newest handler', async () => {
        await door.render();
        await door.render(`{ onVerdict: ({ verdict }) => seen.verdicts.push('new ' + verdict.status) }`);
        await door.page.evaluate(`answer = 'risky'`);
        await door.enter('anna@harbour-shop.com');
        assert.deepEqual((await door.seen()).verdicts, ['new risky']);
      });

      testDoor(() => door);
      testOwnInterface(() => door);

      test('an interface of its own keeps its state when its ref is attached anew, as at a Fast Refresh', async () => {
        await door.page.evaluate(`renderOwn({ inline: true }); answer = 'risky'`);
        await door.page.waitForSelector('#own');
        await type(door.page, 'anna@harbour-shop.com');
        await blur(door.page);
        await door.page.waitForFunction(`lastDecision === 'warn'`);
        await becomeIdle(door.page);
        const text = await door.page.$eval('#own', ({ textContent }) => textContent);
        assert.equal((JSON.parse(text) as { status: string }).status, 'risky');
      });

      test('renders in Node what it hydrates without a message, around an address typed before the script came', async () => {
        await closePage(door.page);
        await openRendered({ scripted: false });
        await type(door.page, 'anna');
        await door.page.addScriptTag({ type: 'module', url: '/out/page.js' });
        await door.hydrate('seen.refs.length > 0');
        await door.page.type('input', '@gmial.com');
        await blur(door.page);
        await door.page.waitForFunction('seen.verdicts.length > 0');
        assert.equal(await door.page.$eval('output', ({ textContent }) => textContent), 'anna@gmail.com');
        assert.deepEqual((await door.seen()).verdicts, ['valid']);
      });

      test('hydrates without a message long after the element was registered and the field focused', async () => {
        await closePage(door.page);
        await openRendered({ scripted: true });
        await door.page.waitForFunction('window.hydrate');
        await door.page.click('input');
        // Whatever the element does by itself after a focus needs time to be done, and nothing tells that there is no more.
        await new Promise((resolve) => setTimeout(resolve, 200));
        await door.hydrate('seen.refs.length > 0');
        await door.page.type('input', 'anna@gmial.com');
        await blur(door.page);
        await door.page.waitForFunction(`document.querySelector('output').textContent === 'anna@gmail.com'`);
      });

      test('takes all of it away again', async () => {
        await door.render();
        await door.enter('anna@harbour-shop.com');
        await door.page.evaluate('unmount()');
        await door.page.waitForFunction(`document.getElementById('root').innerHTML === ''`);
        assert.equal((await door.seen()).refs.at(-1), null);
      });
    });
  }
});
