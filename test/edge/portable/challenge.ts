/** The challenges, as it is on every runtime. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { AltchaPrompt, Problem, TokenAnswer } from '../../../src/protocol/index.js';
import { encode, solve } from '../challenge/support.js';
import { assertProblem, startUpstream } from '../support.js';
import { posted, settings, tokenAt, validateAt, type Open } from './place.js';

export const describeChallenge = (open: Open): void => {
  test('asks for a proof of work, gives a token for it, and for the same one no other', async () => {
    const upstream = await startUpstream();
    const place = await open(settings(upstream.baseUrl, { CHALLENGE: 'altcha' }));
    const { challenge: prompt } = (await assertProblem(
      await place.send('/token', posted()),
      403,
      'challenge_required',
    )) as Problem & { challenge: AltchaPrompt };
    assert.equal(prompt.type, 'altcha');
    const solved = await solve(prompt);
    const answerWith = (derivedKey: string): Promise<Response> => {
      const answer = encode({ ...solved, solution: { ...solved.solution, derivedKey } });
      return place.send('/token', posted(JSON.stringify({ challenge: answer })));
    };
    const { derivedKey } = solved.solution;

    await assertProblem(await answerWith('00'.repeat(32)), 403, 'challenge_failed');
    const given = await answerWith(derivedKey);
    assert.equal(given.status, 200);
    const { token } = (await given.json()) as TokenAnswer;
    assert.equal((await validateAt(place, token, 'anna@example.com')).status, 200);
    await assertProblem(await answerWith(derivedKey), 403, 'challenge_failed');
    await place.end();
  });

  test('asks a client for a proof of work once it is busy, and gives its checks a token for one', async () => {
    const upstream = await startUpstream();
    const place = await open(settings(upstream.baseUrl, { CHECKS_PER_CLIENT_PER_MINUTE: '24' }));
    const free = await tokenAt(place);
    for (let n = 0; n < 5; n += 1) assert.equal((await validateAt(place, free, `p${n}@example.com`)).status, 200);
    const refused = await validateAt(place, free, 'anna@example.com');
    const { challenge } = (await assertProblem(refused, 403, 'challenge_required')) as Problem & {
      challenge: AltchaPrompt;
    };
    assert.equal(challenge.parameters.data.maxNumber, 30);
    const answer = JSON.stringify({ challenge: encode(await solve(challenge)) });
    const given = await place.send('/token', posted(answer));
    assert.equal(given.status, 200);
    const { token } = (await given.json()) as TokenAnswer;
    assert.equal((await validateAt(place, token, 'anna@example.com')).status, 200);
    await assertProblem(await place.send('/token', posted(answer)), 403, 'challenge_failed');
    await place.end();
  });
};
