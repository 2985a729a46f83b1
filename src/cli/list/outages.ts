/** The outages in which the work on a list waits: the resolver answers nothing, or no mail server can be reached. */
import { StartupError } from '../../config/startup-error.js';
import type { ValidationResult } from '../../protocol/index.js';
import { watchDns, type OutageBounds } from '../../service/lists/dns-outage.js';
import { failureOf, wasNotAsked, type Failure } from '../../service/lists/failures.js';
import { BoundedMap } from '../../util/bounded-map.js';
import { createOutage, type Outage, type OutageState } from '../../util/outage-watch.js';
import type { BulkVerifier } from '../../verifier/types.js';

/** The time limit of the check of mail servers, in ms. */
const PROBE_MS = 15_000;
/** Addresses of different mail servers of which one must have an answer. */
const TRIED = 3;
/** Mail servers of which an address is remembered. */
const REMEMBERED = 100;

const WORDS: Record<Failure, { begins: string; ends: string; failed: string }> = {
  dns: {
    begins: 'The DNS does not answer. The list waits, and goes on by itself when it does.',
    ends: 'The DNS answers again. The list goes on.',
    failed: 'The DNS has not answered for an hour.',
  },
  smtp: {
    begins:
      'No mail server can be reached; port 25 may be closed. The list waits, and goes on by itself when one can be.',
    ends: 'Mail servers can be reached again. The list goes on.',
    failed: 'No mail server could be reached for an hour; email-verify-server doctor looks for the reason.',
  },
};

/** An outage that has lasted so long that the run ends. */
export class OutageTooLong extends StartupError {}

/** The outages of a run. */
export interface Outages {
  /** True while a thing is away. */
  readonly isAway: (what: Failure) => boolean;
  /** Counts a result. @param isFirst false: the address failed before, so that another failure proves nothing. */
  readonly checked: (result: ValidationResult, isFirst: boolean) => void;
  /** @throws OutageTooLong */
  readonly throwIfGivenUp: () => void;
  readonly close: () => void;
}

/** The bounds of outages, for tests. */
export type OutageLimits = Partial<Record<Failure, OutageBounds>>;

/**
 * Watches for outages.
 * @param say says a line when one begins and when it ends.
 * @param onChange called when work has to wait, goes on, or has to end.
 */
export const watchOutages = (
  verifier: Pick<BulkVerifier, 'lookUpMany' | 'verifyMany'>,
  { say, onChange, limits }: { say: (line: string) => void; onChange: () => void; limits: OutageLimits },
): Outages => {
  /** The last address that failed, by its mail server. */
  const failed = new BoundedMap<string, string>({ maxSize: REMEMBERED });
  const optionsOf = (what: Failure): OutageBounds & { onChange: (state: OutageState) => void } => ({
    ...limits[what],
    onChange: (state) => {
      if (state === 'waiting') say(WORDS[what].begins);
      if (state === 'none') say(WORDS[what].ends);
      onChange();
    },
  });
  const reaches = async (hosts: readonly string[], signal: AbortSignal): Promise<boolean> => {
    const emails = hosts.slice(-TRIED).flatMap((host) => failed.get(host) ?? []);
    for await (const result of verifier.verifyMany(emails, { timeoutMs: PROBE_MS, retryGreylistedMs: [], signal }))
      if (failureOf(result) === null && !wasNotAsked(result)) return true;
    return emails.length === 0;
  };
  const { outage: dns, lookedUp } = watchDns(verifier, optionsOf('dns'));
  const smtp = createOutage({ ...optionsOf('smtp'), check: reaches });
  const all: Record<Failure, Outage> = { dns, smtp };
  return {
    isAway: (what) => all[what].state() !== 'none',
    checked(result, isFirst) {
      lookedUp(result.email, result);
      const host = result.mx_record;
      if (failureOf(result) === 'smtp') {
        failed.set(host, result.email);
        if (isFirst) smtp.failed(host);
      } else if (host !== '' && !wasNotAsked(result)) smtp.succeeded();
    },
    throwIfGivenUp() {
      for (const what of ['dns', 'smtp'] as const)
        if (all[what].state() === 'given up') throw new OutageTooLong(WORDS[what].failed);
    },
    close() {
      dns.close();
      smtp.close();
    },
  };
};
