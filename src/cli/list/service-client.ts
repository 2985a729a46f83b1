/** Asks a service with an API key, and retries while it is briefly unavailable. */
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../../config/startup-error.js';
import type { Problem } from '../../protocol/index.js';
import { errorCode, errorReason } from '../../util/errors.js';

/** The time for which a service that has answered before may be unavailable, in ms. */
const AWAY_MS = 600_000;
/** The longest wait between two attempts, in ms. */
const MAX_WAIT_MS = 30_000;
const AWAY = [429, 502, 503, 504];

export interface ServiceClient {
  /**
   * Asks, and retries while the service is unavailable or busy.
   * @param init creates the request, for each attempt.
   * @returns the response, with any status.
   * @throws StartupError if the service cannot be reached; the signal's reason.
   */
  ask: (path: string, init?: () => RequestInit) => Promise<Response>;
  readonly signal: AbortSignal;
}

/** A refusal as one line. */
export const refusalOf = async (response: Response): Promise<StartupError> => {
  const { detail } = (await response.json().catch(() => ({}))) as Partial<Problem>;
  const words = typeof detail === 'string' ? `: ${detail.replace(/\p{C}/gu, ' ')}` : '';
  return new StartupError(`The service answered ${response.status}${words}`);
};

const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : undefined;
  return errorCode(cause) ?? errorReason(cause ?? error);
};

/** The wait that a busy service asks for, in ms; null for a final answer. */
const waitOf = ({ status, headers }: Response, otherwise: number): number | null => {
  const seconds = Number(headers.get('retry-after') ?? NaN);
  if (!AWAY.includes(status) && !(status === 409 && seconds > 0)) return null;
  return Number.isFinite(seconds) ? Math.min(MAX_WAIT_MS, seconds * 1000) : otherwise;
};

/**
 * Creates a client.
 * @param url the URL of the service, without a slash at its end.
 */
export const createServiceClient = (url: string, key: string, signal: AbortSignal): ServiceClient => {
  let hasAnswered = false;
  return {
    signal,
    async ask(path, init = () => ({})) {
      const started = performance.now();
      for (let wait = 1000; ; wait = Math.min(MAX_WAIT_MS, wait * 2)) {
        let pause = wait;
        let reason: string;
        try {
          const { headers, ...rest } = init();
          const response = await fetch(url + path, {
            ...rest,
            headers: { 'x-api-key': key, 'accept-encoding': 'identity', ...(headers as Record<string, string>) },
            redirect: 'manual',
            signal,
          });
          const asked = waitOf(response, wait);
          if (asked === null) {
            hasAnswered = true;
            return response;
          }
          hasAnswered = true;
          pause = asked;
          reason = `status ${response.status}`;
          await response.body?.cancel();
        } catch (error) {
          signal.throwIfAborted();
          reason = reasonOf(error);
        }
        if (!hasAnswered || performance.now() - started + pause > AWAY_MS)
          throw new StartupError(`${url} cannot be reached (${reason}); start the same command again when it can.`);
        await sleep(pause, undefined, { signal });
      }
    },
  };
};
