import { createChallenge, verifySolution } from 'altcha-lib/v1';
import { edge } from './edge.mjs';

const KEY = 'a key of the tests';
/** What an edge under `/asks/…` asks for; the number is high enough for a thousand hashes and more. */
const QUESTIONS = {
  altcha: {
    describe: async (maxNumber) => ({
      type: 'altcha',
      maxnumber: maxNumber,
      ...(await createChallenge({ hmacKey: KEY, maxNumber, number: maxNumber })),
    }),
    verify: (answer) => verifySolution(answer, KEY),
  },
  question: { describe: () => ({ type: 'question', siteKey: 'k' }), verify: (answer) => answer === 'blue' },
};

/** Edges that want a challenge answered: `/asks/altcha/HASHES/RUN/` and `/asks/question/0/RUN/`, each run a new one to its page. */
export const challenges = async (context, next) => {
  const [, kind, hashes, path] = /^\/asks\/(\w+)\/(\d+)\/[^/]+\/(\w+)$/.exec(context.path) ?? [];
  if (!kind) return next();
  context.set('cache-control', 'no-store');
  if (path === 'token') {
    let text = '';
    for await (const piece of context.req) text += piece;
    const { challenge: answer } = JSON.parse(text || '{}');
    const { describe, verify } = QUESTIONS[kind];
    if (answer === undefined || !(await verify(answer))) {
      context.status = 403;
      const code = answer === undefined ? 'challenge_required' : 'challenge_failed';
      context.body = { code, detail: 'Answer it.', challenge: await describe(Number(hashes)) };
      return undefined;
    }
  }
  context.path = `/edge/${path}`;
  return edge(context, next);
};
