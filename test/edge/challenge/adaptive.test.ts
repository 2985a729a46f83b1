/** The ladder from ordinary traffic to a refusal: log, proof of work, 429. */
import assert from 'node:assert/strict';
import { beforeAll, test, vi } from 'vitest';
import { memoryStore, type EdgeLogLine } from '../../../src/edge/index.js';
import type { AltchaPrompt, TokenAnswer } from '../../../src/protocol/index.js';
import { fetchToken, post, setUp, SECRET, startUpstream, validate, type Caller } from '../support.js';
import { answerWith, assertAsked, encode, solve } from './support.js';
import { whole } from '../../support/whole.js';

let upstreamUrl = '';
beforeAll(async () => {
  upstreamUrl = (await startUpstream()).baseUrl;
});

type Setup = ReturnType<typeof setUp>;
type Edge = Setup['edge'];
/** An edge whose clients have 80 checks in a minute. */
const open = (over: Parameters<typeof setUp>[1] = {}): Setup =>
  setUp(upstreamUrl, { challenge: 'adaptive', ...over, quotas: { checksPerClientPerMinute: 80, ...over.quotas } });

let asked = 0;
const check = (edge: Edge, token: string, caller?: Caller): Promise<Response> =>
  validate(edge, token, `p${(asked += 1)}@example.com`, caller);

/** Makes checks with one token until one is refused. */
const checksUntilRefused = async (
  edge: Edge,
  token: string,
  caller?: Caller,
): Promise<{ made: number; refused: Response }> => {
  for (let made = 0; ; made += 1) {
    const response = await check(edge, token, caller);
    if (response.status !== 200) return { made, refused: response };
  }
};

const tokenOf = async (response: Response): Promise<string> => {
  assert.equal(response.status, 200);
  return ((await response.json()) as TokenAnswer).token;
};

/** A token for a solved challenge. */
const solvedToken = async (edge: Edge, prompt: AltchaPrompt, caller?: Caller): Promise<string> =>
  tokenOf(await answerWith(edge, encode(await solve(prompt)), caller));

const difficulty = ({ parameters }: AltchaPrompt): number => parameters.data.maxNumber;
const rises = (lines: readonly EdgeLogLine[]): unknown[] =>
  lines.flatMap((line) => (line.event === 'ladder' ? [[line.of, line.rung, line.share]] : []));

test('ordinary traffic is asked for nothing: a person’s checks, and those of an office', async () => {
  const { edge, lines } = setUp(upstreamUrl, { challenge: 'adaptive' });
  for (let person = 0; person < 29; person += 1) assert.equal((await check(edge, await fetchToken(edge))).status, 200);
  assert.deepEqual(rises(lines), [['client', 1, 0.13]], 'an office is logged from an eighth on');
  const { edge: small } = open({ quotas: { checksPerClientPerMinute: 6 } });
  const token = await fetchToken(small);
  for (let i = 0; i < 5; i += 1)
    assert.equal((await check(small, token)).status, 200, 'a few checks, of small quotas too');
});

test.runIf(whole)(
  'busy traffic is logged, then asked for work, for more work, and then refused',
  async () => {
    const { edge, lines } = open();
    const [asks, spares]: [number[], string[]] = [[], []];
    /** A token for the work that is asked for now. At the last rung, for a challenge that was solved one rung below. */
    const nextToken = async (): Promise<string> => {
      const prompt = await assertAsked<AltchaPrompt>(await post(edge, '/token', null), 'challenge_required');
      asks.push(difficulty(prompt));
      if (difficulty(prompt) === 6000) return tokenOf(await answerWith(edge, spares.pop()));
      while (difficulty(prompt) === 800 && spares.length < 2) {
        const another = await assertAsked<AltchaPrompt>(await post(edge, '/token', null), 'challenge_required');
        spares.push(encode(await solve(another)));
      }
      return solvedToken(edge, prompt);
    };

    const free = await checksUntilRefused(edge, await fetchToken(edge));
    assert.equal(free.made, 19);
    assert.equal(difficulty(await assertAsked(free.refused, 'challenge_required')), 30);
    let { refused } = free;
    let all = free.made;
    for (;;) {
      if (refused.status === 429) {
        const { code } = (await refused.json()) as { code: string };
        if (code === 'rate_limited') break;
        assert.equal(code, 'token_spent');
      }
      const { made, ...then } = await checksUntilRefused(edge, await nextToken());
      assert.ok(made <= 10, 'a token for work pays for ten checks');
      all += made;
      ({ refused } = then);
    }
    assert.ok(all >= 75, `${all} of 80: the others were counted, and refused`);
    assert.deepEqual([...new Set(asks)], [30, 150, 800, 6000]);
    const climbed = [1, 2, 3, 4, 5].map((rung) => ['client', rung, [0.13, 0.25, 0.5, 0.75, 0.88][rung - 1]]);
    assert.deepEqual(rises(lines), climbed, 'each rise once');
  },
  60_000,
);

