/** Tests that an edge must pass on every runtime, however it is reached. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { verifyReceipt, type KeySet } from '../../../src/receipt/index.js';
import {
  answerJson,
  API_KEY,
  assertProblem,
  CLIENT,
  ISSUER,
  ORIGIN,
  result,
  SECRET,
  startUpstream,
} from '../support.js';
import { describeChallenge } from './challenge.js';
import { checkAt, posted, settings, tokenAt, validateAt, type Open, type Place } from './place.js';
import { describeTroubles } from './troubles.js';
import { eventually } from '../../support/eventually.js';

const STRANGER = 'https://evil.example';

const times = <T>(count: number, make: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)));

const count = (answers: readonly Response[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

/** A body that comes in pieces, its length not told. */
const streamed = (chunks: number, chunk: Uint8Array): RequestInit => {
  let left = chunks;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (left-- > 0) controller.enqueue(chunk);
      else controller.close();
    },
  });
  return { ...posted(body), duplex: 'half' } as RequestInit;
};

/**
 * Runs the suite against the edges that `open` starts.
 * @param asksOverHttps whether they ask DNS over HTTPS; Node's own command has sockets for it.
 */
export const describeEdge = async (runtime: string, open: Open, asksOverHttps = true): Promise<void> => {
  const upstream = await startUpstream();
  describe(`the edge on ${runtime}`, () => {
    let place: Place;
    beforeAll(async () => {
      place = await open(settings(upstream.baseUrl));
    });
    afterAll(() => place.end());

    /**
     * Sends a request whose body nobody may read to its end. workerd, which has a proxy before it where it serves
     * people, then resets the connection, and now and then its answer is lost with it.
     */
    const sendAgain = async (path: string, make: () => RequestInit, tries = 5): Promise<Response> =>
      place.send(path, make()).catch((error: unknown) => {
        if (tries === 1) throw error;
        return sendAgain(path, make, tries - 1);
      });

    /** An edge of the test's own. */
    const using = async <T>(over: Record<string, string>, work: (place: Place) => Promise<T>): Promise<T> => {
      const own = await open(settings(upstream.baseUrl, over));
      return work(own).finally(() => own.end());
    };

    test('gives a token, checks with it, and signs a receipt that its key set proves', async () => {
      const { status, receipt } = await checkAt(place, 'Ada+x@example.com');
      assert.equal(status, 'valid');
      assert.ok(upstream.urls.some((url) => url.includes('&email=Ada%2Bx%40example.com&')));
      const jwks = (await (await place.send('/.well-known/jwks.json')).json()) as KeySet;
      const expected = { email: 'Ada+x@example.com', audience: ORIGIN, issuer: ISSUER, jwks };
      assert.ok((await verifyReceipt(receipt, expected)).ok);
      const other = await verifyReceipt(receipt, { ...expected, email: 'bob@example.com' });
      assert.equal(other.ok ? 'ok' : other.reason, 'address');
    });

    test('in test mode, gives the verdict that the local part names, and marks the receipt', async () => {
      const asked = upstream.urls.length;
      await using({ TEST_MODE: '1', CHALLENGE: 'altcha', CHECKS_PER_DAY: '1', CHECKS_PER_TOKEN: '1' }, async (own) => {
        const jwks = (await (await own.send('/.well-known/jwks.json')).json()) as KeySet;
        for (const [email, wanted] of [
          ['invalid@firma-eins.de', 'invalid'],
          ['risky+x@example.com', 'risky'],
          ['anna@example.com', 'valid'],
        ] as const) {
          const { status, receipt } = await checkAt(own, email);
          assert.equal(status, wanted);
          const expected = { email, audience: ORIGIN, jwks, policy: { block: [] } };
          const refused = await verifyReceipt(receipt, expected);
          assert.equal(refused.ok ? 'ok' : refused.reason, 'test_mode');
          assert.ok((await verifyReceipt(receipt, { ...expected, acceptTest: true })).ok);
        }
        assert.deepEqual(await (await own.send('/healthz')).json(), { status: 'ok', test_mode: true });
      });
      assert.equal(upstream.urls.length, asked);
    });

    test('answers the page of an allowed origin in words that it can read, and its limits', async () => {
      const token = await tokenAt(place);
      for (const response of [await place.send('/token', posted()), await validateAt(place, token, 'a@example.com')]) {
        assert.equal(response.status, 200);
        const { headers } = response;
        assert.equal(headers.get('access-control-allow-origin'), ORIGIN);
        assert.equal(headers.get('access-control-expose-headers'), 'Retry-After, RateLimit, RateLimit-Policy');
        assert.equal(headers.get('access-control-allow-credentials'), null);
        assert.equal(headers.get('vary'), 'Origin');
        assert.equal(headers.get('cache-control'), 'no-store');
        assert.match(headers.get('content-type') ?? '', /^application\/json/);
        assert.match(headers.get('ratelimit') ?? '', /^"(token|tokens)";r=\d+;t=\d+/);
        assert.match(headers.get('ratelimit-policy') ?? '', /^"(token|tokens)";q=\d+;w=\d+/);
      }
    });

    test('refuses in words that the page can read, whatever is wrong', async () => {
      const token = await tokenAt(place);
      const json = (value: unknown): RequestInit => posted(JSON.stringify(value));
      const forged = `${token.slice(0, -8)}AAAAAAAA`;
      for (const [path, make, status, code] of [
        ['/validate', () => posted('{'), 400, 'bad_request'],
        ['/validate', () => posted(''), 400, 'bad_request'],
        ['/validate', () => json([]), 400, 'bad_request'],
        ['/validate', () => json({ token, email: 1 }), 400, 'bad_request'],
        ['/validate', () => json({ token, email: '' }), 400, 'missing_email'],
        ['/validate', () => posted('{}', { 'content-type': 'text/html' }), 400, 'bad_request'],
        ['/validate', () => posted(new Uint8Array([0x22, 0xff, 0xfe, 0x22])), 400, 'bad_request'],
        ['/validate', () => streamed(3, new Uint8Array([0x22, 0xc3])), 400, 'bad_request'],
        ['/validate', () => posted('['.repeat(2000)), 400, 'bad_request'],
        ['/validate', () => json({ token: forged, email: 'a@example.com' }), 401, 'bad_token'],
        ['/validate', () => posted('x'.repeat(2049)), 413, 'too_large'],
        ['/validate', () => streamed(3, new Uint8Array(1024)), 413, 'too_large'],
        ['/nothing', () => posted(), 404, 'not_found'],
        ['/token/', () => posted(), 404, 'not_found'],
        ['/token', () => ({ ...posted(), method: 'PUT' }), 405, 'method_not_allowed'],
        ['/healthz', () => ({ ...posted(), method: 'DELETE' }), 405, 'method_not_allowed'],
      ] as const) {
        await assertProblem(await sendAgain(path, make), status, code);
      }
    });

    test('lets no page of another origin in, on any route', async () => {
      for (const path of ['/token', '/validate']) {
        const response = await place.send(path, posted('{}', { origin: STRANGER }));
        await assertProblem(response, 403, 'origin_not_allowed', null);
        const preflight = await place.send(path, { method: 'OPTIONS', headers: { origin: STRANGER } });
        await assertProblem(preflight, 403, 'origin_not_allowed', null);
      }
      for (const path of ['/.well-known/jwks.json', '/healthz', '/nothing']) {
        const { headers } = await place.send(path, { headers: { origin: STRANGER } });
        assert.deepEqual([headers.get('access-control-allow-origin'), headers.get('vary')], [null, 'Origin'], path);
      }
    });

    test('answers a preflight, and every method that it does not take with those that it does', async () => {
      for (const [path, allow] of [
        ['/token', 'POST, OPTIONS'],
        ['/validate', 'POST, OPTIONS'],
        ['/healthz', 'GET, HEAD, OPTIONS'],
        ['/.well-known/jwks.json', 'GET, HEAD, OPTIONS'],
      ] as const) {
        const asked = { origin: ORIGIN, 'access-control-request-method': 'POST' };
        const { status, headers } = await place.send(path, { method: 'OPTIONS', headers: asked });
        assert.deepEqual([status, headers.get('access-control-allow-methods')], [204, allow]);
        assert.deepEqual(
          ['allow-origin', 'allow-headers', 'max-age'].map((name) => headers.get(`access-control-${name}`)),
          [ORIGIN, 'Content-Type', '86400'],
        );
        const patched = await place.send(path, { method: 'PATCH', headers: { origin: ORIGIN } });
        assert.equal(patched.headers.get('allow'), allow);
        await assertProblem(patched, 405, 'method_not_allowed');
      }
    });

    test('says that it is well, and HEAD without a body', async () => {
      const response = await place.send('/healthz');
      assert.deepEqual([response.status, await response.json()], [200, { status: 'ok' }]);
      const head = await place.send('/healthz', { method: 'HEAD' });
      assert.deepEqual([head.status, await head.text()], [200, '']);
    });

    test('holds a token to its client and its page', async () => {
      const token = await tokenAt(place, '192.0.2.50');
      assert.equal((await validateAt(place, token, 'a@example.com', '192.0.2.51')).status, 401);
      assert.equal((await validateAt(place, token, 'a@example.com', '192.0.2.50')).status, 200);
    });

    test('counts to the call: by token, by client, by day', async () => {
      const quotas = {
        CHALLENGE: 'off',
        CHECKS_PER_TOKEN: '5',
        CHECKS_PER_CLIENT_PER_MINUTE: '8',
        TOKENS_PER_CLIENT_PER_MINUTE: '6',
        CHECKS_PER_DAY: '10',
      };
      await using(quotas, async (own) => {
        const before = upstream.urls.length;
        const token = await tokenAt(own, '192.0.2.60');
        const first = await times(20, (i) => validateAt(own, token, `one${i}@example.com`, '192.0.2.60'));
        assert.deepEqual([count(first, 200), count(first, 429)], [5, 15]);
        const tokens = await times(3, () => tokenAt(own, '192.0.2.61'));
        const second = await times(15, (i) => validateAt(own, tokens[i % 3]!, `two${i}@example.com`, '192.0.2.61'));
        assert.deepEqual([count(second, 200), count(second, 429)], [8, 7]);
        const granted = second.filter(({ status }) => status === 200);
        const verdicts = await Promise.all(granted.map((answer) => answer.json() as Promise<{ status: string }>));
        const unasked = verdicts.filter(({ status }) => status === 'unknown').length;
        // The rest of the day's calls is for clients with fewer checks than these. Their number depends on the order.
        assert(unasked >= 3 && unasked <= 5, `${unasked} not asked`);
        assert.equal(upstream.urls.length - before, 13 - unasked);
        for (let i = 0; i < 4; i += 1) {
          const client = `192.0.2.${70 + i}`;
          await validateAt(own, await tokenAt(own, client), `three${i}@example.com`, client);
        }
        assert.equal(upstream.urls.length - before, 10);
        const network = await times(20, (i) => own.send('/token', posted(), `2001:db8::${i}`));
        assert.deepEqual([count(network, 200), count(network, 429)], [6, 14]);
        const refused = network.find(({ status }) => status === 429)!;
        assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d?$/);
        await assertProblem(refused, 429, 'rate_limited');
      });
    });

    test('takes the tokens of the secret before, proves its receipts, and of no other', async () => {
      const token = await tokenAt(place);
      const { receipt } = await checkAt(place, 'a@example.com');
      const next = `next: ${SECRET}`;
      const found = await Promise.all(
        [{ SECRET: next, PREVIOUS_SECRET: SECRET }, { SECRET: next }].map((over) =>
          using(over, async (own) => {
            const { status } = await validateAt(own, token, 'a@example.com');
            const jwks = (await (await own.send('/.well-known/jwks.json')).json()) as KeySet;
            const { ok } = await verifyReceipt(receipt, { email: 'a@example.com', audience: ORIGIN, jwks });
            return [status, ok];
          }),
        ),
      );
      assert.deepEqual(found, [
        [200, true],
        [401, false],
      ]);
    });

    test('stands under a path of the site, and nowhere else', async () => {
      await using({ BASE_PATH: '/verify' }, async (own) => {
        assert.equal((await own.send('/verify/healthz')).status, 200);
        assert.equal((await own.send('/healthz')).status, 404);
      });
    });

    test('asks DNS by itself where no service is named', async () => {
      const questions: string[] = [];
      const dns = await startUpstream((_email, response, request) => {
        questions.push(request.headers.accept ?? '');
        answerJson(response, {}, 500);
      });
      const over = {
        UPSTREAM_URL: '',
        UPSTREAM_KEY: '',
        DOH_URL: `${dns.baseUrl}/dns-query`,
        DNS_SERVERS: '127.0.0.1:9',
      };
      await using(over, async (own) => {
        assert.deepEqual((await checkAt(own, 'anna@example.com')).sub_status[0], 'reserved_domain');
        assert.equal((await checkAt(own, 'anna@shop-of-anna.com')).status, 'unknown');
      });
      assert.equal(questions.includes('application/dns-message'), asksOverHttps);
    });

    test('asks once for checks of one address at once, and who goes away takes the answer from nobody', async () => {
      const asked: string[] = [];
      const waiting: (() => void)[] = [];
      let isOpen = false;
      const slow = await startUpstream((email, response) => {
        asked.push(email);
        const answer = (): void => {
          answerJson(response, result(email));
        };
        if (isOpen) answer();
        else waiting.push(answer);
      });
      const own = await open(settings(slow.baseUrl));
      const token = await tokenAt(own);
      const leaving = new AbortController();
      const body = JSON.stringify({ token, email: 'anna@example.com' });
      const first = own.send('/validate', { ...posted(body), signal: leaving.signal });
      first.catch(() => undefined);
      await eventually(() => asked.length);
      const others = times(20, () => validateAt(own, token, 'anna@example.com'));
      // Once a check that was sent after others is at the upstream, the edge has had what came before it.
      const later: Promise<Response>[] = [];
      const sendLater = async (email: string): Promise<void> => {
        later.push(validateAt(own, token, email));
        await eventually(() => asked.includes(email));
      };
      await sendLater('bert@example.com');
      assert.deepEqual(asked, ['anna@example.com', 'bert@example.com']);
      leaving.abort();
      await sendLater('carla@example.com');
      isOpen = true;
      for (const answer of waiting) answer();
      const answers = [...(await others), ...(await Promise.all(later))];
      const verdicts = await Promise.all(answers.map((answer) => answer.json() as Promise<{ status: string }>));
      assert.deepEqual([...new Set(verdicts.map(({ status }) => status))], ['valid']);
      await own.end();
    });

    describeChallenge(open);
    describeTroubles(open);

    test('writes a line for each request, and nobody’s address, token or key in any', async () => {
      const token = await tokenAt(place);
      await validateAt(place, token, 'somebody@example.com');
      // A process's output arrives later than its answer.
      const lines = (): string[] =>
        place
          .output()
          .split('\n')
          .filter((line) => line.includes('"route":"/validate"'));
      await eventually(() => lines().some((line) => line.includes('"verdict":"valid"')));
      for (const secret of [token, API_KEY, SECRET, 'somebody', 'ada', CLIENT, '192.0.2.50']) {
        assert.ok(!place.output().includes(secret), secret);
      }
    });
  });
};
