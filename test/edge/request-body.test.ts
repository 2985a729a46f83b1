import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { CLIENT, ISSUER, ORIGIN, assertProblem, fetchToken, post, setUp, startUpstream } from './support.js';

const upstream = await startUpstream();
const { edge } = setUp(upstream.baseUrl);
const token = await fetchToken(edge);
const email = 'ada@example.com';
const bytes = (...values: number[]): BodyInit => new Uint8Array(values);

const BAD: Record<string, BodyInit | null> = {
  'no body': null,
  'an empty body': '',
  words: 'hello',
  'half of JSON': `{"token":"${token}","email":`,
  'two values': '{}{}',
  'a comment': `{"token":"${token}",/* */"email":"${email}"}`,
  'a trailing comma': `{"token":"${token}","email":"${email}",}`,
  null: 'null',
  'a number': '7',
  'an array': JSON.stringify([token, email]),
  'nothing in the object': '{}',
  'no email': JSON.stringify({ token }),
  'no token': JSON.stringify({ email }),
  'the email in an array': JSON.stringify({ token, email: [email] }),
  'the email as an object': JSON.stringify({ token, email: { toString: email } }),
  'the token as a number': JSON.stringify({ token: 1, email }),
  'both behind __proto__': `{"__proto__":{"token":"${token}","email":"${email}"}}`,
  'a form': `token=${token}&email=${email}`,
  'deep arrays': '['.repeat(2000),
  'deep and closed arrays': '['.repeat(1000) + ']'.repeat(1000),
  'invalid UTF-8': bytes(0x7b, 0xff, 0xfe, 0x7d),
  'invalid UTF-8 within the email': Buffer.concat([
    Buffer.from(`{"token":"${token}","email":"a`),
    Buffer.from([0xff]),
    Buffer.from('@example.com"}'),
  ]),
  'UTF-8 cut off': bytes(0x22, 0xe2, 0x82),
  'UTF-16': bytes(0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00),
  'zero bytes': bytes(0, 0, 0, 0),
  'an email of 321 characters': JSON.stringify({ token, email: `${'a'.repeat(309)}@example.com` }),
};

for (const [name, body] of Object.entries(BAD)) {
  test(`a body with ${name} is a bad request that says what would be right`, async () => {
    const problem = await assertProblem(await post(edge, '/validate', body), 400, 'bad_request');
    assert.match(problem.detail, /Send \{"token": "…", "email": "…"\}|the longest address has 320/);
  });
}

test('an empty address is told from a missing one', async () => {
  await assertProblem(await post(edge, '/validate', JSON.stringify({ token, email: ' ' })), 400, 'missing_email');
});

test('another media type is a bad request', async () => {
  for (const type of [
    'multipart/form-data; boundary=x',
    'text/html',
    'application/x-www-form-urlencoded',
    'text/plainer',
  ]) {
    const headers = { origin: ORIGIN, 'content-type': type };
    const body = JSON.stringify({ token, email });
    const request = new Request(`${ISSUER}/validate`, { method: 'POST', headers, body });
    await assertProblem(await edge(request, { clientAddress: CLIENT }), 400, 'bad_request');
  }
});

/** A request whose body arrives piece by piece, and how much of it was taken. */
const streamed = (pull: (controller: ReadableStreamDefaultController<Uint8Array>) => void): Request =>
  new Request(`${ISSUER}/validate`, {
    method: 'POST',
    headers: { origin: ORIGIN },
    body: new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 }),
    ...{ duplex: 'half' },
  });

test('2048 bytes are taken and 2049 are not', async () => {
  const padded = (length: number): string => {
    const body = JSON.stringify({ token, email });
    return body + ' '.repeat(length - body.length);
  };
  assert.equal((await post(edge, '/validate', padded(2048))).status, 200);
  await assertProblem(await post(edge, '/validate', padded(2049)), 413, 'too_large');
});

test('an endless body is read no further than its bound', async () => {
  let pulled = 0;
  const request = streamed((controller) => {
    pulled += 1;
    controller.enqueue(new Uint8Array(1024));
  });
  await assertProblem(await edge(request, { clientAddress: CLIENT }), 413, 'too_large');
  assert.ok(pulled <= 4, `${pulled} pieces of 1 kB were taken`);
});

test('a body that stops arriving is given up after five seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const answer = edge(
    streamed(() => undefined),
    { clientAddress: CLIENT },
  );
  await Promise.resolve();
  vi.advanceTimersByTime(5000);
  await assertProblem(await answer, 400, 'bad_request');
});

test('a body that breaks off is a bad request', async () => {
  const request = streamed((controller) => {
    controller.error(new Error('gone'));
  });
  await assertProblem(await edge(request, { clientAddress: CLIENT }), 400, 'bad_request');
});

test('no bad body cost a call or a check', () => {
  assert.equal(upstream.urls.length, 1);
});
