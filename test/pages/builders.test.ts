/**
 * The forms of docs/builders, as they stand there, with scripts that submit as the builders' do: what the tables say
 * holds.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import { type Browser, closePage, openPage, startBrowser } from '../e2e/support/browser.js';
import { htmlOf, startLocalSite, whole, type LocalSite } from './support/local-site.js';
import { eventually } from './support/visitor.js';
import { ways, type Way } from './ways.js';

const JQUERY = '<script src="/jquery.js"></script>';
const EMAIL = 'input[type=email]';
const SUBMIT = 'form :is(button, input[type=submit])';

describe('the forms of form builders', () => {
  let site: LocalSite;
  let browser: Browser;
  let page: Page;
  let messages: string[];

  beforeAll(async () => {
    site = await startLocalSite({ '/jquery.js': join(import.meta.dirname, 'node_modules/jquery/dist/jquery.min.js') });
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser.close();
    site.close();
  });

  beforeEach(() => {
    site.posts.length = 0;
  });

  const open = async (html: string): Promise<void> => {
    site.pages.set('/', whole(html));
    ({ page, messages } = await openPage(browser, `${site.origin}/`));
  };

  const isSilent = async (): Promise<void> => {
    assert.deepEqual(messages, []);
    await closePage(page);
  };

  const openForm = async ({ page, form, more, script = '', tag = '' }: Way): Promise<void> => {
    const blocks = await htmlOf(`docs/builders/${page}.md`);
    const block = (title: string): string => {
      const code = blocks.get(title.replace('’', "'"));
      assert.ok(code, `docs/builders/${page}.md: ${title}`);
      // The builder's server, and the page that it would lead to.
      return code.replace(/action="[^"]*"/, 'action="/sent"');
    };
    const head = block('The script').replace('data-endpoint', `${tag} data-endpoint`);
    await open(`${head}${block(form)}${JQUERY}<script>${script}</script>${more ? block(more) : ''}`);
  };

  test('have a page each', () => {
    const pages = readdirSync('docs/builders').map((name) => name.replace('.md', ''));
    assert.deepEqual([...new Set([...ways.map(({ page }) => page), 'iframes'])].sort(), pages.sort());
  });

  for (const way of ways) {
    const { field = EMAIL, button = SUBMIT, sent, unheld } = way;
    const promise = unheld
      ? 'an invalid address is marked, and sent; a typo is fixed'
      : 'an invalid address is not sent; a corrected one is, once, with its receipt';

    test(`${way.page}, ${way.form}: ${promise}`, async () => {
      await openForm(way);
      const enter = async (address: string): Promise<void> => {
        await page.click(field, { count: 3 });
        await page.keyboard.type(address);
        if (unheld) await page.keyboard.press('Tab');
        else await page.click(button);
      };
      await enter('invalid@harbour.example');
      await page.waitForFunction(`document.querySelector('${field}').getAttribute('aria-invalid') === 'true'`);
      await page.click(button);
      await page.evaluate('new Promise((resolve) => setTimeout(resolve, 50))');
      assert.equal(site.posts.length, unheld ? 1 : 0);

      await enter('valid@gmial.com');
      if (unheld) {
        await page.waitForFunction(`document.querySelector('${field}').value === 'valid@gmail.com'`);
        await page.click(button);
      }
      const expected = sent('valid@gmail.com', 'receipt for valid@gmail.com');
      await eventually(() => {
        assert.equal(site.posts.length, unheld ? 2 : 1);
        const { data } = site.posts.at(-1)!;
        assert.deepEqual(Object.fromEntries(Object.keys(expected).map((key) => [key, data[key]])), expected);
        assert.equal('email-verification' in data, 'email-verification' in expected);
      });
      await isSilent();
    });
  }

  test('iframes: nothing of ours reaches into a form of another origin, which is sent as without us', async () => {
    const other = await startLocalSite({});
    try {
      other.pages.set(
        '/',
        whole('<form method="post" action="/sent"><input type="email" name="email"><button>Send</button></form>'),
      );
      const blocks = await htmlOf('docs/builders/iframes.md');
      const [html = ''] = blocks.values();
      await open(html.replace('https://form.typeform.com/to/abc', other.origin.replace('127.0.0.1', 'localhost')));
      const frame = await (await page.waitForSelector('iframe'))!.contentFrame();
      await frame.waitForSelector('input');
      await frame.type('input', 'invalid@gmial.com');
      await frame.click('button');
      await eventually(() => {
        assert.deepEqual(other.posts, [{ path: '/sent', data: { email: 'invalid@gmial.com' } }]);
      });
      assert.equal(await page.$('email-verify'), null);
      await isSilent();
    } finally {
      other.close();
    }
  });
});
