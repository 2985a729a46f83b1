/**
 * The components in the manual's pages for React, Vue and state run as they stand, from the packed package: each is a
 * sign-up form.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { ANSWERS, blur, type, withoutNotices } from '../doors/components/support.js';
import { type Browser, closePage, openPage, startBrowser } from '../e2e/support/browser.js';
import { serveFolder } from '../e2e/support/folder-site.js';
import { bundle } from './support/bundles.js';

const root = join(import.meta.dirname, '../..');
/** Below this suite's packages, so that the components find their libraries. */
const folder = join(import.meta.dirname, 'node_modules/.docs');

const MOUNTS = {
  jsx: `import { createElement } from 'react'; import { createRoot } from 'react-dom/client';
    createRoot(document.getElementById('root')).render(createElement(Page));`,
  vue: `import { createApp } from 'vue';
    createApp(Page).mount('#root');`,
};

interface Example {
  /** The last heading before it. */
  title: string;
  language: keyof typeof MOUNTS;
  code: string;
}

/** The components of a page of the manual, but for those of a server. */
const examplesOf = (file: string): Example[] => {
  let title = '';
  const found: Example[] = [];
  for (const [, heading, language, code = ''] of readFileSync(join(root, file), 'utf8').matchAll(
    /^#+ (.*)$|^```(jsx|vue)\n([^]*?)^```$/gm,
  )) {
    if (heading) title = heading;
    else if (!code.startsWith('// app/')) found.push({ title, language: language as Example['language'], code });
  }
  return found;
};

const examples = ['docs/frameworks/react.md', 'docs/frameworks/vue.md', 'docs/forms-without-a-form.md'].flatMap(
  examplesOf,
);

/** Parses the body that a form or a script has sent. */
const read = (body: string): Record<string, string> =>
  body.startsWith('{') ? (JSON.parse(body) as Record<string, string>) : Object.fromEntries(new URLSearchParams(body));

describe('the components of the manual', () => {
  let browser: Browser;
  let site: { origin: string; close: () => void };

  beforeAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    examples.forEach(({ language, code }, index) => {
      writeFileSync(join(folder, `example-${index}.${language}`), code);
      const entry = `import Page from './example-${index}.${language}';\n${MOUNTS[language]}`;
      writeFileSync(join(folder, `page-${index}.js`), entry);
      const script = `<script type="module" src="/out/page-${index}.js"></script>`;
      const page = `<!doctype html><link rel="icon" href="data:,"><script>${ANSWERS}</script><div id="root"></div>${script}`;
      writeFileSync(join(folder, `page-${index}.html`), page);
    });
    await bundle(
      examples.map((_, index) => join(folder, `page-${index}.js`)),
      join(folder, 'out'),
    );
    site = await serveFolder(folder);
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser.close();
    site.close();
  });

  test('are at least fourteen', () => {
    assert.ok(examples.length >= 14);
  });

  for (const [index, { title, language }] of examples.entries())
    test(`${title} (${language}): a typo is fixed, and the form is sent once with its receipt`, async () => {
      const { page, messages } = await openPage(browser, `${site.origin}/page-${index}.html`);
      const sent: Promise<string | undefined>[] = [];
      page.on('request', (request) => {
        if (request.url() === `${site.origin}/sign-up`) sent.push(request.fetchPostData());
      });
      await page.waitForSelector('input[name=email]');
      await type(page, 'anna@gmial.com');
      await blur(page);
      await page.waitForFunction(`document.querySelector('input').value === 'anna@gmail.com'`);
      const answered = page.waitForResponse(`${site.origin}/sign-up`);
      await page.click('form button');
      await answered;
      assert.deepEqual(
        (await Promise.all(sent)).map((body = '') => read(body)),
        [{ email: 'anna@gmail.com', 'email-verification': 'the receipt' }],
      );
      // The edge of the manual does not exist, and neither does the backend.
      assert.deepEqual(
        withoutNotices(messages).filter((message) => !message.includes('Failed to load resource')),
        [],
      );
      await closePage(page);
    });
});
