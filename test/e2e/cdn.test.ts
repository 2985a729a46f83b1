/** The snippets of docs/cdn.md, on a page of another origin: with the hashes of what is in the package. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { manifest, root } from '../support/manifest.js';
import { type Browser, closePage, openPage, startBrowser } from './support/browser.js';
import { serveFolder } from './support/folder-site.js';
import { usePacked, type Packed, type Project } from './support/packed.js';
import { startSite, type Site } from './support/site.js';

/** The script tags in the manual's code blocks that have a hash. */
const snippets = [
  ...readFileSync(join(root, 'docs/cdn.md'), 'utf8').matchAll(/<script\b[^>]*integrity=[^>]*><\/script>/g),
].map(([tag]) => tag);
const attribute = (tag: string, name: string): string =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? assert.fail(`${tag} has no ${name}`);

describe('the package on a CDN', () => {
  let packed: Packed;
  let project: Project;
  let cdn: Awaited<ReturnType<typeof serveFolder>>;
  let site: Site;
  let browser: Browser;
  let snippet = '';

  beforeAll(async () => {
    packed = usePacked();
    project = await packed.install();
    cdn = await serveFolder(project.home);
    site = await startSite(() => `<!doctype html>${snippet}<form><input type="email" name="email"></form>`);
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await site.close();
    cdn.close();
    packed.remove();
  });

  test('is named in the manual by its version, with the hashes of its loaders', () => {
    assert.equal(snippets.length, 2);
    for (const tag of snippets) {
      const [, version, file = ''] = /@([^/]+)\/(dist\/cdn\/[\w.-]+)$/.exec(attribute(tag, 'src')) ?? [];
      assert.equal(version, manifest.version);
      const hash = createHash('sha384')
        .update(readFileSync(join(project.home, file)))
        .digest('base64');
      assert.equal(attribute(tag, 'integrity'), `sha384-${hash}`, file);
    }
  });

  test('has a file with the hash of each script', () => {
    const hashes = JSON.parse(readFileSync(join(project.home, 'dist/cdn/integrity.json'), 'utf8')) as Record<
      string,
      string
    >;
    const scripts = packed.files.flatMap((file) => /^dist\/cdn\/(.+\.js)$/.exec(file)?.[1] ?? []);
    assert.deepEqual(Object.keys(hashes).sort(), scripts.sort());
    for (const [file, hash] of Object.entries(hashes)) {
      const right = createHash('sha384')
        .update(readFileSync(join(project.home, 'dist/cdn', file)))
        .digest('base64');
      assert.equal(hash, `sha384-${right}`, file);
    }
  });

  test('is what CDNs give for the bare name', () => {
    assert.ok(packed.files.includes(manifest.unpkg.slice(2)));
    assert.equal(manifest.jsdelivr, manifest.unpkg);
  });

  const onThisCdn = (tag: string): string =>
    tag.replace(/https:\/\/.*?@[^/]+/, cdn.origin).replace(/data-endpoint="[^"]*"/, '');

  for (const [index, name] of ['the module', 'the classic script'].entries()) {
    test(`${name} loads from there, and its parts from the same folder`, async () => {
      snippet = onThisCdn(snippets[index] ?? '');
      const { page, messages } = await openPage(browser, site.origin);
      await page.type('input', 'anna@gmial.com');
      await page.keyboard.press('Tab');
      await page.waitForFunction(`document.querySelector('input').value === 'anna@gmail.com'`, { timeout: 8000 });
      assert.equal(messages.length, 1);
      assert.match(messages[0] ?? '', /no endpoint/);
      await closePage(page);
    });
  }

  test('a loader that was changed on the way does not run', async () => {
    snippet = onThisCdn(snippets[0] ?? '').replace(/sha384-..../, 'sha384-AAAA');
    const { page, messages } = await openPage(browser, site.origin);
    await page.type('input', 'anna@gmial.com');
    await page.keyboard.press('Tab');
    assert.match(messages.join('\n'), /integrity/);
    assert.equal(await page.$eval('input', ({ value }) => value), 'anna@gmial.com');
    await closePage(page);
  });
});
