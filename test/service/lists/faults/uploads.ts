/** A client that uploads one list after the other, whatever becomes of the service, and what it was told. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { mixedRows } from '../work/support.js';

/** Rows of a list. */
export const ROWS = 1500;
/** The pause after an upload that failed, in ms: the service may be about to start. */
const PAUSE_MS = 300;
/** The longest time for an answer, in ms. */
const ANSWER_MS = 20_000;

export interface Uploads {
  /** The ids of lists whose upload was answered with 201, by the name of the file. */
  accepted: Map<string, number>;
  /** The names of files whose upload had no answer, or another one. */
  failed: Set<string>;
  /**
   * Uploads a list. One whose name begins with `key` has an Idempotency-Key, and may be repeated.
   * @returns true if it was accepted.
   */
  upload: (name: string) => Promise<boolean>;
}

/** Answers that an upload may have while the store is away, or its first attempt under way. */
const MAY_BE = [201, 409, 429, 503];

/**
 * Creates a client.
 * @param base the service.
 * @param headers of each request.
 */
export const createUploads = (base: string, headers: Record<string, string>, callbackUrl: string): Uploads => {
  const accepted = new Map<string, number>();
  const failed = new Set<string>();
  return {
    accepted,
    failed,
    upload: async (name) => {
      const key = name.startsWith('key') ? { 'idempotency-key': name } : {};
      const query = new URLSearchParams({ name, callback_url: callbackUrl });
      const body = mixedRows(ROWS, name)
        .map(([email]) => email)
        .join('\n');
      try {
        const response = await fetch(`${base}/api/batch/upload?${query.toString()}`, {
          method: 'POST',
          headers: { ...headers, ...key, 'content-type': 'text/csv' },
          body,
          signal: AbortSignal.timeout(ANSWER_MS),
        });
        const answer = (await response.json()) as { data?: { id: number } };
        assert.ok(MAY_BE.includes(response.status), `${response.status} ${JSON.stringify(answer)}`);
        if (answer.data !== undefined) {
          accepted.set(name, answer.data.id);
          failed.delete(name);
          return true;
        }
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
      }
      failed.add(name);
      await sleep(PAUSE_MS);
      return false;
    },
  };
};
