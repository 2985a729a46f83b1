/** Every entry point does its work from the packed package: in Node, and in a page by each bundler, with tree shaking. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type Browser, closePage, openPage, startBrowser } from './support/browser.js';
import { BUNDLERS } from './support/bundlers.js';
import { sample } from '../support/whole.js';
import { serveFolder } from './support/folder-site.js';
import { usePacked, type Packed, type Project } from './support/packed.js';

const field = '<label>Email <input type="email" name="email"></label>';
const element = `<email-verify>${field}</email-verify>`;

/** A page for each entry point that is for a page: its script, and its body. */
const PAGES: Record<string, { script: string; body: string }> = {
  define: { script: `import 'email-verify-element/define';`, body: element },
  loader: {
    script: `import { startLoader } from 'email-verify-element/loader';
      startLoader();`,
    body: field,
  },
  index: {
    script: `import { EmailVerifyElement } from 'email-verify-element';
      customElements.define('email-verify', EmailVerifyElement);`,
    body: element,
  },
  // Imported for the registration alone: nothing of the module is used.
  'react-unused': { script: `import 'email-verify-element/react';`, body: element },
  'vue-unused': { script: `import 'email-verify-element/vue';`, body: element },
  react: {
    script: `import { createElement as h } from 'react';
      import { createRoot } from 'react-dom/client';
      import { EmailVerify } from 'email-verify-element/react';
      createRoot(document.querySelector('main')).render(
        h(EmailVerify, null, h('label', null, 'Email ', h('input', { type: 'email', name: 'email' }))));`,
    body: '<main></main>',
  },
  vue: {
    script: `import { createApp, h } from 'vue';
      import { EmailVerify } from 'email-verify-element/vue';
      createApp(() => h(EmailVerify, () => h('label', ['Email ', h('input', { type: 'email', name: 'email' })]))).mount('main');`,
    body: '<main></main>',
  },
  'test-harness': {
    script: `import 'email-verify-element/define';
      import { leave, settled, type } from 'email-verify-element/test-harness';
      window.harness = { leave, settled, type };`,
    body: element,
  },
  address: {
    script: `import { suggest } from 'email-verify-element/address';
      window.suggested = suggest('anna@gmial.com').address;`,
    body: element,
  },
};

/** Before all else: answers every check, and notes the verdicts. */
const ANSWERS = `
  window.verdicts = [];
  document.addEventListener('email-verify-check', (event) => {
    event.respondWith({ email: event.email, status: 'valid', quality: 'safe', sub_status: [], did_you_mean: null });
  });
  document.addEventListener('email-verify-verdict', ({ verdict }) => window.verdicts.push([verdict.email, verdict.status]));`;

describe('the entry points of the packed package', () => {
  let packed: Packed;
  let project: Project;
  let browser: Browser;
  let site: { origin: string; close: () => void };

  beforeAll(async () => {
    packed = usePacked();
    browser = await startBrowser();
    project = await packed.install('react', 'react-dom', 'vue');
    site = await serveFolder(project.folder);
    for (const [name, { script }] of Object.entries(PAGES)) project.write(`${name}.js`, script);
  });

  afterAll(async () => {
    site.close();
    await browser.close();
    packed.remove();
  });

  test('each one loads in Node, where there is no document', async () => {
    const program = `const loaded = [];
      for (const name of ${JSON.stringify(packed.entryPoints)}) loaded.push([name, Object.keys(await import(name))]);
      console.log(JSON.stringify(loaded));`;
    const exported = Object.fromEntries(JSON.parse(await project.run(program)) as [string, string[]][]);
    assert.deepEqual(Object.keys(exported), packed.entryPoints);
    for (const [name, keys] of Object.entries(exported))
      assert.equal(keys.length > 0, !name.includes('/markup/'), name);
    assert.deepEqual(exported['email-verify-element/react'], ['EmailVerify', 'useEmailVerify']);
    assert.deepEqual(exported['email-verify-element/vue'], ['EmailVerify', 'useEmailVerify']);
  });

  test('the file for React starts with its directive', () => {
    assert.match(readFileSync(join(project.home, 'dist/react/index.js'), 'utf8'), /^'use client';/);
  });

  for (const [bundler, bundle] of sample(Object.entries(BUNDLERS), 4)) {
    describe(`bundled by ${bundler}`, () => {
      beforeAll(async () => {
        const entries = Object.fromEntries(Object.keys(PAGES).map((name) => [name, `${name}.js`]));
        await bundle({ folder: project.folder, entries, out: `${bundler}-out` });
      });

      for (const [name, { body }] of Object.entries(PAGES)) {
        test(`${name}: a typed address gets its verdict`, async () => {
          const script = `${bundler}-out/${name}.js`;
          project.write(
            'page.html',
            `<!doctype html><script>${ANSWERS}</script>${body}<script type="module" src="/${script}"></script>`,
          );
          const { page, messages } = await openPage(browser, `${site.origin}/page.html`);
          if (name === 'address') {
            assert.equal(await page.evaluate('window.suggested'), 'anna@gmail.com');
            await closePage(page);
            return;
          }
          await page.waitForSelector('input');
          if (name === 'test-harness') {
            await page.evaluate(`(async () => {
              const input = document.querySelector('input');
              harness.type(input, 'anna@harbour-shop.com');
              harness.leave(input);
              await harness.settled(document.querySelector('email-verify'));
            })()`);
          } else {
            // At once, as a browser fills it in: a pause between two keys would have half an address checked.
            await page.focus('input');
            await page.keyboard.sendCharacter('anna@harbour-shop.com');
            await page.keyboard.press('Tab');
          }
          await page.waitForFunction('window.verdicts.length > 0');
          assert.deepEqual(await page.evaluate('window.verdicts'), [['anna@harbour-shop.com', 'valid']]);
          assert.deepEqual(messages, []);
          await closePage(page);
        });
      }
    });
  }
});
