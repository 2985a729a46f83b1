import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, test, vi } from 'vitest';
import {
  altcha,
  createEdge,
  receiptKeyFromSeed,
  type Challenge,
  type ChallengeOption,
  type Edge,
} from '../../../src/edge/index.js';
import { toNodeListener } from '../../../src/edge/runtime/node.js';
import type { EmailVerifyChallengeEvent } from '../../../src/element/challenge-event.js';
import { answerChallenge, type AnswerChallenge } from '../../../src/element/edge-client/challenge.js';
import type { CheckResult } from '../../../src/element/edge-client/check-result.js';
import { createEdgeClient, type EdgeClient } from '../../../src/element/edge-client/edge-client.js';
import type { ChallengePrompt, TokenRequest } from '../../../src/protocol/index.js';

const KEY = 'a key of the test';
const never = (): AbortSignal => new AbortController().signal;

const prompt: ChallengePrompt = { type: 'turnstile', siteKey: 'k' };

/**
 * Passes a challenge to the page. Resolves to the body of the token request, null without an answer, and the author's
 * warnings.
 */
const passOn = async (
  listen: (event: EmailVerifyChallengeEvent) => void,
  challenge?: AnswerChallenge,
  answerMs = 2000,
): Promise<{ body: string | null; told: string[] }> => {
  const target = new EventTarget();
  target.addEventListener('email-verify-challenge', listen as (event: Event) => void);
  const host = { eventTarget: target, challenge };
  const told: string[] = [];
  const body = await answerChallenge(host, prompt, (text) => told.push(text), answerMs).catch(() => null);
  return { body, told };
};
const body = (challenge: string): string => JSON.stringify({ challenge } satisfies TokenRequest);

test('any other challenge is passed on: to the event, else to the property', async () => {
  const byEvent = await passOn(
    (event) => {
      assert.deepEqual(
        [event.challenge, event.bubbles, event.composed, event.signal.aborted],
        [prompt, true, true, false],
      );
      event.respondWith(Promise.resolve('by event'));
    },
    () => 'by property',
  );
  assert.deepEqual(byEvent, { body: body('by event'), told: [] });
  const byProperty = await passOn(
    () => undefined,
    (challenge, signal) => Promise.resolve(`${challenge.type} ${String(signal.aborted)}`),
  );
  assert.deepEqual(byProperty, { body: body('turnstile false'), told: [] });
});

for (const [what, listen, property] of [
  ['nobody answers', () => undefined, undefined],
  [
    'the event is cancelled',
    (event) => {
      event.preventDefault();
    },
    () => 'by property',
  ],
  [
    'the answer is rejected',
    (event) => {
      event.respondWith(Promise.reject(new Error('closed')));
    },
    undefined,
  ],
  [
    'the property throws',
    () => undefined,
    () => {
      throw new Error('closed');
    },
  ],
  [
    'the answer never comes',
    (event) => {
      event.respondWith(new Promise(() => undefined));
    },
    undefined,
  ],
] satisfies [string, (event: EmailVerifyChallengeEvent) => void, AnswerChallenge | undefined][])
  test(`where ${what}, there is no answer, and the page's author is told`, async () => {
    const { body, told } = await passOn(listen, property, 200);
    assert.equal(body, null);
    assert.match(told.join(), /^the challenge 'turnstile' was not solved, /);
  });

let edge: Edge;
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  toNodeListener(edge)(request, response);
});
let root = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  root = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ORIGIN = 'https://shop.example';

/** A client of a real edge; Node's fetch sends no Origin of itself. */
const clientOfRealEdge = async (
  challenge: ChallengeOption,
  give: EdgeClient['answerChallenge'],
  now = Date.now,
): Promise<EdgeClient> => {
  edge = createEdge({
    origins: [ORIGIN],
    secret: KEY.padEnd(32),
    receiptKey: await receiptKeyFromSeed(new Uint8Array(32)),
    issuer: root,
    upstream: {
      verify: (email: string) => Promise.resolve({ ...verdict, email, sub_status: [] }),
      close: () => Promise.resolve(),
    },
    challenge,
    now,
  });
  const plain = edge;
  edge = (request, context) => {
    const headers = new Headers(request.headers);
    headers.set('origin', ORIGIN);
    return plain(new Request(request, { headers }), context);
  };
  asked.length = 0;
  const client = createEdgeClient(root);
  if (give) client.answerChallenge = give;
  return client;
};
const verdict = {
  status: 'valid',
  quality: 'safe',
  did_you_mean: null,
  checked_at: '2026-01-31T12:00:00+00:00',
  account: 'ada',
  domain: 'example.com',
  score: 0.9,
  mx_record: '',
} as const;
const check = (client: EdgeClient, email = 'ada@example.com'): Promise<CheckResult> =>
  client.check(email, never(), 5000);

