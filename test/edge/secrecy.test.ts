import assert from 'node:assert/strict';
import { test } from 'vitest';
import {
  answerJson,
  API_KEY,
  CLIENT,
  fetchToken,
  post,
  receiptKey,
  result,
  SECRET,
  setUp,
  startUpstream,
  validate,
} from './support.js';

const SECRETS = [API_KEY, encodeURIComponent(API_KEY), SECRET, receiptKey.d];
const PEOPLE = ['ada.lovelace', 'gmail.con', CLIENT];

test('no key is in any answer, and no key, address or client in any line of the log', async () => {
  const upstream = await startUpstream((email, response, { url }) => {
    // An upstream that fails quotes what it was asked, key and all, wherever it can.
    const said = `${url ?? ''} ${API_KEY}`;
    if (email.includes('+500')) answerJson(response, { error: said }, 500);
    else if (email.includes('+moved')) response.writeHead(302, { location: said.replace(' ', '') }).end();
    else if (email.includes('+garbage')) response.end(said);
    else if (email.includes('+gone')) response.destroy();
    else if (email.includes('+late')) setTimeout(() => response.end(), 300).unref();
    else answerJson(response, { ...result(email), mx_record: said, message: said });
  });
  const { edge, lines } = setUp(upstream.baseUrl, { timeoutMs: 100, quotas: { checksPerToken: 8 } });
  const { edge: broken, lines: brokenLines } = setUp(upstream.baseUrl, {
    receiptKey: { ...receiptKey, x: 'A'.repeat(43) },
  });
  const token = await fetchToken(edge);
  const kinds = ['', '+500', '+moved', '+garbage', '+gone', '+late', '+again', '+once', '+spent'];
  const answers = await Promise.all(kinds.map((kind) => validate(edge, token, `ada.lovelace${kind}@gmail.con`)));
  answers.push(
    await post(edge, '/token', null),
    await post(edge, '/validate', '{"email":"ada.lovelace@gmail.con"'),
    await post(edge, '/ada.lovelace@gmail.con', null),
    await post(edge, '/token', null, { origin: 'https://ada.lovelace@gmail.con' }),
    await validate(edge, 'ada.lovelace@gmail.con', 'ada.lovelace@gmail.con'),
    await post(broken, '/token', null),
  );
  const answered = await Promise.all(
    answers.map(async (answer) => JSON.stringify([...answer.headers]) + (await answer.text())),
  );
  assert.deepEqual(
    answers.map(({ status }) => status).sort(),
    [200, 200, 200, 200, 200, 200, 200, 200, 200, 400, 401, 403, 404, 429, 500],
  );
  assert.ok(
    upstream.urls.every((url) => url.includes(encodeURIComponent(API_KEY))),
    'the upstream did get the key',
  );
  const logged = JSON.stringify([...lines, ...brokenLines]);
  assert.ok(lines.some(({ event }) => event === 'upstream') && brokenLines.some(({ event }) => event === 'error'));
  for (const secret of SECRETS) {
    for (const answer of answered) assert.ok(!answer.includes(secret), answer);
    assert.ok(!logged.includes(secret));
  }
  for (const person of [...PEOPLE, token]) assert.ok(!logged.includes(person), person);
});

test('what the store is given holds no address of the person who asked', async () => {
  const kept: string[] = [];
  const { edge } = setUp((await startUpstream()).baseUrl, {
    store: {
      take: (group, counters) => {
        kept.push(group, ...counters.map(({ key }) => key));
        return Promise.resolve(counters.map(() => ({ allowed: true, remaining: 1, resetMs: 1 })));
      },
      get: (key) => {
        kept.push(key);
        return Promise.resolve(null);
      },
      set: (key, value) => {
        kept.push(key, value);
        return Promise.resolve();
      },
      setIfAbsent: (key) => {
        kept.push(key);
        return Promise.resolve(true);
      },
    },
  });
  assert.equal((await validate(edge, await fetchToken(edge), 'ada.lovelace@gmail.com')).status, 200);
  assert.ok(kept.length >= 5);
  // A hash may hold 'ada' by chance.
  for (const person of ['ada.', 'lovelace', 'gmail', CLIENT]) assert.ok(!kept.join(' ').includes(person), person);
});
