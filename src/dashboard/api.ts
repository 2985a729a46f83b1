import { ApiError } from './api-error.js';
import { sendForm, type UploadOptions } from './upload.js';
import { WORDS } from './words/index.js';

/** The longest wait for an answer, in ms: a check may take 6 s, a hash of a password has to queue. */
const TIMEOUT_MS = 30_000;

/** The service, as the dashboard calls it. */
export interface Api {
  /** @param path below `/api/`, such as `dashboard/keys`. @throws ApiError. */
  get<T>(path: string): Promise<T>;
  /** @throws ApiError. */
  post<T = unknown>(path: string, body?: object): Promise<T>;
  /** @throws ApiError. */
  delete(path: string): Promise<void>;
  /**
   * Sends a form, which may have a large file.
   * @throws ApiError; the signal's reason.
   */
  upload<T>(path: string, form: FormData, options: UploadOptions): Promise<T>;
  /** The URL of a path, for links and streams. */
  url(path: string): string;
}

/** Reads a problem (RFC 9457), or what a proxy sent in place of one. */
const problemOf = (status: number, body: unknown): ApiError => {
  const { code, detail, ...members } = (body ?? {}) as Record<string, unknown>;
  return typeof code === 'string' && typeof detail === 'string'
    ? new ApiError(code, detail, members)
    : new ApiError('unexpected', WORDS.unexpected(status));
};

/**
 * @param base the URL of `/api/`.
 * @param visit the number of the visit, which a sign-out ends.
 * @param onSignedOut the session of the visit is over, in which a call began.
 */
export const createApi = (base: string, visit: () => number, onSignedOut: (visit: number) => void): Api => {
  const refused = (status: number, body: unknown, began: number): ApiError => {
    const problem = problemOf(status, body);
    if (problem.code === 'not_signed_in') onSignedOut(began);
    return problem;
  };
  const call = async <T>(path: string, init: RequestInit): Promise<T> => {
    const began = visit();
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    let response: Response;
    let answer: unknown;
    try {
      response = await fetch(base + path, { ...init, signal, headers: { 'content-type': 'application/json' } });
      if (response.ok) answer = await response.json();
    } catch {
      throw new ApiError('offline', WORDS.offline);
    }
    if (!response.ok) throw refused(response.status, await response.json().catch(() => null), began);
    return answer as T;
  };
  return {
    get: (path) => call(path, { method: 'GET' }),
    post: (path, body = {}) => call(path, { method: 'POST', body: JSON.stringify(body) }),
    delete: (path) => call(path, { method: 'DELETE' }),
    upload: async (path, form, options) => {
      const began = visit();
      const { status, body } = await sendForm(base + path, form, options);
      if (status < 200 || status > 299) throw refused(status, body, began);
      return body as never;
    },
    url: (path) => base + path,
  };
};
