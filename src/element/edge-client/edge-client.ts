import type { ChallengePrompt, Problem, TokenAnswer, ValidateRequest } from '../../protocol/index.js';
import { failedCheck, readCheckResult, type CheckResult } from './check-result.js';

export interface EdgeClient {
  /**
   * Answers the edge's challenge: resolves to the body of the next token request, rejects without an answer. A person
   * may take longer than a check's timeout; the token then serves the next check.
   */
  answerChallenge?: (challenge: ChallengePrompt) => Promise<string>;
  /** Returns the cached result for an address, or null. */
  cached(email: string): CheckResult | null;
  /** True if it has a token that has not expired. */
  readonly hasToken: boolean;
  /** Sends a message under the token that it has, without waiting for an answer; nothing without a token. */
  beacon(path: string, message: object): void;
  /** Fetches a token ahead of the first check, so that the check is one request. */
  prefetchToken(): void;
  /**
   * Asks the edge about an address. Never rejects.
   * @param signal cancels the check: no request is sent after it is aborted.
   * @param timeoutMs the caller's timeout. A `Retry-After` that ends later is not waited for.
   */
  check(email: string, signal: AbortSignal, timeoutMs: number): Promise<CheckResult>;
}

/** Time before its expiry at which a token is renewed, in milliseconds. */
const RENEW_MS = 30_000;
const TOKEN_TIMEOUT_MS = 5000;
const CACHE_TTL_MS = 60_000;
const CACHE_SIZE = 50;

/** An error response of the edge. */
interface ErrorResponse {
  code: string;
  result: CheckResult;
  challenge: ChallengePrompt | undefined;
}

/** The refusal after which a request is repeated once; empty after a `Retry-After`. */
type Refused = Partial<ErrorResponse>;

type Reply = ErrorResponse | { answer: unknown; result?: never };

const isFresh = <T extends { until: number }>(entry: T | null | undefined): entry is T =>
  Boolean(entry && Date.now() < entry.until);

const networkFailure = (error: unknown): CheckResult => failedCheck('network', String(error));

/** Resolves after `ms` milliseconds, or as soon as the signal is aborted. */
const pause = (ms: number, signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
    signal.addEventListener('abort', resolve);
  });

/**
 * Creates a client of one edge.
 * @param root the edge's URL, with a slash at its end.
 */
