import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { Edge } from '../../../src/edge/index.js';
import type { ChallengePrompt, Problem } from '../../../src/protocol/index.js';
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

/** What a provider was sent. */
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
