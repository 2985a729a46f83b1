import { setTimeout as sleep } from 'node:timers/promises';
import { deleteOldChecks } from './checks/old-checks.js';
import { forgetUsedFree } from './credits/used-free.js';
import { deleteOldFormOutcomes } from './form-outcomes/form-outcomes.js';
import { deleteOldLists } from './lists/deletion.js';
import { forgetOldOutcomes } from './mail-outcomes/mail-outcomes.js';
import { describeError, type Logger } from './monitoring/log.js';
import { forgetOldRules } from './rules/changes.js';
import type { Store } from './schema.js';

/** The time from the start to the first run, and the interval of the runs, in ms. */
const FIRST_MS = 60_000;
const INTERVAL_MS = 3_600_000;
/** Days for which something is kept; null: for good. */
interface RetentionDays {
  checks: number | null;
  /** The counts of forms. */
  forms: number;
}

/**
 * Deletes in the background what is kept for a time only, every hour. A failure is a warning in the log.
 */
export const scheduleRetention = (store: Store, days: RetentionDays, log: Logger): { close: () => Promise<void> } => {
  const end = new AbortController();
  const deletions = {
    checks: async () => {
      await forgetUsedFree(store);
      return days.checks === null ? 0 : deleteOldChecks(store, days.checks, end.signal);
    },
    lists: () => deleteOldLists(store, end.signal),
    'counts of forms': () => deleteOldFormOutcomes(store, days.forms, end.signal),
    'outcomes of mail': () => forgetOldOutcomes(store, end.signal),
    'rules, and changes of them,': () => forgetOldRules(store, end.signal),
  };
  const run = async (): Promise<void> => {
    for (const [what, work] of Object.entries(deletions))
      try {
        const deleted = await work();
        if (deleted > 0) log.info({ deleted }, `old ${what} were deleted`);
      } catch (error) {
        log.warn({ error: describeError(error) }, `old ${what} could not be deleted`);
      }
  };
  const loop = async (): Promise<void> => {
    for (let ms = FIRST_MS; ; ms = INTERVAL_MS) {
      await sleep(ms, undefined, { signal: end.signal, ref: false }).catch(() => undefined);
      if (end.signal.aborted) return;
      await run();
    }
  };
  const ended = loop();
  return {
    close: () => {
      end.abort();
      return ended;
    },
  };
};
