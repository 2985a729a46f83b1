/** The field of `ownership` in forms of React and Vue, from the packed package: what renderings leave of it. */
import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import { withoutNotices } from '../doors/components/support.js';
import { type Browser, closePage, openPage, startBrowser } from '../e2e/support/browser.js';
import { bundle } from './support/bundles.js';
import { startLocalSite, whole, type LocalSite } from './support/local-site.js';
import { eventually } from './support/visitor.js';

const here = import.meta.dirname;
const folder = join(here, 'node_modules/.ownership');

const TOKEN = 'email-verification-token';
const NONCE = 'b1946ac92492d2347c6235b4d2611184';
const OTHER_NONCE = 'd41d8cd98f00b204e9800998ecf8427e';
const EMAIL = 'valid@harbour.example';

const BODY = `<script>nonce = '${NONCE}'</script><div id="root"></div>`;

describe.each(['react.jsx', 'vue.js'])('the field of ownership in %s', (file) => {
  let site: LocalSite;
  let browser: Browser;
  let page: Page;
  let messages: string[];

  beforeAll(async () => {
    const out = join(folder, file);
    await rm(out, { recursive: true, force: true });
    await bundle([join(here, 'sites/ownership', file)], out);
    const scripts = (await readdir(out)).map((name) => [`/${name}`, join(out, name)]);
    site = await startLocalSite(Object.fromEntries(scripts) as Record<string, string>);
    const script = `<script type="module" src="/${file.replace('.jsx', '.js')}"></script>`;
    site.pages.set('/', whole(BODY + script));
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    site.close();
  });

  /** Opens the page and comes to the field. */
  beforeEach(async () => {
    site.posts.length = 0;
    ({ page, messages } = await openPage(browser, `${site.origin}/`));
    await page.waitForFunction('globalThis.change');
    await page.focus('[name=email]');
    await isOffered();
    return async () => {
      assert.deepEqual(withoutNotices(messages), []);
      await closePage(page);
    };
  });

  /** The nonces of the form's hidden fields, as Chrome reads them. */
  const offered = (): Promise<(string | null)[]> =>
    page.$$eval(`form [type=hidden][name=${TOKEN}][autocomplete=${TOKEN}]`, (fields) =>
      fields.map((field) => field.getAttribute('nonce')),
    );
  const isOffered = (nonces: string[] = [NONCE]): Promise<void> =>
    eventually(async () => {
      assert.deepEqual(await offered(), nonces);
    });
  /** Fills in the field as Chrome does, without an event. */
  const fillIn = (token: string): Promise<void> =>
    page.$eval(`[name=${TOKEN}]`, (field, value) => void ((field as HTMLInputElement).value = value), token);
  const token = (): Promise<string | undefined> =>
    page.$$eval(`form [name=${TOKEN}]`, (fields) => fields.map((field) => (field as HTMLInputElement).value).at(0));
  const change = async (more: object): Promise<void> => {
    await page.evaluate((state) => {
      (globalThis as unknown as { change: (more: object) => void }).change(state);
    }, more);
    // Both frameworks render in a later task.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  };

  test('keeps nonce and token when the form is rendered again, around the field too', async () => {
    await page.type('[name=email]', EMAIL);
    await fillIn('a token');
    for (const hint of ['one', 'two', '']) {
      await change({ hint });
      await isOffered();
      assert.equal(await token(), 'a token', hint);
    }
    await page.click('button');
    await eventually(() => {
      assert.deepEqual([site.posts[0]?.data[TOKEN], site.posts[0]?.data['email']], ['a token', EMAIL]);
    });
  });

  test('goes with its prop, comes with it, and has no token of another nonce', async () => {
    await page.type('[name=email]', EMAIL);
    await fillIn('a token');
    await change({ ownership: OTHER_NONCE });
    await isOffered([OTHER_NONCE]);
    assert.equal(await token(), '');
    for (const none of [null, '']) {
      await change({ ownership: none });
      await isOffered([]);
      assert.equal(await token(), undefined);
      await change({ ownership: NONCE });
      await isOffered();
    }
    assert.equal(await page.$eval('[name=email]', (input) => (input as HTMLInputElement).value), EMAIL);
  });

  test('is one, and is there, after the element or the form was made anew', async () => {
    await change({ keyed: 1 });
    await page.type('[name=email]', EMAIL);
    await isOffered();
    await change({ made: 1 });
    await page.focus('[name=email]');
    await isOffered();
  });
});
