/** The challenge before the tokens, as it is on every runtime. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { solveChallenge } from 'altcha-lib/v1';
import type { AltchaPrompt, Problem, TokenAnswer } from '../../../src/protocol/index.js';
import { assertProblem, startUpstream } from '../support.js';
import { posted, settings, validateAt, type Open } from './place.js';

export const describeChallenge = (open: Open): void => {
  test('asks for a proof of work, gives a token for it, and for the same one no other', async () => {
    const upstream = await startUpstream();
    const place = await open(settings(upstream.baseUrl, { CHALLENGE: 'altcha' }));
    const { challenge: prompt } = (await assertProblem(
      await place.send('/token', posted()),
      403,
      'challenge_required',
    )) as Problem & { challenge: AltchaPrompt };
    const { type, algorithm, challenge, salt, signature, maxnumber } = prompt;
    assert.deepEqual([type, algorithm], ['altcha', 'SHA-256']);
    const solution = await solveChallenge(challenge, salt, algorithm, maxnumber).promise;
    const answerWith = (number: number | undefined): Promise<Response> => {
      const answer = btoa(JSON.stringify({ algorithm, challenge, salt, signature, number }));
      return place.send('/token', posted(JSON.stringify({ challenge: answer })));
    };

    await assertProblem(await answerWith(maxnumber + 1), 403, 'challenge_failed');
    const given = await answerWith(solution?.number);
    assert.equal(given.status, 200);
    const { token } = (await given.json()) as TokenAnswer;
    assert.equal((await validateAt(place, token, 'anna@example.com')).status, 200);
    await assertProblem(await answerWith(solution?.number), 403, 'challenge_failed');
    await place.end();
  });
};
