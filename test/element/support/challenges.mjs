import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { edge } from './edge.mjs';

const KEYS = { hmacSignatureSecret: 'a key of the tests', hmacKeySignatureSecret: 'another key of the tests' };
/** What an edge under `/asks/…` asks for: the solution is the highest counter. */
const QUESTIONS = {
  altcha: {
    describe: async (maxNumber) => ({
      type: 'altcha',
      ...(await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: 5000,
        counter: maxNumber,
        data: { maxNumber, expires: 0 },
        deriveKey,
        ...KEYS,
      })),
    }),
    verify: async (answer) => {
      const { verified } = await verifySolution({ ...JSON.parse(atob(answer)), deriveKey, ...KEYS });
      return verified;
    },
  },
  question: { describe: () => ({ type: 'question', siteKey: 'k' }), verify: (answer) => answer === 'blue' },
};

/** Edges that want a challenge answered: `/asks/altcha/COUNTER/RUN/` and `/asks/question/0/RUN/`, each run a new one to its page. */
export const challenges = async (context, next) => {
  const [, kind, counter, path] = /^\/asks\/(\w+)\/(\d+)\/[^/]+\/(\w+)$/.exec(context.path) ?? [];
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
      context.body = { code, detail: 'Answer it.', challenge: await describe(Number(counter)) };
      return undefined;
    }
  }
  context.path = `/edge/${path}`;
  return edge(context, next);
};
