import { WORDS } from './words/index.js';

/** The longest wait for an answer, in ms: a check may take 6 s, a hash of a password has to queue. */
const TIMEOUT_MS = 30_000;

/** A call that was refused, or that had no answer. The message is for the person. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  /** @param code the problem's code; `offline` without an answer. */
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The service, as the dashboard calls it. */
export interface Api {
  /** @param path below `/api/`, such as `dashboard/keys`. @throws ApiError. */
  get<T>(path: string): Promise<T>;
  /** @throws ApiError. */
  post<T = unknown>(path: string, body?: object): Promise<T>;
}

/** Reads a problem (RFC 9457), or what a proxy sent in place of one. */
const problemOf = async (response: Response): Promise<ApiError> => {
  const body = (await response.json().catch(() => null)) as { code?: unknown; detail?: unknown } | null;
  const { code, detail } = body ?? {};
  return typeof code === 'string' && typeof detail === 'string'
    ? new ApiError(code, detail)
    : new ApiError('unexpected', WORDS.unexpected(response.status));
};

/**
 * @param base the URL of `/api/`.
 * @param onSignedOut the session is over.
 */
export const createApi = (base: string, onSignedOut: () => void): Api => {
  const call = async <T>(path: string, init: RequestInit): Promise<T> => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    let response: Response;
    let answer: unknown;
    try {
      response = await fetch(base + path, { ...init, signal, headers: { 'content-type': 'application/json' } });
      if (response.ok) answer = await response.json();
    } catch {
      throw new ApiError('offline', WORDS.offline);
    }
    if (!response.ok) {
      const problem = await problemOf(response);
      if (problem.code === 'not_signed_in') onSignedOut();
      throw problem;
    }
    return answer as T;
  };
  return {
    get: (path) => call(path, { method: 'GET' }),
    post: (path, body = {}) => call(path, { method: 'POST', body: JSON.stringify(body) }),
  };
};
