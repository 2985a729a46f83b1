/** One attempt to deliver a message: a POST whose receiver may be anybody. */
import type { IncomingMessage } from 'node:http';
import { errorCode } from '../../../util/errors.js';
import { timeout, TimeoutError } from '../../../util/timeout.js';
import { answerTo, connectTo, Refused, type Reach } from '../../outgoing/connect.js';
import { readCallbackUrl } from './url.js';

/** Maximum time for an attempt, in ms: the look-up, the connection, and the answer. */
const TIMEOUT_MS = 10_000;
/** The bytes of an answer's body that are read. Nothing is kept of them. */
const MAX_BODY = 1024;
const MAX_REASON = 60;

export interface SendOptions extends Reach {
  /** 10 s. */
  timeoutMs?: number;
  /** Breaks the attempt off. */
  signal?: AbortSignal;
}

/** The end of an attempt. */
export interface Outcome {
  /** The HTTP status; null: there was no answer. */
  status: number | null;
  /** Why it failed; null: it was delivered. A few words or a code, never a part of the answer. */
  reason: string | null;
  /** `Retry-After` of the answer. */
  retryAfter: string | null;
  /** The duration. */
  ms: number;
}

/** Reads a body up to a bound, and resolves when it has ended in some way. */
const drain = (response: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BODY) response.destroy();
    });
    response.on('error', () => undefined);
    response.on('close', resolve);
  });

const reasonOf = (error: unknown): string => {
  if (error instanceof Refused) return error.message;
  if (error instanceof TimeoutError) return 'no answer in time';
  return (errorCode(error) ?? 'the connection failed').slice(0, MAX_REASON);
};

const reasonOfStatus = (status: number): string | null => {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirects are not followed' : 'the status is not 2xx';
};

/**
 * Sends a message once. Redirects are not followed, and no connection is used twice.
 * @param headers besides the type and the length.
 * @returns how it ended; never rejects.
 */
export const send = async (
  target: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  options: SendOptions,
): Promise<Outcome> => {
  const { allowPrivate, timeoutMs = TIMEOUT_MS, signal } = options;
  const started = performance.now();
  const end = (response: IncomingMessage | null, reason: string | null): Outcome => ({
    status: response?.statusCode ?? null,
    reason,
    retryAfter: response?.headers['retry-after'] ?? null,
    ms: Math.round(performance.now() - started),
  });
  const url = readCallbackUrl(target, allowPrivate);
  if (typeof url === 'string') return end(null, 'the URL is not allowed');
  const request = connectTo(url, options, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
    ...(signal && { signal }),
  });
  try {
    const response = await timeout(timeoutMs, answerTo(request, body));
    // The status counts, whatever becomes of the body.
    const leftMs = Math.max(1, timeoutMs - (performance.now() - started));
    await timeout(leftMs, drain(response)).catch(() => undefined);
    return end(response, reasonOfStatus(response.statusCode ?? 0));
  } catch (error) {
    return end(null, reasonOf(error));
  } finally {
    request.destroy();
  }
};
