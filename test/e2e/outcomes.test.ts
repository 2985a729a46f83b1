/** Simulated uses of forms with known outcomes, in Chromium, with the built scripts: counted once each, in every store. */
import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, test } from 'vitest';
import {
  createEdge,
  createOutcomeFeed,
  durableObjectStore,
  memoryStore,
  readOutcomes,
  redisStore,
  type EdgeStore,
  type OutcomeFeed,
} from '../../src/edge/index.js';
import { toNodeListener } from '../../src/edge/runtime/node.js';
import type { FormOutcomes } from '../../src/protocol/index.js';
import { createTestVerifier } from '../../src/verifier/test-verifier.js';
import { objects } from '../edge/store/objects.js';
import { receiptKey } from '../edge/support.js';
import { useHarness, type Place } from '../service/harness.js';
import { KEY } from '../service/scripted.js';
import { usePGlite, usePostgres } from '../service/stores.js';
import { eventually } from '../support/eventually.js';
import { connectRedis, noRedis, startRedis } from '../support/redis.js';
import { whole } from '../support/whole.js';
import { type Browser, record, startBrowser } from './support/browser.js';
import { formPage, useAll, type FormUse } from './support/form-uses.js';
import { readScript } from './support/scripts.js';

const KINDS: FormUse[] = [
  { address: 'valid@shop.example', then: 'send', counts: { used: 1, checked: 1, sent: 1 } },
  { address: 'valid@gmial.com', then: 'send', counts: { used: 1, checked: 1, fixed: 1, saved: 1, sent: 1 } },
  { address: 'valid@gmial.com', then: 'undo', counts: { used: 1, checked: 1, fixed: 1, undone: 1, sent: 1 } },
  { address: 'invalid@shop.example', then: 'leave', counts: { used: 1, checked: 1, blocked: 1 } },
  {
    address: 'invalid@shop.example',
    then: 'correct',
    corrected: 'valid@here.example',
    counts: { used: 1, checked: 1, blocked: 1, healed: 1, saved: 1, sent: 1 },
  },
  { address: 'risky@shop.example', then: 'send', counts: { used: 1, checked: 1, warned: 1, sent: 1 } },
  { address: 'error@shop.example', then: 'send', counts: { used: 1, unchecked_service: 1, sent: 1 } },
  { address: 'valid@shop.example', then: 'leave', counts: { used: 1, checked: 1 } },
];
/** Pages, of ten uses each: a thousand uses for each way of counting, a store of the edge and a service, in CI. */
const THOUSAND = whole ? 100 : 3;
/** For the other stores. */
const HUNDRED = whole ? 10 : 3;

describe('outcomes of many uses', () => {
  let browser: Browser;
  const ends: (() => unknown)[] = [];
  const { open } = useHarness();
  const [onPGlite, onPostgres] = [usePGlite(), usePostgres()];
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
  const serve = async (store: EdgeStore, attributes: string, outcomeFeed?: OutcomeFeed): Promise<string> => {
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
          .end(formPage('/verify', attributes));
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
      ...(outcomeFeed && { outcomeFeed }),
      quotas: { checksPerClientPerMinute: many, checksPerClientPerDay: many, tokensPerClientPerMinute: many },
    });
    edge = toNodeListener(handler, { trustedProxies: 0 });
    return origin;
  };

  /** @param rows reads what has been counted. */
  const assertTold = async (
    origin: string,
    rows: () => Promise<readonly Pick<FormOutcomes, 'form' | 'held_out' | 'counts'>[] | null>,
    pages: number,
    heldOut = false,
  ): Promise<void> => {
    const page = await browser.newPage();
    const traffic = await record(page);
    const errors: unknown[] = [];
    page.on('pageerror', (error) => errors.push(error));
    const expected = await useAll(page, `${origin}/join`, KINDS, pages, heldOut);
    const told = async (): Promise<unknown> =>
      (await rows())?.map(({ form, held_out: held, counts }) => [form, held, counts]);
    const all = [['/join', heldOut, expected]];
    await eventually(async () => isDeepStrictEqual(await told(), all)).catch(() => undefined);
    assert.deepEqual(await told(), all);
    assert.deepEqual(errors, []);
    // A token for each page, and none for reports.
    assert.equal(traffic.requests.filter((line) => line.endsWith('/verify/token')).length, pages);
    assert.deepEqual([...cookies], ['none']);
    await page.close();
  };

  const assertCounted = async (store: EdgeStore, pages = HUNDRED, heldOut = false): Promise<void> => {
    const origin = await serve(store, heldOut ? 'data-holdout="100"' : '');
    await assertTold(origin, () => readOutcomes(store, [origin]), pages, heldOut);
  };

  /** Counts in the tables of a service, which an edge tells its counts. */
  const assertKept = async (place: Place, pages = HUNDRED): Promise<void> => {
    const service = await open(place);
    await service.accounts.setPlan(service.firstAccount, 'enterprise');
    const feed = createOutcomeFeed({
      baseUrl: 'http://service',
      apiKey: KEY,
      intervalMs: 100,
      fetch: (url, init) => service.fetch(new Request(url, init)),
    });
    ends.push(() => feed.close());
    const rows = async (): Promise<FormOutcomes[]> => {
      const url = 'http://service/api/outcomes/forms?days=2';
      const response = await service.fetch(new Request(url, { headers: { 'x-api-key': KEY } }));
      return ((await response.json()) as { forms: FormOutcomes[] }).forms;
    };
    await assertTold(await serve(memoryStore(), '', feed), rows, pages);
  };

  test('of the hold-out group are uses and submissions', () => assertCounted(memoryStore(), HUNDRED, true));
  test('are exact in memory', () => assertCounted(memoryStore(), THOUSAND), 600_000);
  test('are exact in Durable Objects', () => assertCounted(durableObjectStore(objects().namespace)));
  test('are exact in a service, on PostgreSQL', async () => assertKept(await onPostgres(), THOUSAND), 600_000);
  test.runIf(whole)('are exact in a service, on PGlite', async () => assertKept(await onPGlite()));
  test.skipIf(noRedis)('are exact in Redis', async () => {
    const redis = await startRedis();
    const { send, close } = await connectRedis(redis.url);
    ends.push(close, () => redis.end());
    await assertCounted(redisStore(send));
  });
});
