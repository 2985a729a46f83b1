import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, test } from 'vitest';
import { hcaptcha, recaptcha, turnstile, type Challenge, type SiteverifyOptions } from '../../../src/edge/index.js';
import { answerJson, assertProblem, CLIENT, post, setUp } from '../support.js';
import { answerWith, assertAsked, startProvider } from './support.js';

const NOWHERE = 'http://127.0.0.1:9';
const SECRET_KEY = '0xSecret+key/of&the=site';
const ANSWER = 'P1_eyJ0eXAi.OiJKV1Qi_LCJh-bGci-answer';
const HOST = 'shop.example';

/** Each provider's response to a correct answer, according to its documentation. */
const right = {
  turnstile: {
    success: true,
    challenge_ts: '2026-01-31T12:00:00Z',
    hostname: HOST,
    'error-codes': [],
    action: '',
    cdata: '',
  },
  hcaptcha: { success: true, challenge_ts: '2026-01-31T12:00:00Z', hostname: HOST, credit: false },
  recaptcha: { success: true, challenge_ts: '2026-01-31T12:00:00Z', hostname: HOST },
};
const wrong = {
  turnstile: { success: false, 'error-codes': ['invalid-input-response'], messages: [] },
  hcaptcha: { success: false, 'error-codes': ['invalid-or-already-seen-response'] },
  recaptcha: { success: false, 'error-codes': ['invalid-input-response'] },
};
const replayed = { success: false, 'error-codes': ['timeout-or-duplicate'] };
const PROVIDERS = { turnstile, hcaptcha, recaptcha };
type Name = keyof typeof PROVIDERS;

const setUpProvider = async (
  name: Name,
  script: (form: Record<string, string>, response: ServerResponse) => void,
  over: Partial<SiteverifyOptions> = {},
): Promise<ReturnType<typeof setUp> & Awaited<ReturnType<typeof startProvider>>> => {
  const provider = await startProvider(script);
  const challenge = PROVIDERS[name]({ siteKey: 'site-key', secret: SECRET_KEY, url: provider.url, ...over });
  return { ...setUp(NOWHERE, { challenge }), ...provider };
};