export const createEdgeClient = (root: string): EdgeClient => {
  const cache = new Map<string, { result: CheckResult; until: number }>();
  let token: { value: string; until: number } | null = null;
  let tokenRequest: Promise<CheckResult | null> | null = null;
  /** Set by the edge's last `Retry-After`. */
  let backOff: { result: CheckResult; until: number } | null = null;

  /**
   * Posts a string, which goes out as `text/plain`: a simple request, with no CORS preflight (Fetch, §2.2.2).
   * @returns the answer, or the refusal.
   */
  const post = async (path: string, body: string, signal: AbortSignal): Promise<Reply> => {
    const init: RequestInit = { method: 'POST', body, credentials: 'omit', signal };
    const response = await fetch(root + path, init).catch((error: unknown) => {
      if (signal.aborted || !(error instanceof TypeError)) throw error;
      // An idle connection that the server has closed fails once; the retry opens a new one.
      return fetch(root + path, init);
    });
    if (response.ok) return { answer: await response.json() };
    const {
      code = '',
      detail,
      challenge,
    } = (await response.json().catch(() => ({}))) as Partial<Problem & ErrorResponse>;
    const result = failedCheck('refused', detail ?? `The edge answered ${response.status}.`);
    // An HTTP date is ignored: it would be compared with the page's clock, which may be wrong.
    const seconds = Number(response.headers.get('retry-after'));
    if (seconds > 0) backOff = { result, until: Date.now() + seconds * 1000 };
    return { code, result, challenge };
  };

  /**
   * Fetches a token; a challenge is answered once.
   * @param refused a refusal, whose challenge is answered first.
   * @returns null, or the failure without a token.
   */
  const fetchToken = async ({ challenge, result }: Refused = {}): Promise<CheckResult | null> => {
    try {
      const body = challenge ? ((await client.answerChallenge?.(challenge)) ?? '') : '';
      const reply = await post('token', body, AbortSignal.timeout(TOKEN_TIMEOUT_MS));
      if (reply.result) return challenge || !reply.challenge ? reply.result : await fetchToken(reply);
      const answer = reply.answer as TokenAnswer;
      token = { value: answer.token, until: Date.now() + answer.expires_in * 1000 - RENEW_MS };
      return null;
    } catch (error) {
      return (challenge && result) ?? networkFailure(error);
    }
  };

  /** Resolves to null once there is a token, else to the failure. Concurrent calls share one request. */
  const ensureToken = async (refused?: Refused): Promise<CheckResult | null> => {
    if (isFresh(token)) return null;
    return (tokenRequest ??= fetchToken(refused).finally(() => (tokenRequest = null)));
  };

  /**
   * Sends a check.
   * @param until the time when the caller stops waiting.
   * @param refused the reason for sending the check once more.
   */
  const validate = async (
    email: string,
    signal: AbortSignal,
    until: number,
    refused?: Refused,
  ): Promise<CheckResult> => {
    if (isFresh(backOff)) {
      if (backOff.until > until) return backOff.result;
      await pause(backOff.until - Date.now(), signal);
      signal.throwIfAborted();
    }
    const before = backOff;
    let result = await ensureToken(refused);
    if (!result) {
      const request: ValidateRequest = { token: token?.value ?? '', email };
      const reply = await post('validate', JSON.stringify(request), signal);
      if (!reply.result) return readCheckResult(reply.answer, email);
      // A busy edge requires a token with a proof of work.
      if (!refused && (reply.challenge || reply.code.includes('token'))) {
        token = null;
        return validate(email, signal, until, reply);
      }
      ({ result } = reply);
    }
    return !refused && backOff !== before ? validate(email, signal, until, {}) : result;
  };

  const client: EdgeClient = {
    prefetchToken: () => void (isFresh(backOff) || ensureToken()),
    get hasToken() {
      return isFresh(token);
    },
    beacon(path, message) {
      if (!isFresh(token)) return;
      const body = JSON.stringify({ token: token.value, ...message });
      // It outlives the page as a beacon does, which would carry the cookies of the edge's host.
      void fetch(root + path, { method: 'POST', mode: 'no-cors', credentials: 'omit', keepalive: true, body }).catch(
        () => undefined,
      );
    },
    cached(email) {
      const entry = cache.get(email);
      return isFresh(entry) ? entry.result : null;
    },
    async check(email, signal, timeoutMs) {
      const cached = client.cached(email);
      if (cached) return cached;
      const result = await validate(email, signal, Date.now() + timeoutMs).catch(networkFailure);
      // The next check of an unknown address may find out more.
      if (result.ok && result.verdict.status !== 'unknown') {
        if (cache.size >= CACHE_SIZE) cache.clear();
        cache.set(email, { result, until: Date.now() + CACHE_TTL_MS });
      }
      return result;
    },
  };
  return client;
};

const clients = new Map<string, EdgeClient>();

/**
 * Returns the client of an edge. All elements of a page share it, with its token and its cache.
 * @param endpoint the edge's URL, absolute or relative to `base`; a missing slash at its end is added.
 * @throws TypeError if it is not an HTTP URL.
 */
export const edgeClientFor = (endpoint: string, base: string): EdgeClient => {
  const { origin, pathname, protocol } = new URL(endpoint, base);
  // `localhost:8080/verify/` parses too, with the scheme `localhost`.
  if (!/^https?:$/.test(protocol)) throw new TypeError(`${protocol} is not HTTP.`);
  const root = origin + pathname.replace(/\/?$/, '/');
  const client = clients.get(root) ?? createEdgeClient(root);
  clients.set(root, client);
  return client;
};
