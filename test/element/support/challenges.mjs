import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { answerTo, edge } from './edge.mjs';

const KEYS = { hmacSignatureSecret: 'a key of the tests', hmacKeySignatureSecret: 'another key of the tests' };
/** The challenges of the edges under `/asks/…`. The solution of `altcha` is the highest counter. */
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

const WORKED = 'a token for work';

const readBody = async ({ req }) => {
  let text = '';
  for await (const piece of req) text += piece;
  return JSON.parse(text || '{}');
};

const ask = async (context, { describe }, code, counter) => {
  context.status = 403;
  context.body = { code, detail: 'Answer it.', challenge: await describe(Number(counter)) };
};

/**
 * Edges that want a challenge answered: `/asks/altcha/COUNTER/RUN/` and `/asks/question/0/RUN/`, each run a new one to
 * its page. Those under `/asks/busy/…` give a token to everybody, and ask at the check.
 */
export const challenges = async (context, next) => {
  const [, kind, counter, path] = /^\/asks\/(\w+)\/(\d+)\/[^/]+\/(\w+)$/.exec(context.path) ?? [];
  if (!kind) return next();
  context.set('cache-control', 'no-store');
  const isBusy = kind === 'busy';
  const question = QUESTIONS[isBusy ? 'altcha' : kind];
  if (path === 'token') {
    const { challenge: answer } = await readBody(context);
    const isRight = answer !== undefined && (await question.verify(answer));
    if (isBusy && isRight) {
      context.body = { token: WORKED, expires_in: 600 };
      return undefined;
    }
    if (!isBusy && !isRight)
      return ask(context, question, answer === undefined ? 'challenge_required' : 'challenge_failed', counter);
  }
  if (path === 'validate' && isBusy) {
    const { token, email } = await readBody(context);
    if (token !== WORKED) return ask(context, question, 'challenge_required', counter);
    context.body = answerTo(email);
    return undefined;
  }
  context.path = `/edge/${path}`;
  return edge(context, next);
};
