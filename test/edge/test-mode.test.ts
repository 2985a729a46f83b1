import assert from 'node:assert/strict';
import { decodeJwt } from 'jose';
import { describe, test } from 'vitest';
import { altcha, type EdgeOptions } from '../../src/edge/index.js';
import { publishedKeys } from '../../src/receipt/signing-keys.js';
import { verifyReceipt, type ReceiptCheck, type ReceiptExpectation } from '../../src/receipt/index.js';
import { checkOnce, fetchToken, ORIGIN, post, receiptKey, result, setUp, startUpstream, validate } from './support.js';

/** An edge in test mode, before an upstream that cannot be reached. */
const inTestMode = (over: Partial<EdgeOptions> = {}) => setUp('http://127.0.0.1:9', { testMode: true, ...over });

describe('createEdge({ testMode: true })', () => {
  test.each([
    ['valid', 'valid', 'safe', []],
    ['anybody', 'valid', 'safe', []],
    ['invalid', 'invalid', 'unsafe', ['mailbox_not_found']],
    ['risky', 'risky', 'caution', ['mailbox_full']],
    ['unknown', 'unknown', 'unknown', ['smtp_unavailable']],
    ['disposable', 'risky', 'unsafe', ['disposable']],
    ['catch_all', 'risky', 'caution', ['catch_all']],
    ['role_account', 'valid', 'safe', ['role_account']],
    ['typo', 'risky', 'caution', ['possible_typo']],
    ['error', 'unknown', 'unknown', ['upstream_error']],
    ['limited', 'unknown', 'unknown', ['rate_limited']],
  ])('answers %s@ at any domain', async (local, ...expected) => {
    const { edge } = inTestMode();
    for (const email of [`${local}@example.com`, `${local.toUpperCase()}+x@Firma-Eins.DE`]) {
      const { status, quality, sub_status, did_you_mean } = await checkOnce(edge, email);
      assert.deepEqual([status, quality, sub_status], expected, email);
      assert.equal(did_you_mean !== null, local === 'typo');
    }
  });

  test('answers slow@ late, the second time too', async () => {
    const { edge } = inTestMode();
    const msOfCheck = async (): Promise<number> => {
      const started = performance.now();
      assert.deepEqual((await checkOnce(edge, 'slow@example.com')).sub_status, ['smtp_timeout']);
      return performance.now() - started;
    };
    assert.ok((await msOfCheck()) > 2000);
    assert.ok((await msOfCheck()) > 2000);
  });

  test('refuses what is no address', async () => {
    assert.deepEqual((await checkOnce(inTestMode().edge, 'valid@')).sub_status, ['syntax_error']);
  });

  test('asks for no challenge, and counts no quota', async () => {
    const quotas = { checksPerToken: 1, tokensPerClientPerMinute: 1, checksPerDay: 1 };
    const { edge } = inTestMode({ challenge: altcha(), quotas });
    const token = await fetchToken(edge);
    for (let i = 0; i < 5; i++) {
      await fetchToken(edge);
      assert.equal((await validate(edge, token, `anna${i}@example.com`)).status, 200);
    }
  });

  test('leaves the verdicts of its store alone, and learns none from it', async () => {
    const fail = () => Promise.reject(new Error('the store was used'));
    const { edge } = inTestMode({ store: { take: fail, get: fail, set: fail, setIfAbsent: fail } });
    assert.equal((await checkOnce(edge, 'invalid@example.com')).status, 'invalid');
  });

  test('says so in its log and its health', async () => {
    const { edge, lines } = inTestMode();
    assert.deepEqual(lines, [{ event: 'test_mode' }]);
    const health = await edge(new Request('https://edge.example/healthz'));
    assert.deepEqual(await health.json(), { status: 'ok', test_mode: true });
    const live = setUp('http://127.0.0.1:9');
    assert.deepEqual(live.lines, []);
    assert.deepEqual(await (await live.edge(new Request('https://edge.example/healthz'))).json(), { status: 'ok' });
  });

  test('takes true or false', () => {
    assert.throws(
      () => inTestMode({ testMode: '1' as unknown as boolean }),
      /createEdge: testMode: it takes true or false/,
    );
  });
});

describe('a receipt of test mode', () => {
  const email = 'valid@example.com';
  const expected = { email, audience: ORIGIN, jwks: publishedKeys([receiptKey]) };
  const reasonOf = (check: ReceiptCheck): string => (check.ok ? 'ok' : check.reason);
  const check = async (receipt: string, over: Partial<ReceiptExpectation> = {}): Promise<string> =>
    reasonOf(await verifyReceipt(receipt, { ...expected, ...over }));

  test('is refused, unless the backend asks for it', async () => {
    const { receipt } = await checkOnce(inTestMode().edge, email);
    assert.equal(decodeJwt(receipt)['test'], true);
    assert.equal(await check(receipt), 'test_mode');
    assert.equal(await check(receipt, { acceptTest: false }), 'test_mode');
    assert.equal(await check(receipt, { acceptTest: true }), 'ok');
    assert.equal(await check(receipt, { acceptTest: true, email: 'b@example.com' }), 'address');
    const wrong = { ...expected, acceptTest: 'yes' as unknown as boolean };
    await assert.rejects(verifyReceipt(receipt, wrong), /verifyReceipt: acceptTest: it takes true or false/);
  });

  test('is refused by POST /receipt too, unless the body asks for it', async () => {
    const { edge } = inTestMode();
    const { receipt } = await checkOnce(edge, email);
    const ask = async (more: object): Promise<{ ok: boolean; reason?: string }> => {
      const body = JSON.stringify({ receipt, email, audience: ORIGIN, ...more });
      return (await (await post(edge, '/receipt', body)).json()) as { ok: boolean; reason?: string };
    };
    assert.equal((await ask({})).reason, 'test_mode');
    assert.equal((await ask({ acceptTest: true })).ok, true);
    assert.equal(
      (await post(edge, '/receipt', JSON.stringify({ receipt, email, audience: ORIGIN, acceptTest: 1 }))).status,
      400,
    );
  });

  test('is marked also where a test key gave the verdict; that of a live key is not', async () => {
    const { baseUrl } = await startUpstream((address, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result(address)));
    });
    const receiptBy = async (apiKey: string): Promise<string> => {
      const { edge } = setUp(baseUrl, { upstream: { baseUrl, apiKey } });
      return (await checkOnce(edge, email)).receipt;
    };
    assert.equal(await check(await receiptBy('test_abc')), 'test_mode');
    const live = await receiptBy('evk_abc');
    assert.equal(await check(live), 'ok');
    assert.equal('test' in decodeJwt(live), false);
  });
});