test('an edge that asks for a proof of work gives its token for one, made by the element’s solver', async () => {
  const client = await clientOfRealEdge(altcha({ maxNumber: 8 }), (challenge) =>
    answerChallenge({ eventTarget: new EventTarget() }, challenge, (text) => {
      assert.ok(false, text);
    }),
  );
  client.prefetchToken();
  const [one, other] = await Promise.all([check(client), check(client, 'bob@example.com')]);
  assert.deepEqual([one.ok, other.ok], [true, true]);
  assert.deepEqual(
    asked.filter((path) => path === '/token').length,
    2,
    'the question and the answer, once for all checks',
  );
});

for (const minutes of [-5, 5])
  test(`a page whose clock is ${minutes} minutes off solves a challenge that lasts for one`, async () => {
    const { now } = Date;
    const client = await clientOfRealEdge(
      altcha({ maxNumber: 8, lifetimeMs: 60_000 }),
      (challenge) => answerChallenge({ eventTarget: new EventTarget() }, challenge, () => undefined),
      now,
    );
    vi.spyOn(Date, 'now').mockImplementation(() => now() + minutes * 60_000);
    assert.equal((await check(client)).ok, true);
  });

const wrongly: Challenge = { describe: () => ({ type: 'question' }), verify: (answer) => answer === 'right' };

test('a wrong answer is not tried again, and the check says what the edge said', async () => {
  let solved = 0;
  const client = await clientOfRealEdge(wrongly, () => Promise.resolve(body(`wrong ${++solved}`)));
  const answer = await check(client);
  assert.deepEqual([answer.ok, !answer.ok && answer.failure, solved], [false, 'refused', 1]);
  assert.deepEqual(asked, ['/token', '/token']);
});

test('without an answer nothing more is asked; the next check begins anew', async () => {
  let text: string | null = null;
  const client = await clientOfRealEdge(wrongly, () =>
    text ? Promise.resolve(body(text)) : Promise.reject(new Error('none')),
  );
  const answer = await check(client);
  assert.deepEqual([answer.ok, !answer.ok && answer.failure], [false, 'refused']);
  assert.deepEqual(asked, ['/token']);
  text = 'right';
  assert.equal((await check(client)).ok, true);
});

test('a client that nobody helps is refused, and nothing worse', async () => {
  const answer = await check(await clientOfRealEdge(wrongly, undefined));
  assert.deepEqual([answer.ok, !answer.ok && answer.failure], [false, 'refused']);
});

/** Answers proofs of work as the element does, and counts them. */
const solving = (): { give: NonNullable<EdgeClient['answerChallenge']>; solved: () => number } => {
  let solved = 0;
  const give = (challenge: ChallengePrompt): Promise<string> => {
    solved += 1;
    return answerChallenge({ eventTarget: new EventTarget() }, challenge, (text) => {
      assert.ok(false, text);
    });
  };
  return { give, solved: () => solved };
};

test('an edge that becomes busy gets its work, and every check its verdict', async () => {
  const { give, solved } = solving();
  const client = await clientOfRealEdge('adaptive', give);
  for (let n = 0; n < 29; n += 1) assert.ok((await check(client, `p${n}@example.com`)).ok);
  assert.deepEqual([solved(), asked.filter((path) => path === '/token').length], [0, 1]);
  for (let n = 29; n < 35; n += 1) assert.ok((await check(client, `p${n}@example.com`)).ok);
  assert.deepEqual([solved(), asked.filter((path) => path === '/token').length], [1, 2]);
});

test('checks that are refused at once share one solution', async () => {
  const { give, solved } = solving();
  const client = await clientOfRealEdge('adaptive', give);
  for (let n = 0; n < 29; n += 1) assert.ok((await check(client, `p${n}@example.com`)).ok);
  const answers = await Promise.all([1, 2, 3, 4].map((n) => check(client, `q${n}@example.com`)));
  assert.ok(answers.every(({ ok }) => ok));
  assert.equal(solved(), 1);
});

test('an edge that is never satisfied is given one solution a check', async () => {
  const { give, solved } = solving();
  const client = await clientOfRealEdge('adaptive', give);
  for (let n = 0; n < 29; n += 1) assert.ok((await check(client, `p${n}@example.com`)).ok);
  const real = edge;
  let first: string | undefined;
  edge = async (request, context) => {
    const text = await request.clone().text();
    // Every check comes with the first token, which was issued for no work.
    const { token, email } = JSON.parse(text || '{}') as { token?: string; email?: string };
    if (token === undefined) return real(request, context);
    first ??= token;
    const body = JSON.stringify({ token: first, email });
    return real(new Request(request.url, { method: 'POST', headers: request.headers, body }), context);
  };
  const answer = await check(client, 'last@example.com');
  assert.deepEqual([answer.ok, !answer.ok && answer.failure, solved()], [false, 'refused', 1]);
});
