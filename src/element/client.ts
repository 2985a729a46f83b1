import { readVerdict, type Problem, type TokenAnswer, type ValidateRequest, type Verdict } from '../protocol/index.js';
import type { FailureCode } from './machine.js';

/** What comes of asking the edge. */
export type Answer =
  | { ok: true; verdict: Verdict; receipt: string | null }
  | {
      ok: false;
      failure: FailureCode;
      /** For the page's author: what the edge said, or what went wrong. */
      detail: string;
    };

export interface Client {
  /** Fetches a token ahead of the first check, so that the check is one request. */
  prepare(): void;
  /** Asks the edge about an address. Never rejects; ends at once when the signal is aborted. */
  check(email: string, signal: AbortSignal): Promise<Answer>;
}

/** A token is renewed this long before it expires. */
const RENEW_MS = 30_000;
/** How long an answer stands for its value. */
const REMEMBER_MS = 60_000;
const REMEMBERED = 50;

export const failed = (failure: FailureCode, detail = ''): Answer => ({ ok: false, failure, detail });

const lost = (error: unknown): Answer => failed('network', String(error));

/**
 * A client of one edge.
 * @param endpoint the edge's address, absolute or relative to `base`; a missing slash at its end is added.
 */
export const createClient = (endpoint: string, base: string): Client => {
  const root = new URL(endpoint, base);
  if (!root.pathname.endsWith('/')) root.pathname += '/';
  const remembered = new Map<string, { answer: Answer; until: number }>();
  let token: { value: string; until: number } | null = null;
  let fetching: Promise<Answer | null> | null = null;

  /** A string as body goes out as `text/plain`: a simple request, with no CORS preflight before it (Fetch, §2.2.2). */
  const post = async (path: string, body: string, signal?: AbortSignal): Promise<Response> => {
    const init: RequestInit = { method: 'POST', body, credentials: 'omit', signal: signal ?? null };
    try {
      return await fetch(new URL(path, root), init);
    } catch (error) {
      if (signal?.aborted || !(error instanceof TypeError)) throw error;
      // A connection that was closed while it lay idle fails just once: the second try opens a new one.
      return await fetch(new URL(path, root), init);
    }
  };

  const refusal = async (response: Response): Promise<{ code: string; answer: Answer }> => {
    const { code = '', detail } = (await response.json().catch(() => ({}))) as Partial<Problem>;
    return { code, answer: failed('refused', detail ?? `The edge answered ${response.status}.`) };
  };

  const fetchToken = async (): Promise<Answer | null> => {
    try {
      const response = await post('token', '');
      if (!response.ok) return (await refusal(response)).answer;
      const answer = (await response.json()) as TokenAnswer;
      token = { value: answer.token, until: Date.now() + answer.expires_in * 1000 - RENEW_MS };
      return null;
    } catch (error) {
      return lost(error);
    }
  };

  /** Makes sure of a token; gives what went wrong, or null. */
  const ensureToken = async (): Promise<Answer | null> => {
    if (token && Date.now() < token.until) return null;
    return (fetching ??= fetchToken().finally(() => (fetching = null)));
  };

  const ask = async (email: string, signal: AbortSignal, again = true): Promise<Answer> => {
    const trouble = await ensureToken();
    if (trouble) return trouble;
    const request: ValidateRequest = { token: token?.value ?? '', email };
    const response = await post('validate', JSON.stringify(request), signal);
    if (!response.ok) {
      const { code, answer } = await refusal(response);
      if (!again || !code.includes('token')) return answer;
      token = null;
      return ask(email, signal, false);
    }
    const body = (await response.json()) as { receipt?: unknown };
    const verdict = readVerdict(body);
    if (!verdict) return failed('refused', 'The edge gave an answer that is no verdict.');
    return { ok: true, verdict, receipt: typeof body.receipt === 'string' ? body.receipt : null };
  };

  return {
    prepare: () => void ensureToken(),
    async check(email, signal) {
      const known = remembered.get(email);
      if (known && Date.now() < known.until) return known.answer;
      const answer = await ask(email, signal).catch(lost);
      // What could not be found out may be known the next time.
      if (answer.ok && answer.verdict.status !== 'unknown') {
        if (remembered.size >= REMEMBERED) remembered.clear();
        remembered.set(email, { answer, until: Date.now() + REMEMBER_MS });
      }
      return answer;
    },
  };
};