for (const name of Object.keys(PROVIDERS) as Name[]) {
  describe(name, () => {
    test('its right answer is worth a token, once; the provider is told nothing of the client', async () => {
      const seen = new Set<string>();
      const { edge, sent, lines } = await setUpProvider(name, ({ response: text = '' }, response) => {
        answerJson(response, text !== ANSWER ? wrong[name] : seen.has(text) ? replayed : right[name]);
        seen.add(text);
      });
      const prompt = await assertAsked(await post(edge, '/token', null), 'challenge_required');
      assert.deepEqual(prompt, { type: name, siteKey: 'site-key' });
      assert.equal(sent.length, 0, 'without an answer nobody is asked');
      assert.equal((await answerWith(edge, ANSWER)).status, 200);
      assert.deepEqual(await assertAsked(await answerWith(edge, ANSWER), 'challenge_failed'), prompt);
      await assertAsked(await answerWith(edge, 'another'), 'challenge_failed');
      assert.deepEqual(sent[0], {
        method: 'POST',
        type: 'application/x-www-form-urlencoded;charset=UTF-8',
        form: { secret: SECRET_KEY, response: ANSWER, ...(name === 'hcaptcha' && { sitekey: 'site-key' }) },
      });
      const logged = JSON.stringify(lines);
      for (const kept of [SECRET_KEY, ANSWER, 'another', CLIENT]) assert.ok(!logged.includes(kept));
    });

    test('the client’s address goes there only when that is wanted', async () => {
      const script = (_form: unknown, response: ServerResponse): void => {
        answerJson(response, right[name]);
      };
      const { edge, sent } = await setUpProvider(name, script, { sendClientAddress: true });
      await answerWith(edge, ANSWER);
      assert.equal(sent[0]?.form['remoteip'], CLIENT);
    });

    test('an answer that was given on another host is wrong, unless that host is named', async () => {
      const script = (_form: unknown, response: ServerResponse): void => {
        answerJson(response, { ...right[name], hostname: 'evil.example' });
      };
      await assertAsked(await answerWith((await setUpProvider(name, script)).edge, ANSWER), 'challenge_failed');
      const { edge } = await setUpProvider(name, script, { hostnames: ['evil.example'] });
      assert.equal((await answerWith(edge, ANSWER)).status, 200);
    });

    test('what cannot be an answer is wrong, and mostly not worth a call', async () => {
      const { edge, sent, lines } = await setUpProvider(name, (_form, response) => {
        response.writeHead(413).end('Request Entity Too Large');
      });
      for (const text of ['', ' ', 'a b', 'ä', '\n', '\u0000'])
        await assertAsked(await answerWith(edge, text), 'challenge_failed');
      assert.equal(sent.length, 0);
      await assertAsked(await answerWith(edge, 'x'.repeat(16_000)), 'challenge_failed');
      assert.ok(
        lines.every((line) => line.event === 'request' || (line.event === 'challenge' && line.outcome === 'failed')),
        'nobody passes by making the provider stumble',
      );
    });

    for (const [what, reason, script] of [
      ['fails', 'status 500', (_, response) => void response.writeHead(500).end('oops')],
      [
        'fails in JSON',
        'status 503',
        (_, response) => {
          answerJson(response, right[name], 503);
        },
      ],
      ['moves', 'status 302', (_, response) => void response.writeHead(302, { location: NOWHERE }).end()],
      ['speaks garbage', 'the answer is not understood', (_, response) => void response.end('<html>')],
      [
        'says nothing of success',
        'the answer is not understood',
        (_, response) => {
          answerJson(response, { success: 'yes' });
        },
      ],
      ['floods', 'the answer is too large', (_, response) => void response.end('x'.repeat(100_000))],
      ['breaks off', 'the connection failed', (_, response) => void response.destroy()],
      ['hangs', 'no answer in time', () => undefined],
      [
        'has a wrong secret',
        'invalid-input-secret',
        (_, response) => {
          answerJson(response, { success: false, 'error-codes': ['invalid-input-secret'] });
        },
      ],
    ] satisfies [string, string, Parameters<typeof startProvider>[0]][]) {
      test(`a provider that ${what} keeps nobody out, unless that is wanted`, async () => {
        const open = await setUpProvider(name, script);
        const shut = await setUpProvider(name, script, { onUnavailable: 'refuse' });
        const [passed, refused] = await Promise.all([answerWith(open.edge, ANSWER), answerWith(shut.edge, ANSWER)]);
        assert.equal(passed.status, 200);
        await assertProblem(refused, 503, 'unavailable');
        for (const { lines } of [open, shut]) {
          const told = lines.find((line) => line.event === 'challenge');
          assert.equal(told?.reason, reason);
          for (const kept of [SECRET_KEY, ANSWER, CLIENT]) assert.ok(!JSON.stringify(lines).includes(kept));
        }
      });
    }

    test('its options are checked, and no message quotes the secret', () => {
      const options = { siteKey: 'site-key', secret: SECRET_KEY };
      for (const [over, option] of [
        [{ siteKey: '' }, 'siteKey'],
        [{ secret: '' }, 'secret'],
        [{ url: 'provider.example' }, 'url'],
        [{ url: 'ftp://provider.example' }, 'url'],
      ] as const)
        assert.throws(
          () => PROVIDERS[name]({ ...options, ...over }),
          (error) =>
            error instanceof TypeError &&
            error.message.startsWith(`${name}: ${option}: `) &&
            !error.message.includes(SECRET_KEY),
        );
    });
  });
}

const answered = async (make: (url: string) => Challenge, more: object): Promise<number> => {
  const { url } = await startProvider((_form, response) => {
    answerJson(response, { success: true, hostname: HOST, ...more });
  });
  const { edge } = setUp(NOWHERE, { challenge: make(url) });
  return (await answerWith(edge, ANSWER)).status;
};

for (const [minScore, more, status] of [
  [undefined, {}, 200],
  [undefined, { score: 0.5 }, 200],
  [undefined, { score: 0.4 }, 403],
  [0.3, { score: 0.4 }, 200],
  [0.9, { score: 0.8 }, 403],
  [0.3, {}, 403],
  [0.3, { score: '0.9' }, 403],
] as const)
  test(`reCAPTCHA with minScore ${minScore ?? 'unset'} makes ${status} of ${JSON.stringify(more)}`, async () => {
    const options = { siteKey: 's', secret: SECRET_KEY, ...(minScore !== undefined && { minScore }) };
    assert.equal(await answered((url) => recaptcha({ ...options, url }), more), status);
  });

test('a minScore that is none stops the start', () => {
  assert.throws(() => recaptcha({ siteKey: 's', secret: 's', minScore: 2 }), /recaptcha: minScore: .* 0 to 1/);
});

for (const make of [turnstile, recaptcha])
  test(`${make.name}: the page is told the action, and an answer of another one is wrong`, async () => {
    const options = { siteKey: 's', secret: SECRET_KEY, action: 'sign-up' };
    const { edge } = setUp(NOWHERE, { challenge: make(options) });
    const prompt = await assertAsked(await post(edge, '/token', null), 'challenge_required');
    assert.equal(prompt['action'], 'sign-up');
    assert.equal(await answered((url) => make({ ...options, url }), { action: 'sign-up' }), 200);
    assert.equal(await answered((url) => make({ ...options, url }), { action: 'log-in' }), 403);
    assert.equal(await answered((url) => make({ ...options, url }), {}), 403);
  });
