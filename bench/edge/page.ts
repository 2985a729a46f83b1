import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Edge } from '../../src/edge/edge.js';
import { DEFAULT_QUOTAS } from '../../src/edge/options.js';
import type { AltchaPrompt } from '../../src/protocol/index.js';
import { ORIGIN } from './start.js';

/** One key of a proof of work takes a core so long. */
const KEY_MS = 1;
/** Checks of a token for a proof of work. */
const CHECKS_FOR_WORK = 10;

/** Makes 0 the solution of each challenge, so that it takes little real time. Pages let the average pass in virtual time. */
export const easeWork = (): void => {
  const random = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (array) => (array instanceof Uint32Array ? array.fill(0) : random(array));
};

interface TokenBody {
  token?: string;
  expires_in?: number;
  code?: string;
  challenge?: AltchaPrompt;
}

/** A page in a network of its own. */
export interface Page {
  /** Fetches a token. Returns the code of the refusal, if any. */
  fetchToken(): Promise<string | null>;
  /**
   * Checks an address, with a new token if there is none.
   * @returns `refused` if the edge did not grant the request, else the verdict's first code, else its status.
   */
  check(email: string): Promise<string>;
  /** Its computing time for proofs of work so far, in milliseconds. */
  readonly workMs: number;
  /** When its network may ask again. */
  readonly waitsUntil: number;
}

/** Creates a page that calls the edge's handler. */
export const createPage = (edge: Edge, clientAddress: string, now: () => number): Page => {
  /** Each with the checks that are left, and when it expires. */
  const tokens: { text: string; left: number; endsAt: number }[] = [];
  let waitsUntil = 0;
  let workMs = 0;

  const post = (path: string, body: string | null): Promise<Response> =>
    edge(new Request(`https://edge.example${path}`, { method: 'POST', headers: { origin: ORIGIN }, body }), {
      clientAddress,
      waitUntil: () => undefined,
    });

  const onRefused = ({ headers }: Response): void => {
    waitsUntil = Math.max(waitsUntil, now() + 1000 * Number(headers.get('retry-after')));
  };

  /** Solves a challenge. */
  const solve = async ({ parameters, signature }: AltchaPrompt): Promise<string> => {
    const ms = (parameters.data.maxNumber / 2) * KEY_MS;
    workMs += ms;
    await new Promise((resolve) => setTimeout(resolve, ms));
    const challenge = { parameters, signature } as unknown as Challenge;
    return btoa(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) }));
  };

  const fetchToken = async (prompt?: AltchaPrompt): Promise<string | null> => {
    const response = await post('/token', prompt ? JSON.stringify({ challenge: await solve(prompt) }) : null);
    const { token, expires_in: lifetimeS = 0, code = '', challenge } = (await response.json()) as TokenBody;
    if (token === undefined) {
      if (code === 'challenge_required' && challenge) return fetchToken(challenge);
      onRefused(response);
      return code;
    }
    const left = prompt ? CHECKS_FOR_WORK : DEFAULT_QUOTAS.checksPerToken;
    tokens.push({ text: token, left, endsAt: now() + lifetimeS * 1000 });
    return null;
  };

  const check = async (email: string): Promise<string> => {
    while (tokens[0] && tokens[0].endsAt <= now()) tokens.shift();
    if (tokens.length === 0 && (await fetchToken()) !== null) return 'refused';
    const [token] = tokens;
    if (!token) return 'refused';
    token.left -= 1;
    if (token.left === 0) tokens.shift();
    const response = await post('/validate', JSON.stringify({ token: token.text, email }));
    const body = (await response.json()) as TokenBody & { status: string; sub_status?: string[] };
    if (response.status === 200) return body.sub_status?.[0] ?? body.status;
    if (body.code === 'challenge_required' && body.challenge) {
      // The token, and those fetched with it, are not worth a check any more.
      tokens.length = 0;
      return (await fetchToken(body.challenge)) === null ? check(email) : 'refused';
    }
    onRefused(response);
    return 'refused';
  };

  return {
    fetchToken: () => fetchToken(),
    check,
    get workMs() {
      return workMs;
    },
    get waitsUntil() {
      return waitsUntil;
    },
  };
};
