/** The body of an upload, as it comes. */
import { Refusal } from '../../../protocol/refusal.js';
import { timeout, TimeoutError } from '../../../util/timeout.js';

/** Minimum upload speed: 64 KiB for each 30 s of waiting for the client. An upload holds a place. */
const SLOW_MS = 30_000;
const LEAST_BYTES = 65_536;

/** The bounds of a body. */
export interface Pace {
  slowMs?: number;
  leastBytes?: number;
}

const tooSlow = (): Refusal =>
  new Refusal('bad_request', `The file came too slowly: less than ${LEAST_BYTES} bytes in ${SLOW_MS / 1000} s.`, {
    connection: 'close',
  });

/**
 * Reads a body as it comes. The time between two reads, in which its reader is at work, does not count.
 * @param tooLarge makes the refusal of a body of more than `maxBytes`.
 * @throws Refusal `bad_request` if it comes too slowly.
 */
export async function* incoming(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  tooLarge: () => Refusal,
  { slowMs = SLOW_MS, leastBytes = LEAST_BYTES }: Pace = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader();
  let total = 0;
  let recent = 0;
  let waited = 0;
  try {
    for (;;) {
      const started = performance.now();
      const { done, value } = await timeout(Math.max(1, slowMs - waited), reader.read());
      if (done) return;
      waited += performance.now() - started;
      total += value.byteLength;
      recent += value.byteLength;
      if (total > maxBytes) throw tooLarge();
      if (recent >= leastBytes) [recent, waited] = [0, 0];
      else if (waited >= slowMs) throw tooSlow();
      yield value;
    }
  } catch (error) {
    throw error instanceof TimeoutError ? tooSlow() : error;
  } finally {
    // The rest of it is not wanted.
    void reader.cancel().catch(() => undefined);
  }
}