/** Uses up a share of the minute's checks with free tokens, which are refused from a quarter on but counted all the same. */
const useUp = async (edge: Edge, checks: number, caller?: Caller): Promise<void> => {
  const token = await fetchToken(edge, caller);
  for (let i = 0; i < checks; i += 1) await check(edge, token, caller);
};

test('checks that are refused for want of work take nothing from the other networks of a /48', async () => {
  const { edge } = open({ quotas: { checksPerClientPerDay: 100 } });
  const statuses: number[] = [];
  for (let network = 0; network < 8; network += 1) {
    const caller = { client: `2001:db8:1:${network}00::1` };
    const answer = await post(edge, '/token', null, caller);
    if (answer.status !== 200) continue;
    const { token } = (await answer.json()) as TokenAnswer;
    for (let i = 0; i < 50; i += 1) statuses.push((await check(edge, token, caller)).status);
  }
  assert.equal(statuses.filter((status) => status === 200).length, 79, 'a quarter of 320 in a minute');
  const neighbour = { client: '2001:db8:1:ff00::1' };
  const refused = await check(edge, await fetchToken(edge, neighbour), neighbour);
  const token = await solvedToken(edge, await assertAsked<AltchaPrompt>(refused, 'challenge_required'), neighbour);
  assert.equal((await check(edge, token, neighbour)).status, 200);
});

