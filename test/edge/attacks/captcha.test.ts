/**
 * Whoever wants tokens without solving the CAPTCHA: by answers that its provider refuses, by a flood, or while it is
 * down.
 */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test, vi } from 'vitest';
import { hcaptcha, recaptcha, turnstile } from '../../../src/edge/index.js';
import { eventually } from '../../support/eventually.js';
import { answerWith, assertAsked, startProvider } from '../challenge/support.js';
import { answerJson, setUp } from '../support.js';
import { each, numbers, tally, wordOf } from './support.js';

const NOWHERE = 'http://127.0.0.1:9';
const PROVIDERS = { turnstile, hcaptcha, recaptcha };
type Name = keyof typeof PROVIDERS;
type Script = Parameters<typeof startProvider>[0];

/** Answers as each provider makes them; the last of each is that of its test keys. */
const GENUINE: Record<Name, string[]> = {
  turnstile: [`0.${'Zx-9_aQ'.repeat(90)}.wm3T1oWqD0k4A_j-bA.${'0f9e'.repeat(16)}`, 'XXXX.DUMMY.TOKEN.XXXX'],
  hcaptcha: [
    `P1_eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.${'hKdwYXNza2V5xQ'.repeat(200)}.q-2_f8Z`,
    '10000000-aaaa-bbbb-cccc-000000000001',
  ],
  recaptcha: [`03AFcWeA${'6-g_Xq'.repeat(300)}`, '0cAFcWeA5-test_key'],
};
/** Challenge answers that a firewall in front of a provider may take for an attack. */
const HOSTILE = [
  "' or 1=1--",
  '<script>alert(1)</script>',
  '<script>alert(1)</script>'.replaceAll(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  '../../etc/passwd',
  '..\\..\\boot.ini',
  '${jndi:ldap://x.example/a}',
  '{{7*7}}',
  ';cat/etc/passwd',
  '$(id)',
  '`id`',
  'a&secret=b',
  'a=b',
  'a+b',
  'a,b',
  'a|b',
  'ﬀ',
  'a\u0000b',
  'x'.repeat(16_001),
];

/** An edge before a provider that follows this script. */
const setUpProvider = async (script: Script, name: Name = 'hcaptcha') => {
  const provider = await startProvider(script);
  const challenge = PROVIDERS[name]({ siteKey: 'site-key', secret: 'secret-key', url: provider.url });
  return { ...setUp(NOWHERE, { challenge }), ...provider };
};
const answers =
  (body: unknown, status = 200): Script =>
  (_form, response) => {
    answerJson(response, body, status);
  };
const right = { success: true, hostname: 'shop.example' };

for (const name of Object.keys(PROVIDERS) as Name[])
  test(`${name}: what cannot be an answer never reaches the provider, and is wrong`, async () => {
    const { edge, sent } = await setUpProvider(answers(right), name);
    for (const text of HOSTILE) await assertAsked(await answerWith(edge, text), 'challenge_failed');
    assert.equal(sent.length, 0);
    for (const text of GENUINE[name]) assert.equal((await answerWith(edge, text)).status, 200);
  });

for (const status of [400, 401, 403, 404, 408, 413, 414, 422, 429, 431, 451])
  test(`an answer to which the provider says ${status} is wrong, and the operator sees it`, async () => {
    const scripts = [
      answers(right, status),
      answers({ success: false, 'error-codes': ['internal-error'] }, status),
      (_: unknown, response: ServerResponse) => void response.writeHead(status).end('<html>'),
    ];
    for (const script of scripts) {
      const { edge, lines } = await setUpProvider(script);
      const words = await each(numbers(7), async () => wordOf(await answerWith(edge, 'answer')));
      assert.deepEqual(tally(words), { '403 challenge_failed': 7 });
      const told = lines.filter(({ event }) => event === 'challenge');
      assert.equal(told.length, 7);
      for (const line of told)
        assert.ok(line.event === 'challenge' && line.outcome === 'failed' && line.reason === `status ${status}`);
    }
  });

test('an answer that was given for another site key is wrong', async () => {
  // hCaptcha says so of any answer of another account's widget, also of its public test keys.
  const { edge } = await setUpProvider(answers({ success: false, 'error-codes': ['sitekey-secret-mismatch'] }));
  await assertAsked(await answerWith(edge, 'answer'), 'challenge_failed');
});

test('a provider that does not know the secret is trouble with a setting, whatever its status', async () => {
  for (const status of [200, 400, 401]) {
    const refusal = { success: false, 'error-codes': ['invalid-input-secret'] };
    const { edge, lines } = await setUpProvider(answers(refusal, status));
    assert.equal((await answerWith(edge, 'answer')).status, 200);
    const [told] = lines;
    assert.ok(told?.event === 'challenge' && told.outcome === 'passed' && told.reason === 'invalid-input-secret');
  }
});

const OUTAGES: Record<string, Script> = {
  'answers 500': (_, response) => void response.writeHead(500).end(),
  'answers 503': answers(right, 503),
  'breaks off': (_, response) => void response.destroy(),
  'speaks garbage': (_, response) => void response.end('<html>'),
};
for (const [what, script] of Object.entries(OUTAGES))
  test(`while the provider ${what}, a client gets five tokens a minute, each of them counted`, async () => {
    const { edge, lines, clock } = await setUpProvider(script);
    const flood = async (client: string, calls = 9) =>
      tally(await each(numbers(calls), async () => wordOf(await answerWith(edge, 'answer', { client }))));
    assert.deepEqual(await flood('192.0.2.1'), { '200': 5, '429 rate_limited': 4 });
    assert.deepEqual(await flood('192.0.2.2', 3), { '200': 3 });
    const outcomes = lines.flatMap((line) => (line.event === 'challenge' ? [line.outcome] : []));
    assert.deepEqual(tally(outcomes), { passed: 8, refused: 4 });
    const refused = await answerWith(edge, 'answer', { client: '192.0.2.1' });
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    clock.now += 60_000;
    assert.deepEqual(await flood('192.0.2.1'), { '200': 5, '429 rate_limited': 4 });
    // The networks of an IPv6 /48 share what four of them have, those of a /56 what two have.
    const across = async (networkOf: (i: number) => string) =>
      tally(
        await each(numbers(40), async (i) =>
          wordOf(await answerWith(edge, 'answer', { client: `2001:db8:${networkOf(i)}::1` })),
        ),
      );
    assert.deepEqual(await across((i) => `1:${(i * 256).toString(16)}`), { '200': 20, '429 rate_limited': 20 });
    assert.deepEqual(await across((i) => `2:${i.toString(16)}`), { '200': 10, '429 rate_limited': 30 });
  });

test('a client that floods a slow provider is refused by the edge, and keeps nobody else from it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const kept: ServerResponse[] = [];
  const { edge, sent, lines } = await setUpProvider((_form, response) => void kept.push(response));
  const flood = numbers(120).map(async () => wordOf(await answerWith(edge, 'answer', { client: '192.0.2.1' })));
  await eventually(() => kept.length === 64);
  const others = numbers(10).map(async (i) => wordOf(await answerWith(edge, 'answer', { client: `198.51.100.${i}` })));
  await eventually(() => kept.length === 74);
  for (const response of kept) answerJson(response, right);
  assert.deepEqual(tally(await Promise.all(flood)), { '200': 64, '429 rate_limited': 56 });
  assert.deepEqual(tally(await Promise.all(others)), { '200': 10 });
  assert.equal(sent.length, 74);
  assert.deepEqual(
    lines.filter(({ event }) => event === 'challenge'),
    [],
    'none of it is an outage',
  );
});
