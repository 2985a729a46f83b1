import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { solveChallenge, type Challenge as AltchaChallenge, type Payload } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Edge } from '../../../src/edge/index.js';
import type { AltchaPrompt, ChallengePrompt, Problem } from '../../../src/protocol/index.js';
import { assertProblem, listen, post, type Caller } from '../support.js';

/** `POST /token` with an answer. */
export const answerWith = (edge: Edge, answer: unknown, caller?: Caller): Promise<Response> =>
  post(edge, '/token', JSON.stringify({ challenge: answer }), caller);

/** Asserts that a token is refused for want of an answer, or for a wrong one, and gives the challenge that is told. */
export const assertAsked = async <T extends ChallengePrompt>(
  response: Response,
  code: 'challenge_required' | 'challenge_failed',
): Promise<T> => {
  const body = (await assertProblem(response, 403, code)) as Problem & { challenge: T };
  return body.challenge;
};

/** Solves a proof of work with the library's own solver. */
export const solve = async ({ parameters, signature }: AltchaPrompt): Promise<Payload> => {
  const challenge = { parameters, signature } as unknown as AltchaChallenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  assert.ok(solution);
  return { challenge, solution };
};

/** Writes an answer as a page sends it. */
export const encode = (payload: object): string => Buffer.from(JSON.stringify(payload)).toString('base64');

/** A request that a provider received. */
export interface Sent {
  method: string | undefined;
  type: string | undefined;
  form: Record<string, string>;
}

/** A provider of the `siteverify` kind, over real HTTP, that does what the test's script says. */
export const startProvider = async (
  script: (form: Record<string, string>, response: ServerResponse) => void,
): Promise<{ url: string; sent: Sent[] }> => {
  const sent: Sent[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(body));
      sent.push({ method: request.method, type: request.headers['content-type'], form });
      script(form, response);
    });
  });
  return { url: `${await listen(server)}/siteverify`, sent };
};
