/** The languages in the built scripts, as a page of another origin loads them. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type Browser, closePage, startBrowser, waitForText } from './support/browser.js';
import { startSite } from './support/site.js';

const cdn = join(import.meta.dirname, '../../dist/cdn');

/** The files of the languages that are asked for here. */
const LANGUAGE = /^email-verify-(de|zh-CN)\.js$/;

const GERMAN = 'Bitte geben Sie eine Adresse wie name@example.com ein.';
const CHINESE = '请输入邮箱地址，例如 name@example.com。';
const ENGLISH = 'Enter an address like name@example.com.';

describe('the languages of the built scripts', () => {
  let browser: Browser;
  let scripts: Server;
  let origin: string;
  /** The files that were asked for. */
  const asked: string[] = [];

  beforeAll(async () => {
    browser = await startBrowser();
    // Below `/wordless/` there are no languages.
    scripts = createServer((request, response) => {
      const [, folder, name = ''] = /^\/(wordless\/)?(.*)/.exec(request.url ?? '') ?? [];
      asked.push(name);
      readFile(join(cdn, folder && LANGUAGE.test(name) ? 'none' : name)).then(
        (body) => {
          response.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' }).end(body);
        },
        () => {
          response.writeHead(404).end();
        },
      );
    });
    await new Promise<void>((resolve) => scripts.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(scripts.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    await browser.close();
    scripts.close();
  });

  const visits: [string, string, string, string][] = [
    ['the module', 'de-AT', 'type="module" src="/email-verify.js"', GERMAN],
    ['the script of the old kind', 'de-AT', 'src="/email-verify.classic.js"', GERMAN],
    ['the script of the old kind', 'zh-Hans', 'defer src="/email-verify.classic.js"', CHINESE],
    ['the script of the old kind, whose languages are lost', 'de', 'src="/wordless/email-verify.classic.js"', ENGLISH],
    ['the script of the old kind', 'en', 'src="/email-verify.classic.js"', ENGLISH],
  ];
  for (const [what, lang, script, words] of visits) {
    test(`${what}, in a page whose language is ${lang}: ${words}`, async () => {
      const site = await startSite(
        () => `<!doctype html><html lang="${lang}"><title>Sign up</title>
          <script ${script.replace('src="', `src="${origin}`)}></script>
          <form><label>Email <input type="email" name="email"></label> <button>Sign up</button></form>`,
      );
      try {
        asked.length = 0;
        const page = await browser.newPage();
        await page.goto(site.origin);
        const languagesAsked = (): string[] => asked.filter((name) => LANGUAGE.test(name));
        assert.equal(asked.length, 1, 'nothing but the loader before a person comes to the field');
        await page.focus('input[name=email]');
        // Of a message that is shown before the pack is loaded, the language depends on a time limit.
        if (words !== ENGLISH)
          await page.waitForFunction(
            (pattern) =>
              performance
                .getEntriesByType('resource')
                .some(({ name }) => new RegExp(pattern).test(new URL(name).pathname)),
            {},
            LANGUAGE.source.replace('^', '/'),
          );
        await page.type('input[name=email]', 'anna');
        await page.keyboard.press('Tab');
        await waitForText(page, words);
        assert.equal(languagesAsked().length, lang === 'en' ? 0 : 1);
        await closePage(page);
      } finally {
        await site.close();
      }
    });
  }
});
