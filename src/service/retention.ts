import { everyHour, type Hourly } from '../util/every-hour.js';
import { deleteOldChecks } from './checks/old-checks.js';
import { forgetUsedFree } from './credits/used-free.js';
import { deleteOldFormOutcomes } from './form-outcomes/form-outcomes.js';
import { deleteOldLists } from './lists/deletion.js';
import { forgetOldVerdicts } from './mail-outcomes/accuracy/verdict-memory.js';
import { forgetDomains } from './mail-outcomes/domain-outcomes.js';
import { forgetOldOutcomes } from './mail-outcomes/mail-outcomes.js';
import { describeError, type Logger } from './monitoring/log.js';
import { forgetOldRules } from './rules/changes.js';
import type { Store } from './schema.js';

/** The days for which something is kept; null: for good. */
interface Retention {
  checks: number | null;
  /** The counts of forms. */
  forms: number;
  /** False: the domains of outcomes of mail are not kept. */
  keepsDomains: boolean;
}

/** The deletions of one run, by the name of what they delete. */
export const deletionsOf = (
  store: Store,
  kept: Retention,
  signal: AbortSignal,
): Record<string, () => Promise<number> | number> => ({
  checks: async () => {
    await forgetUsedFree(store);
    return kept.checks === null ? 0 : deleteOldChecks(store, kept.checks, signal);
  },
  lists: () => deleteOldLists(store, signal),
  'counts of forms': () => deleteOldFormOutcomes(store, kept.forms, signal),
  'outcomes of mail': () => forgetOldOutcomes(store, signal),
  'domains of outcomes of mail': () => (kept.keepsDomains ? 0 : forgetDomains(store, signal)),
  'remembered verdicts': () => forgetOldVerdicts(store, signal),
  'rules, and changes of them,': () => forgetOldRules(store, signal),
});

/**
 * Deletes in the background what is kept for a time only, every hour. A failure is a warning in the log.
 */
export const scheduleRetention = (store: Store, kept: Retention, log: Logger): Hourly =>
  everyHour(async (signal) => {
    for (const [what, work] of Object.entries(deletionsOf(store, kept, signal)))
      try {
        const deleted = await work();
        if (deleted > 0) log.info({ deleted }, `old ${what} were deleted`);
      } catch (error) {
        log.warn({ error: describeError(error) }, `old ${what} could not be deleted`);
      }
  });
