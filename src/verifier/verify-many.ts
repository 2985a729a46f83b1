import type { ValidationResult } from '../protocol/index.js';
import type { Precheck, Stages } from './stages.js';
import type { VerifyManyOptions } from './types.js';

/** The maximum number of unfinished addresses, as a multiple of `concurrency`. Each takes some kB. */
const WAITING_PER_LOOKUP = 20;
/** The maximum number of greylisted addresses that wait for their retry. */
const MAX_LATER = 100_000;
/** Delays before the retries of a greylisted address, in ms: most servers want 5 minutes, few more than half an hour. */
const LATER_MS = [300_000, 900_000, 2_700_000];

/** A condition variable: `next()` resolves at the next `notify()`. */
const createNotifier = () => {
  let wake = (): void => undefined;
  let changed = Promise.resolve();
  const renew = (): void => {
    changed = new Promise((resolve) => (wake = resolve));
  };
  renew();
  return {
    next: () => changed,
    notify: () => {
      wake();
      renew();
    },
  };
};

/**
 * Checks many addresses, and yields the results as they complete, so that a slow server delays no other address. Only DNS counts towards
 * `concurrency`: mail servers have their own limits. Reads addresses only while there is room, so that memory stays flat.
 */
export async function* verifyMany(
  { precheck, conclude }: Stages,
  emails: Iterable<string> | AsyncIterable<string>,
  { concurrency = 500, timeoutMs = 600_000, retryGreylistedMs = LATER_MS, signal }: VerifyManyOptions,
): AsyncGenerator<ValidationResult, void, undefined> {
  if (!(concurrency >= 1)) throw new RangeError(`concurrency must be 1 or more, got ${concurrency}`);
  signal?.throwIfAborted();
  const ended = new AbortController();
  const stop = ended.signal;
  const onAbort = (): void => {
    ended.abort(signal?.reason);
  };
  signal?.addEventListener('abort', onAbort);
  const options = { timeoutMs, signal: stop };
  const { next, notify } = createNotifier();
  const results: ValidationResult[] = [];
  const later = new Set<ReturnType<typeof setTimeout>>();
  let failure: { error: unknown } | null = null;
  let [isRead, lookups, pending] = [false, 0, 0];

  const fail = (error: unknown): void => {
    failure ??= { error };
  };

  const ask = async (found: Precheck, tries: number): Promise<void> => {
    const result = await conclude(found, options);
    const delayMs = retryGreylistedMs[tries];
    if (delayMs === undefined || later.size >= MAX_LATER || !result.sub_status.includes('greylisted')) {
      results.push(result);
      return;
    }
    const timer = setTimeout(() => {
      later.delete(timer);
      void run(() => ask(found, tries + 1));
    }, delayMs);
    later.add(timer);
  };

  const run = async (task: () => Promise<void>): Promise<void> => {
    pending++;
    await task().catch(fail);
    pending--;
    notify();
  };

  const check = async (email: string): Promise<void> => {
    lookups++;
    const found = await precheck(email, options).finally(() => {
      lookups--;
      notify();
    });
    await ask(found, 0);
  };

  const hasRoom = (): boolean => lookups < concurrency && pending + results.length < concurrency * WAITING_PER_LOOKUP;

  const read = async (): Promise<void> => {
    for await (const email of emails) {
      while (!hasRoom() && !stop.aborted) await next();
      if (stop.aborted) return;
      void run(() => check(email));
    }
  };

  const reading = read()
    .catch(fail)
    .finally(() => {
      isRead = true;
      notify();
    });

  stop.addEventListener('abort', notify);
  try {
    for (;;) {
      stop.throwIfAborted();
      // Assigned in callbacks, which the compiler does not follow.
      const failed = failure as { error: unknown } | null;
      if (failed) throw failed.error;
      const result = results.shift();
      if (result) {
        notify();
        yield result;
      } else if (isRead && pending === 0 && later.size === 0) return;
      else await next();
    }
  } finally {
    signal?.removeEventListener('abort', onAbort);
    ended.abort(new Error('The caller wants no more results'));
    for (const timer of later) clearTimeout(timer);
    await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, 0))]);
  }
}
