/** Simulated uses of forms with known outcomes, in Chromium, with the built scripts: counted once each, in every store. */
import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Browser, Page } from 'puppeteer-core';
import {
  createEdge,
  durableObjectStore,
  memoryStore,
  readOutcomes,
  redisStore,
  type EdgeStore,
} from '../../src/edge/index.js';
import { toNodeListener } from '../../src/edge/runtime/node.js';
import type { OutcomeCounts } from '../../src/protocol/index.js';
import { createTestVerifier } from '../../src/verifier/test-verifier.js';
import { objects } from '../edge/store/objects.js';
import { receiptKey } from '../edge/support.js';
import { eventually } from '../support/eventually.js';
import { connectRedis, noRedis, startRedis } from '../support/redis.js';
import { whole } from '../support/whole.js';
import { record, startBrowser } from './support/browser.js';
import { readScript } from './support/scripts.js';

/** The kinds of uses: what a person types, what is done then, and what is counted. */
const KINDS: { address: string; then: 'send' | 'leave' | 'undo' | 'correct'; counts: OutcomeCounts }[] = [
  { address: 'valid@shop.example', then: 'send', counts: { used: 1, checked: 1, sent: 1 } },
  { address: 'valid@gmial.com', then: 'send', counts: { used: 1, checked: 1, fixed: 1, saved: 1, sent: 1 } },
  { address: 'valid@gmial.com', then: 'undo', counts: { used: 1, checked: 1, fixed: 1, undone: 1, sent: 1 } },
  { address: 'invalid@shop.example', then: 'leave', counts: { used: 1, checked: 1, blocked: 1 } },
  {
    address: 'invalid@shop.example',
    then: 'correct',
    counts: { used: 1, checked: 1, blocked: 1, healed: 1, saved: 1, sent: 1 },
  },
  { address: 'risky@shop.example', then: 'send', counts: { used: 1, checked: 1, warned: 1, sent: 1 } },
  { address: 'error@shop.example', then: 'send', counts: { used: 1, unchecked_service: 1, sent: 1 } },
  { address: 'valid@shop.example', then: 'leave', counts: { used: 1, checked: 1 } },
];
/** Of the hold-out group, nothing else is counted. */
const inHoldOut = ({ used, checked, sent }: OutcomeCounts): OutcomeCounts =>
  Object.fromEntries(Object.entries({ used, checked, sent }).filter(([, count]) => count));

/** Forms on a page: a token has 20 reports. In CI a thousand uses are counted in each store. */
const FORMS = 10;
const MANY = whole ? 100 : 3;
const FEW = whole ? 10 : 3;

const pageOf = (attributes: string): string => `<!doctype html><html lang="en"><title>Join</title>
<script type="module" src="/email-verify.js" data-endpoint="/verify" data-debounce="0" ${attributes}></script>
${Array.from({ length: FORMS }, () => '<form><input type="email" name="email"><button>Join</button></form>').join('')}
<script>addEventListener('submit', (event) => event.preventDefault());</script>`;

/** Runs in the page: uses each form as its kind says, one after the other where the focus is needed. */
const useForms = async (kinds: { address: string; then: string }[]): Promise<void> => {
  const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const until = async (holds: () => boolean): Promise<void> => {
    for (let tries = 0; !holds(); tries++) {
      if (tries > 1000) throw new Error(`never: ${String(holds)}`);
      await wait(10);
    }
  };
  const inputs = [...document.querySelectorAll('input')];
  const type = (input: HTMLInputElement, value: string): void => {
    input.focus();
    input.value = value;
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  };
  const settled: Element[] = [];
  addEventListener('email-verify-verdict', ({ target }) => settled.push(target as Element));
  const verdict = (input: Element): Promise<void> => until(() => settled.includes(input));
  for (const input of inputs) type(input, 'v');
  await until(() => performance.getEntriesByName(new URL('/email-verify-outcomes.js', location.href).href).length > 0);
  // Each element starts to count when the page is idle.
  await wait(100);
  await new Promise((resolve) => requestIdleCallback(resolve));
  await wait(100);
  for (const [i, { address, then }] of kinds.entries()) {
    const input = inputs[i]!;
    settled.length = 0;
    type(input, address);
    input.blur();
    await verdict(input);
    // The element stands at the end of the input's tree.
    const part = (): HTMLElement | null => {
      for (const element of document.querySelectorAll('email-verify')) {
        const found = (element as unknown as { input: unknown }).input === input;
        if (found) return element.shadowRoot?.querySelector<HTMLElement>('[part=undo]') ?? null;
      }
      return null;
    };
    if (then === 'undo') {
      await until(() => part() !== null);
      settled.length = 0;
      part()?.click();
      await verdict(input);
    }
    if (then === 'correct') {
      settled.length = 0;
      type(input, 'valid@here.example');
      input.blur();
      await verdict(input);
    }
    if (then !== 'leave') input.form?.requestSubmit();
  }
};