test('an answer counts once', async () => {
  const { edge } = open();
  await useUp(edge, 20);
  const prompt = await assertAsked<AltchaPrompt>(await post(edge, '/token', null), 'challenge_required');
  const answer = encode(await solve(prompt));
  const answers = await Promise.all(Array.from({ length: 20 }, () => answerWith(edge, answer)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  for (const other of answers.filter(({ status }) => status !== 200)) await assertAsked(other, 'challenge_failed');
});

test('an answer that is much too easy by now is refused, and may do again later', async () => {
  const { edge, clock } = open({ quotas: { checksPerClientPerMinute: 40 } });
  const token = await fetchToken(edge);
  for (let i = 0; i < 10; i += 1) await check(edge, token);
  const easy = await assertAsked<AltchaPrompt>(await post(edge, '/token', null), 'challenge_required');
  assert.equal(difficulty(easy), 30);
  for (let i = 0; i < 20; i += 1) await check(edge, token);
  const answer = encode(await solve(easy));
  assert.equal(difficulty(await assertAsked<AltchaPrompt>(await answerWith(edge, answer), 'challenge_failed')), 800);
  clock.now += 60_000;
  assert.equal((await answerWith(edge, answer)).status, 200);
});

test('a token that was fetched ahead pays for nothing once work is wanted', async () => {
  const { edge } = open();
  const ahead = await Promise.all([1, 2, 3].map(() => fetchToken(edge)));
  await useUp(edge, 19);
  for (const token of ahead) await assertAsked(await check(edge, token), 'challenge_required');
});

test('expired, of another client, of another page, of another edge, or with another difficulty it is wrong', async () => {
  const { edge, clock } = open({ origins: ['https://shop.example', 'https://other.example'] });
  const { edge: other } = open({ secret: `${SECRET}, another one` });
  const another = { client: '192.0.2.99' };
  for (const [on, caller] of [[edge], [edge, another], [other]] as [Edge, Caller?][]) await useUp(on, 20, caller);
  const promptOf = async (on: Edge, caller?: Caller): Promise<AltchaPrompt> =>
    assertAsked<AltchaPrompt>(await post(on, '/token', null, caller), 'challenge_required');
  const own = await solve(await promptOf(edge));
  const harder = structuredClone(own);
  Object.assign(harder.challenge.parameters.data ?? {}, { maxNumber: 6000 });
  for (const [payload, caller] of [
    [own, another],
    [await solve(await promptOf(other)), {}],
    [harder, {}],
  ] as const)
    await assertAsked(await answerWith(edge, encode(payload), caller), 'challenge_failed');
  assert.equal((await answerWith(edge, encode(own), { origin: 'https://other.example' })).status, 403);
  assert.equal((await answerWith(edge, encode(own))).status, 200);

  const late = open({ quotas: { checksPerClientPerMinute: 1000, checksPerClientPerDay: 80 } });
  await useUp(late.edge, 20);
  const solved = encode(await solve(await promptOf(late.edge)));
  late.clock.now += 300_000;
  await assertAsked(await answerWith(late.edge, solved), 'challenge_failed');
  assert.ok(clock.now < late.clock.now);
});

test('a wall clock that is set back by 30 days does not ask a client for work after its day', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const { edge } = open({ ownClock: true, quotas: { checksPerClientPerMinute: 1000, checksPerClientPerDay: 80 } });
  await useUp(edge, 20);
  await assertAsked(await post(edge, '/token', null), 'challenge_required');
  vi.setSystemTime(Date.now() - 30 * 86_400_000);
  vi.advanceTimersByTime(86_400_000);
  assert.ok(await fetchToken(edge));
});

test('another process, which has not seen the client, asks for the work at its check', async () => {
  const store = memoryStore();
  const [one, two] = [open({ store }).edge, open({ store }).edge];
  await useUp(one, 20);
  const token = await fetchToken(two);
  const prompt = await assertAsked<AltchaPrompt>(await check(two, token), 'challenge_required');
  const worked = await solvedToken(one, prompt);
  assert.equal((await check(two, worked)).status, 200);
});

test('while the day runs low everybody works a little, and only busy clients more', async () => {
  const { edge, lines } = open({ quotas: { checksPerDay: 16, checksPerClientPerMinute: 1000 } });
  for (let n = 0; n < 15; n += 1) {
    const caller = { client: `192.0.2.${n}` };
    const token = await post(edge, '/token', null, caller);
    const prompt = token.status === 200 ? null : await assertAsked<AltchaPrompt>(token, 'challenge_required');
    assert.equal(prompt === null, n < 4, `${n} of 16`);
    if (prompt) assert.equal(difficulty(prompt), n < 8 ? 30 : 150, 'never beyond, for who has made no checks');
    const grant = prompt ? await solvedToken(edge, prompt, caller) : await tokenOf(token);
    assert.equal((await check(edge, grant, caller)).status, 200);
  }
  assert.deepEqual(new Set(rises(lines).map((rise) => (rise as unknown[])[0])), new Set(['day']));
  const busy = { client: '192.0.2.200' };
  const prompt = await assertAsked<AltchaPrompt>(await post(edge, '/token', null, busy), 'challenge_required');
  const { refused } = await checksUntilRefused(edge, await solvedToken(edge, prompt, busy), busy);
  assert.equal(difficulty(await assertAsked<AltchaPrompt>(refused, 'challenge_required')), 6000);
}, 60_000);

test('while an origin’s calls run low, its pages work, and those of others do not', async () => {
  const origins = ['https://shop.example', 'https://other.example'];
  const { edge, lines } = open({ origins, quotas: { checksPerOriginPerDay: 8 } });
  for (let n = 0; n < 2; n += 1) {
    const caller = { client: `192.0.2.${n}` };
    assert.equal((await check(edge, await fetchToken(edge, caller), caller)).status, 200);
  }
  await assertAsked(await post(edge, '/token', null), 'challenge_required');
  assert.ok(await fetchToken(edge, { origin: 'https://other.example' }));
  assert.deepEqual(rises(lines), [
    ['origin', 1, 0.13],
    ['origin', 2, 0.25],
  ]);
});

test('a secret that is exchanged meanwhile costs nobody an answer', async () => {
  const store = memoryStore();
  const { edge: before } = open({ store });
  await useUp(before, 20);
  const prompt = await assertAsked<AltchaPrompt>(await post(before, '/token', null), 'challenge_required');
  const { edge: after } = open({ store, secret: [`${SECRET}, the next one`, SECRET] });
  assert.equal((await check(after, await solvedToken(after, prompt))).status, 200);
});

test('switched off, nobody is asked', async () => {
  const { edge } = open({ challenge: 'off' });
  const token = await fetchToken(edge);
  for (let i = 0; i < 50; i += 1) assert.equal((await check(edge, token)).status, 200);
});
