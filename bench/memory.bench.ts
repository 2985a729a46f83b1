/**
 * Memory leaks of connecting and disconnecting the element. `npm run bench memory`, after `npm run build`: prints the heap
 * before and after, and fails if it has grown by more than 5 %.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { chromium } from '../scripts/chromium.mjs';
import type {} from '../src/element/index.js';

const CYCLES = Number(process.env['CYCLES'] ?? 10_000);
/** Cycles until everything is loaded and compiled. */
const WARM_UP = 1000;
const LIMIT = 0.05;

const server = createServer(({ url = '' }, response) => {
  const name = /^\/([\w.-]+\.js)$/.exec(url)?.[1];
  response.setHeader('content-type', name ? 'text/javascript' : 'text/html');
  response.end(
    name
      ? readFileSync(join(import.meta.dirname, '../dist/cdn', name))
      : '<!doctype html><form></form><script type="module" src="/email-verify.js" data-load="now"></script>',
  );
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

/** Runs in the page: connects an element, uses it up to an error, and removes it. */
const cycle = async (times: number): Promise<void> => {
  const [form] = document.forms;
  if (!form) return;
  for (let n = 0; n < times; n++) {
    form.innerHTML = '<email-verify><input type="email" name="email"></email-verify>';
    const host = form.querySelector('email-verify');
    const input = host?.input;
    if (!input) throw new Error('The element is not connected.');
    input.value = `anna${n}@`;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('blur'));
    await host.check();
    await host.updateComplete;
    host.remove();
  }
  form.innerHTML = '';
};

const { executablePath, args, env } = await chromium();
const browser = await puppeteer.launch({ executablePath, args, env, headless: 'shell' });
try {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.waitForFunction(() => customElements.get('email-verify') !== undefined);
  const session = await page.createCDPSession();
  const heap = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage');
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize;
  };
  // V8's caches and the compiled code reach their full size in a second round, after a garbage collection.
  for (let round = 0; round < 2; round++) {
    await page.evaluate(cycle, WARM_UP / 2);
    await heap();
  }
  const before = await heap();
  let ms = 0;
  // Collect garbage often: V8's weak tables keep the size they had before a collection, which would be measured too.
  for (let done = 0; done < CYCLES; done += WARM_UP) {
    const started = performance.now();
    await page.evaluate(cycle, Math.min(WARM_UP, CYCLES - done));
    ms += performance.now() - started;
    await heap();
  }
  const after = await heap();
  const growth = after / before - 1;
  const kB = (bytes: number): string => `${Math.round(bytes / 1000).toLocaleString('en')} kB`;
  console.log(
    `heap after ${WARM_UP} cycles ${kB(before)}, after ${CYCLES.toLocaleString('en')} more ${kB(after)}: ` +
      `${(growth * 100).toFixed(1)} % (limit ${LIMIT * 100} %), ${(ms / CYCLES).toFixed(2)} ms a cycle`,
  );
  if (growth > LIMIT) process.exitCode = 1;
} finally {
  await browser.close();
  server.close();
  server.closeAllConnections();
}
