import type { Edge } from '../../src/edge/edge.js';
import { DEFAULT_QUOTAS } from '../../src/edge/options.js';
import { ORIGIN } from './start.js';

/** A page in a network of its own. */
export interface Page {
  /** Fetches a token. Returns the code of the refusal, if any. */
  fetchToken(): Promise<string | null>;
  /**
   * Checks an address, with a new token if there is none.
   * @returns `refused` if the edge did not grant the request, else the verdict's first code, else its status.
   */
  check(email: string): Promise<string>;
  /** When its network may ask again. */
  readonly waitsUntil: number;
}

/** Creates a page that calls the edge's handler. */
export const createPage = (edge: Edge, clientAddress: string, now: () => number): Page => {
  /** Each with the checks that are left, and when it expires. */
  const tokens: { text: string; left: number; endsAt: number }[] = [];
  let waitsUntil = 0;

  const post = (path: string, body: string | null): Promise<Response> =>
    edge(new Request(`https://edge.example${path}`, { method: 'POST', headers: { origin: ORIGIN }, body }), {
      clientAddress,
      waitUntil: () => undefined,
    });

  const onRefused = ({ headers }: Response): void => {
    waitsUntil = Math.max(waitsUntil, now() + 1000 * Number(headers.get('retry-after')));
  };

  const fetchToken = async (): Promise<string | null> => {
    const response = await post('/token', null);
    const body = (await response.json()) as { token?: string; expires_in?: number; code?: string };
    const { token, expires_in: lifetimeS = 0, code = '' } = body;
    if (token === undefined) {
      onRefused(response);
      return code;
    }
    tokens.push({ text: token, left: DEFAULT_QUOTAS.checksPerToken, endsAt: now() + lifetimeS * 1000 });
    return null;
  };

  return {
    fetchToken,
    async check(email) {
      while (tokens[0] && tokens[0].endsAt <= now()) tokens.shift();
      if (tokens.length === 0 && (await fetchToken()) !== null) return 'refused';
      const [token] = tokens;
      if (!token) return 'refused';
      token.left -= 1;
      if (token.left === 0) tokens.shift();
      const response = await post('/validate', JSON.stringify({ token: token.text, email }));
      const body = (await response.json()) as { status: string; sub_status?: string[] };
      if (response.status === 200) return body.sub_status?.[0] ?? body.status;
      onRefused(response);
      return 'refused';
    },
    get waitsUntil() {
      return waitsUntil;
    },
  };
};
