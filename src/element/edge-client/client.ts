import { parseAddress } from '../../address/parse.js';
import {
  readVerdict,
  type ChallengePrompt,
  type Problem,
  type TokenAnswer,
  type ValidateRequest,
  type Verdict,
} from '../../protocol/index.js';
import type { FailureCode } from '../field/state.js';

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
  /**
   * Answers what the edge asks before it gives a token: gives the body of the request, and rejects when there is no answer. It may
   * take longer than a check, as a person does: the token then serves the next one.
   */
  answer?: (challenge: ChallengePrompt) => Promise<string>;
  /** The answer for an address that was asked about a moment ago; null when there is none. */
  recall(email: string): Answer | null;
  /** Fetches a token ahead of the first check, so that the check is one request. */
  prepare(): void;
  /**
   * Asks the edge about an address. Never rejects.
   * @param signal aborted when the answer is no longer wanted: nothing is asked after that.
   * @param limitMs how long the answer is waited for; an edge that asks to be left alone for longer is not asked again.
   */
  check(email: string, signal: AbortSignal, limitMs: number): Promise<Answer>;
}

/** A token is renewed this long before it expires. */
const RENEW_MS = 30_000;
/** A token that takes longer is asked for anew by the next check. */
const TOKEN_MS = 5000;
/** How long an answer stands for its value. */
const REMEMBER_MS = 60_000;
const REMEMBERED = 50;

/** What an edge did not grant. */
interface Refused {
  code: string;
  answer: Answer;
  challenge: ChallengePrompt | undefined;
}

/** Whether there is something whose time is not over. */
const lasts = <T extends { until: number }>(it: T | null | undefined): it is T => Boolean(it && Date.now() < it.until);

export const failed = (failure: FailureCode, detail = ''): Answer => ({ ok: false, failure, detail });

const lost = (error: unknown): Answer => failed('network', String(error));

/** Two spellings of one address; verifiers may change the letter case. */
const same = (a: string, b: string): boolean => {
  const [one, other] = [a, b].map((text) => parseAddress(text.trim()));
  return Boolean(one?.ok && other?.ok && one.ascii.toLowerCase() === other.ascii.toLowerCase());
};

/** Reads what was said of an address, by the edge or by the page itself. What was said of another one is no answer. */
export const readAnswer = (body: unknown, email: string): Answer => {
  const verdict = readVerdict(body);
  if (!verdict) return failed('refused', 'The answer is no verdict.');
  if (!same(verdict.email, email)) return failed('refused', 'The answer is about another address.');
  const { receipt } = body as { receipt?: unknown };
  return { ok: true, verdict, receipt: typeof receipt === 'string' ? receipt : null };
};

/** Waits; ends at once when the signal is aborted. */
const pause = (ms: number, signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
    signal.addEventListener('abort', resolve);
  });

/**
 * A client of one edge.
 * @param root the edge's address, with a slash at its end.
 */
export const createClient = (root: string): Client => {
  const remembered = new Map<string, { answer: Answer; until: number }>();
  let token: { value: string; until: number } | null = null;
  let fetching: Promise<Answer | null> | null = null;
  /** The edge asked to be left alone. */
  let busy: { answer: Answer; until: number } | null = null;

  /** A string as body goes out as `text/plain`: a simple request, with no CORS preflight before it (Fetch, §2.2.2). */
  const post = async (path: string, body: string, signal: AbortSignal): Promise<Response> => {
    const init: RequestInit = { method: 'POST', body, credentials: 'omit', signal };
    try {
      return await fetch(root + path, init);
    } catch (error) {
      if (signal.aborted || !(error instanceof TypeError)) throw error;
      // A connection that was closed while it lay idle fails just once: the second try opens a new one.
      return await fetch(root + path, init);
    }
  };

  const refusal = async (response: Response): Promise<Refused> => {
    const { code = '', detail, challenge } = (await response.json().catch(() => ({}))) as Partial<Problem & Refused>;
    const answer = failed('refused', detail ?? `The edge answered ${response.status}.`);
    // Seconds; an HTTP date would have to be told from the page's own clock, which may be wrong.
    const seconds = Number(response.headers.get('retry-after'));
    if (seconds > 0) busy = { answer, until: Date.now() + seconds * 1000 };
    return { code, answer, challenge };
  };

  /** @param given answers the edge's challenge; it is tried once. */
  const fetchToken = async (given = ''): Promise<Answer | null> => {
    try {
      const response = await post('token', given, AbortSignal.timeout(TOKEN_MS));
      if (!response.ok) {
        const { answer, challenge } = await refusal(response);
        if (given || !challenge || !client.answer) return answer;
        return await client.answer(challenge).then(fetchToken, () => answer);
      }
      const answer = (await response.json()) as TokenAnswer;
      token = { value: answer.token, until: Date.now() + answer.expires_in * 1000 - RENEW_MS };
      return null;
    } catch (error) {
      return lost(error);
    }
  };

  /** Makes sure of a token; gives what went wrong, or null. */
  const ensureToken = async (): Promise<Answer | null> => {
    if (lasts(token)) return null;
    return (fetching ??= fetchToken().finally(() => (fetching = null)));
  };

  /** @param until when the answer is no longer waited for. */
  const ask = async (email: string, signal: AbortSignal, until: number, again = true): Promise<Answer> => {
    if (lasts(busy)) {
      if (busy.until > until) return busy.answer;
      await pause(busy.until - Date.now(), signal);
      signal.throwIfAborted();
    }
    const before = busy;
    let answer = await ensureToken();
    if (!answer) {
      const request: ValidateRequest = { token: token?.value ?? '', email };
      const response = await post('validate', JSON.stringify(request), signal);
      if (response.ok) return readAnswer(await response.json(), email);
      const refused = await refusal(response);
      if (again && refused.code.includes('token')) {
        token = null;
        return ask(email, signal, until, false);
      }
      ({ answer } = refused);
    }
    return again && busy !== before ? ask(email, signal, until, false) : answer;
  };

  const client: Client = {
    prepare: () => void (lasts(busy) || ensureToken()),
    recall(email) {
      const known = remembered.get(email);
      return lasts(known) ? known.answer : null;
    },
    async check(email, signal, limitMs) {
      const known = client.recall(email);
      if (known) return known;
      const answer = await ask(email, signal, Date.now() + limitMs).catch(lost);
      // What could not be found out may be known the next time.
      if (answer.ok && answer.verdict.status !== 'unknown') {
        if (remembered.size >= REMEMBERED) remembered.clear();
        remembered.set(email, { answer, until: Date.now() + REMEMBER_MS });
      }
      return answer;
    },
  };
  return client;
};

const clients = new Map<string, Client>();

/**
 * The client of an edge: one for all the elements of a page, which share its token and what it remembers.
 * @param endpoint the edge's address, absolute or relative to `base`; a missing slash at its end is added.
 * @throws TypeError when it is no HTTP address.
 */
export const clientOf = (endpoint: string, base: string): Client => {
  const { origin, pathname, protocol } = new URL(endpoint, base);
  // `localhost:8080/verify/` is a URL too, of the scheme `localhost`.
  if (!/^https?:$/.test(protocol)) throw new TypeError(`${protocol} is not HTTP.`);
  const root = origin + pathname.replace(/\/?$/, '/');
  const client = clients.get(root) ?? createClient(root);
  clients.set(root, client);
  return client;
};
