/** The built classic script where `document.currentScript` is not its tag: in modules, bundles and tag managers. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import { build as esbuild } from 'esbuild';
import { whole } from '../support/whole.js';
import { type Browser, closePage, openPage, startBrowser, typeAddress, waitForSign } from './support/browser.js';
import { webpack } from './support/bundlers.js';
import { ELEMENT, loaders, readScript, startScripts, type Scripts } from './support/scripts.js';
import { startSite, type Site } from './support/site.js';

const FIELD = '<form method="post"><label>Email <input type="email" name="email"></label><button>Join</button></form>';

/** A text for a script in HTML. */
const quote = (text: string): string => JSON.stringify(text).replaceAll('</', '<\\/');

describe('the classic script', () => {
  const folder = mkdtempSync(join(tmpdir(), 'email-verify-'));
  const loader = join(import.meta.dirname, '../../dist/cdn', loaders.classic);
  const text = readScript(loaders.classic);
  let scripts: Scripts;
  let site: Site;
  let browser: Browser;
  let html = '';

  beforeAll(async () => {
    scripts = await startScripts(() => '');
    site = await startSite(
      () => html,
      // As on many hosts, the page is there in place of a file that is not.
      (path) =>
        path.endsWith('.js') && existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : null,
    );
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await site.close();
    scripts.close();
    rmSync(folder, { recursive: true });
  });

  beforeEach(() => {
    scripts.requests.length = site.submissions.length = 0;
  });

  const settings = (more = {}): string =>
    `<script>window.emailVerify = ${JSON.stringify({ endpoint: `${scripts.origin}/verify/`, hold: 60_000, ...more })}</script>`;

  /** A page with the field, the settings and this. */
  const stand = (script: string, more = {}): void => {
    html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Join</title>${settings(more)}${FIELD}${script}`;
  };

  /** Types an address and sends it; gives the files of the element that were asked for. Errors of scripts fail the test. */
  const use = async (): Promise<string[]> => {
    const { page, messages } = await openPage(browser, site.origin);
    await page.waitForFunction('window.emailVerify?.attach');
    await typeAddress(page, 'anna@harbour-shop.com');
    await page.keyboard.press('Tab');
    await waitForSign(page, 'valid');
    await Promise.all([page.waitForNavigation(), page.click('button')]);
    assert.deepEqual(site.submissions, [{ email: 'anna@harbour-shop.com', 'email-verification': 'r' }]);
    assert.deepEqual(
      // A folder of another script has no element.
      messages.filter((message) => !/Failed to load (resource|module script)/.test(message)),
      [],
    );
    await closePage(page);
    return scripts.requests.filter((path) => ELEMENT.test(path));
  };

  const insert = (lines: string): string => `<script>{
    const script = document.createElement('script');
    ${lines}
    document.head.append(script);
  }</script>`;

  /** Each way runs the text of the script in the page. */
  const ways: Record<string, () => string | Promise<string>> = {
    'imported by a module': () => `<script type="module">import '${scripts.origin}/${loaders.classic}';</script>`,
    'imported when the page is idle': () => `<script>import('${scripts.origin}/${loaders.classic}')</script>`,
    'evaluated in a timeout': () => `<script>setTimeout(${quote(text)})</script>`,
    'evaluated at once': () => `<script>(0, eval)(${quote(text)})</script>`,
    'made a function': () => `<script type="module">new Function(${quote(text)})()</script>`,
    'injected as inline text': () => insert(`script.text = ${quote(text)};`),
    'injected as inline text by a timeout, and taken away': () =>
      `<script>setTimeout(() => { const script = document.createElement('script'); script.text = ${quote(text)};
        document.head.append(script); script.remove(); })</script>`,
    'injected as a data: URL': () =>
      insert(`script.src = 'data:text/javascript;charset=utf-8,' + encodeURIComponent(${quote(text)});`),
    'injected as a blob: URL': () =>
      insert(`script.src = URL.createObjectURL(new Blob([${quote(text)}], { type: 'text/javascript' }));`),
    'written by document.write()': () => `<script>document.write('<script>' + ${quote(text)} + '<\\/script>')</script>`,
    'in a shadow tree': () => `<div></div><script>{
      const script = document.createElement('script');
      script.text = ${quote(text)};
      document.querySelector('div').attachShadow({ mode: 'open' }).append(script);
    }</script>`,
    'beside an image that is named currentScript': () =>
      `<img name="currentScript" src="https://evil.example/a.js" alt="" hidden>${insert(`script.text = ${quote(text)};`)}`,
    'beside the tag of another vendor': () =>
      `<script type="text/plain" data-endpoint="https://other.example/"></script><script>setTimeout(${quote(text)})</script>`,
    'evaluated by a script of a tag manager': () => {
      writeFileSync(join(folder, 'manager.js'), `(0, eval)(${quote(text)})`);
      return '<script src="/manager.js?id=TM-1"></script>';
    },
    'bundled by esbuild as a classic script': async () => {
      await esbuild({ entryPoints: [loader], bundle: true, outfile: join(folder, 'classic.js'), logLevel: 'silent' });
      return '<script src="/classic.js"></script>';
    },
    'bundled by esbuild as a module': async () => {
      const outfile = join(folder, 'module.js');
      await esbuild({ entryPoints: [loader], bundle: true, format: 'esm', outfile, logLevel: 'silent' });
      return '<script type="module" src="/module.js"></script>';
    },
    ...(whole && {
      'bundled by webpack': async () => {
        await webpack({ folder, entries: { webpack: relative(folder, loader) }, out: '.', mode: 'development' });
        return '<script src="/webpack.js" defer></script>';
      },
    }),
  };

  for (const [way, script] of Object.entries(ways))
    test(`checks addresses when it is ${way}: the element comes from the edge’s host`, async () => {
      stand(await script());
      assert.deepEqual(await use(), ['/email-verify-element.js']);
    });

  for (const way of ['evaluated in a timeout', 'imported by a module', 'evaluated by a script of a tag manager'])
    test(`takes the element from \`src\` when it is ${way}`, async () => {
      stand(await ways[way]!(), { src: `${scripts.origin}/1.2.3/email-verify.js` });
      assert.deepEqual(await use(), ['/1.2.3/email-verify-element.js']);
    });

  test('lets the form go, and throws nothing, where neither is a URL', async () => {
    html = `<!doctype html><title>Join</title><script>window.emailVerify = { endpoint: 'https://[' }</script>${FIELD}
      ${await ways['evaluated in a timeout']!()}`;
    const { page, messages } = await openPage(browser, site.origin);
    await page.waitForFunction('window.emailVerify?.attach');
    await typeAddress(page, 'anna@harbour-shop.com');
    await Promise.all([page.waitForNavigation(), page.click('button')]);
    assert.deepEqual(site.submissions, [{ email: 'anna@harbour-shop.com' }]);
    assert.match(messages.join('\n'), /^<email-verify> did not load[^\n]*$/);
    await closePage(page);
  });
});