describe('outcomes of a thousand uses', () => {
  let browser: Browser;
  const ends: (() => unknown)[] = [];
  /** The cookies that came to an edge. */
  const cookies = new Set<string>();
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    for (const end of ends) await end();
  });

  /** Serves the page, the scripts and an edge, all of one origin. */
  const serve = async (store: EdgeStore, attributes: string): Promise<string> => {
    let edge: RequestListener = () => undefined;
    const server = createServer((request, response) => {
      const { url = '/' } = request;
      if (url.startsWith('/verify/')) {
        cookies.add(request.headers.cookie ?? 'none');
        edge(request, response);
      } else if (url.endsWith('.js'))
        response.setHeader('content-type', 'text/javascript').end(readScript(url.slice(1)));
      else
        response
          .setHeader('set-cookie', 'session=of-somebody; Path=/')
          .setHeader('content-type', 'text/html; charset=utf-8')
          .end(pageOf(attributes));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ends.push(() => {
      server.closeAllConnections();
      server.close();
    });
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const many = 1_000_000;
    const handler = createEdge({
      origins: [origin],
      secret: 'a secret of more than thirty-two bytes',
      receiptKey,
      issuer: origin,
      upstream: createTestVerifier(),
      basePath: '/verify',
      challenge: 'off',
      store,
      quotas: { checksPerClientPerMinute: many, checksPerClientPerDay: many, tokensPerClientPerMinute: many },
    });
    edge = toNodeListener(handler, { trustedProxies: 0 });
    return origin;
  };

  /** Opens pages and uses their forms; resolves to what should be counted. */
  const useAll = async (page: Page, url: string, pages: number, heldOut: boolean): Promise<OutcomeCounts> => {
    const expected: Record<string, number> = {};
    for (let i = 0; i < pages; i++) {
      const kinds = Array.from({ length: FORMS }, (_, j) => KINDS[(i * FORMS + j) % KINDS.length]!).map((kind) =>
        heldOut ? { ...kind, then: kind.then === 'undo' ? 'send' : kind.then, counts: inHoldOut(kind.counts) } : kind,
      );
      await page.goto(url);
      await page.evaluate(useForms, kinds);
      for (const { counts } of kinds)
        for (const [name, count] of Object.entries(counts)) expected[name] = (expected[name] ?? 0) + count;
    }
    // The page is left: what was not sent is reported. (A way to about:blank ends the process, at times before its beacons.)
    await page.goto(url);
    return expected;
  };

  const assertCounted = async (store: EdgeStore, pages = MANY, heldOut = false): Promise<void> => {
    const origin = await serve(store, heldOut ? 'data-holdout="100"' : '');
    const page = await browser.newPage();
    const traffic = await record(page);
    const errors: unknown[] = [];
    page.on('pageerror', (error) => errors.push(error));
    const expected = await useAll(page, `${origin}/join`, pages, heldOut);
    await eventually(async () => {
      const rows = (await readOutcomes(store, [origin])) ?? [];
      assert.deepEqual(
        rows.map(({ form, held_out: held, counts }) => [form, held, counts]),
        [['/join', heldOut, expected]],
      );
      return true;
    });
    assert.deepEqual(errors, []);
    // A token for each page, and none for reports.
    assert.equal(traffic.requests.filter((line) => line.endsWith('/verify/token')).length, pages);
    assert.deepEqual([...cookies], ['none']);
    await page.close();
  };

  test('of the hold-out group are uses and submissions', () => assertCounted(memoryStore(), FEW, true), 600_000);
  test('are exact in memory', () => assertCounted(memoryStore()), 600_000);
  test('are exact in Durable Objects', () => assertCounted(durableObjectStore(objects().namespace)), 600_000);
  test.skipIf(noRedis)(
    'are exact in Redis',
    async () => {
      const redis = await startRedis();
      const { send, close } = await connectRedis(redis.url);
      ends.push(close, () => redis.end());
      await assertCounted(redisStore(send));
    },
    600_000,
  );
});
