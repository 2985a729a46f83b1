/**
 * Apps that use lit under Trusted Types: the packed modules share their lit, and the script tag's lit keeps out of
 * their policy's way.
 */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type Browser, closePage, openPage, startBrowser, waitForSign } from './support/browser.js';
import { esbuild } from './support/bundlers.js';
import { serveFolder } from './support/folder-site.js';
import { usePacked, type Packed, type Project } from './support/packed.js';

const OWN = `import { html, render } from 'lit';
  render(html\`<p id="own">\${'by lit'}</p>\`, document.body.appendChild(document.createElement('div')));`;
const ANSWERS = `document.addEventListener('email-verify-check', (event) => {
    event.respondWith({ email: event.email, status: 'valid', quality: 'safe', sub_status: [], did_you_mean: null });
  });`;
const FIELD = '<label>Email <input type="email" name="email"></label>';

describe('an app that uses lit, with Trusted Types', () => {
  let packed: Packed;
  let project: Project;
  let browser: Browser;
  let site: { origin: string; close: () => void };

  beforeAll(async () => {
    packed = usePacked();
    project = await packed.install();
    browser = await startBrowser();
    site = await serveFolder(project.folder);
    project.write('answers.js', ANSWERS);
  });

  afterAll(async () => {
    site.close();
    await browser.close();
    packed.remove();
  });

  const check = async (policies: string, markup: string): Promise<number> => {
    const policy = `script-src 'self'; require-trusted-types-for 'script'; trusted-types ${policies}`;
    project.write(
      'page.html',
      `<!doctype html><html lang="en"><title>App</title><meta http-equiv="Content-Security-Policy" content="${policy}">
      <link rel="icon" href="data:,"><script src="/answers.js"></script>${markup}`,
    );
    const { page, messages } = await openPage(browser, `${site.origin}/page.html`);
    await page.waitForSelector('#own');
    await page.focus('input');
    await page.keyboard.sendCharacter('anna@harbour-shop.com');
    await page.keyboard.press('Tab');
    await waitForSign(page, 'valid');
    // The only warning that a development build of lit has for everybody.
    assert.deepEqual(
      messages.filter((message) => !message.startsWith('Lit is in dev mode')),
      [],
    );
    const copies = (await page.evaluate('globalThis.litHtmlVersions.length')) as number;
    await closePage(page);
    return copies;
  };

  for (const mode of ['production', 'development'] as const)
    for (const first of ['app', 'element'])
      test(`has one copy of lit from npm, and no warning, in ${mode}, the ${first} first`, async () => {
        const parts = [OWN, `import 'email-verify-element/define';`];
        project.write('app.js', (first === 'app' ? parts : parts.reverse()).join('\n'));
        await esbuild({ folder: project.folder, entries: { app: 'app.js' }, out: `out-${mode}-${first}`, mode });
        const script = `<script type="module" src="/out-${mode}-${first}/app.js"></script>`;
        const element = `<email-verify placement="bubble">${FIELD}</email-verify>`;
        // In development, lit says so.
        assert.equal(await check('lit-html', element + script), 1);
      });

  for (const first of ['app', 'element'])
    test(`takes the script tag beside its own lit, the ${first} first`, async () => {
      project.write('own.js', OWN);
      await esbuild({ folder: project.folder, entries: { own: 'own.js' }, out: 'out-own' });
      const scripts = [
        '<script type="module" src="/out-own/own.js"></script>',
        '<script type="module" src="/node_modules/email-verify-element/dist/cdn/email-verify.js"></script>',
      ];
      await check('lit-html email-verify', FIELD + (first === 'app' ? scripts : scripts.reverse()).join(''));
    });
});
