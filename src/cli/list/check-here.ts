/** Checks the addresses of a list in this process. */
import type { ValidationResult } from '../../protocol/index.js';
import { failureOf, REPEAT_MS, waitForServer, wasNotAsked } from '../../service/lists/failures.js';
import { BoundedMap } from '../../util/bounded-map.js';
import { createWaker } from '../../util/waker.js';
import type { BulkVerifier } from '../../verifier/index.js';
import { watchOutages, type OutageLimits } from './outages.js';
import { readKeptEntries, type List, type Plan } from './plan.js';
import type { Sidecar } from './sidecar.js';

/** Addresses that wait to be asked for again, at most: meanwhile, no further ones are begun. */
const MAX_WAITING = 100_000;
/** Mail servers that are known to answer. */
const ANSWERED = 20_000;
/** The longest time until the work looks for more to do, in ms. */
const LOOK_MS = 1000;

/** The verifier of a run, and its surroundings. */
export interface CheckTools {
  verifier: BulkVerifier;
  signal: AbortSignal;
  onProgress: (done: number) => void;
  /** Says a line to the person who waits. */
  say: (line: string) => void;
  /** The waits before an address is asked for again for which the DNS or the mail server failed, in ms. */
  repeatMs?: readonly number[] | undefined;
  outageLimits?: OutageLimits | undefined;
}

/** An entry without a verdict. */
interface Open {
  entry: number;
  email: string;
  /** Number of times that it was asked for again, because the DNS or the mail server failed. */
  repeats: number;
}

/**
 * Checks the addresses without a verdict, as many at the same time as the verifier accepts. Each verdict is written to
 * the sidecar as it arrives. An address for which the DNS or the mail server fails is asked for again later, and in an
 * outage all wait.
 * @throws StartupError for a fault of the file or of the sidecar, or after an outage that is too long; the signal's reason.
 */
export const checkHere = async (
  list: List,
  plan: Plan,
  sidecar: Sidecar,
  { verifier, signal, onProgress, say, repeatMs = REPEAT_MS, outageLimits = {} }: CheckTools,
): Promise<void> => {
  const waker = createWaker();
  const outages = watchOutages(verifier, { say, onChange: waker.wake, limits: outageLimits });
  const answered = new BoundedMap<string, true>({ maxSize: ANSWERED });
  /** The entries that are being checked, by their addresses; several have none in their cell. */
  const running = new Map<string, Open[]>();
  let inFlight = 0;
  /** The entries that are to be asked for again now, and the timers of those that wait for that. */
  const due: Open[] = [];
  const timers = new Set<NodeJS.Timeout>();

  const begin = (open: Open): string => {
    running.set(open.email, [...(running.get(open.email) ?? []), open]);
    inFlight += 1;
    return open.email;
  };
  const take = (email: string): Open | undefined => {
    const [open, ...others] = running.get(email) ?? [];
    if (open === undefined) return undefined;
    if (others.length > 0) running.set(email, others);
    else running.delete(email);
    inFlight -= 1;
    return open;
  };
  const later = (open: Open, waitMs: number): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      due.push(open);
      waker.wake();
    }, waitMs);
    timers.add(timer);
  };

  const sayWaiting = (): void => {
    const count = timers.size;
    say(
      `${count.toLocaleString('en')} ${count === 1 ? 'address is' : 'addresses are'} asked for again, since the DNS or the mail server failed: ${repeatMs.length} times, with growing waits.`,
    );
  };

  /** The addresses to check. It ends when each has its verdict: until then, some may have to be asked for again. */
  async function* addresses(): AsyncGenerator<string, void, undefined> {
    const rows = readKeptEntries(list, plan, signal);
    let [isRead, isSaid] = [false, false];
    try {
      for (;;) {
        signal.throwIfAborted();
        outages.throwIfGivenUp();
        const isAway = outages.isAway('dns') || outages.isAway('smtp');
        const again = isAway ? undefined : due.pop();
        if (again !== undefined) yield begin(again);
        else if (!isRead && !isAway && timers.size < MAX_WAITING) {
          const next = await rows.next();
          if (next.done === true) isRead = true;
          else {
            const { entry, email, verdictOf } = next.value;
            if (verdictOf === entry && !sidecar.has(entry)) yield begin({ entry, email, repeats: 0 });
          }
        } else {
          if (isRead && inFlight + due.length + timers.size === 0) return;
          if (isRead && !isAway && !isSaid && inFlight + due.length === 0) {
            isSaid = true;
            sayWaiting();
          }
          await waker.wait(LOOK_MS);
        }
      }
    } finally {
      await rows.return();
    }
  }

  /** The wait before an address is asked for again, in ms; undefined: its result is final. */
  const waitAfter = (result: ValidationResult, { repeats }: Open): number | undefined => {
    const failure = failureOf(result);
    if (failure === null) return undefined;
    if (failure === 'dns') return repeatMs[repeats];
    return waitForServer(result, repeats, answered.get(result.mx_record) !== undefined, repeatMs);
  };

  const settle = async (result: ValidationResult): Promise<void> => {
    const open = take(result.email);
    if (open === undefined) return;
    outages.checked(result, open.repeats === 0);
    const failure = failureOf(result);
    if (failure === null && result.mx_record !== '' && !wasNotAsked(result)) answered.set(result.mx_record, true);
    const waitMs = waitAfter(result, open);
    // In an outage, an address loses no turn. The verifier remembers a failure for some seconds.
    if (failure !== null && outages.isAway(failure)) later(open, repeatMs[0] ?? 0);
    else if (waitMs !== undefined) later({ ...open, repeats: open.repeats + 1 }, waitMs);
    else {
      await sidecar.add(open.entry, result);
      onProgress(sidecar.size);
    }
    waker.wake();
  };

  signal.addEventListener('abort', waker.wake);
  onProgress(sidecar.size);
  try {
    for await (const result of verifier.verifyMany(addresses(), { signal })) await settle(result);
  } finally {
    signal.removeEventListener('abort', waker.wake);
    for (const timer of timers) clearTimeout(timer);
    outages.close();
  }
};
