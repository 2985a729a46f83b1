import { everyHour, type Hourly } from '../util/every-hour.js';
import { deleteOldChecks } from './checks/old-checks.js';
import { forgetUsedFree } from './credits/used-free.js';
import { deleteOldFormOutcomes } from './form-outcomes/form-outcomes.js';
import { deleteOldLists } from './lists/deletion.js';
import { forgetOldVerdicts } from './mail-outcomes/accuracy/verdict-memory.js';
import { forgetOldOutcomes } from './mail-outcomes/mail-outcomes.js';
import { describeError, type Logger } from './monitoring/log.js';
import { forgetOldRules } from './rules/changes.js';
import type { Store } from './schema.js';

/** Days for which something is kept; null: for good. */
interface RetentionDays {
  checks: number | null;
  /** The counts of forms. */
  forms: number;
}

/**
 * Deletes in the background what is kept for a time only, every hour. A failure is a warning in the log.
 */
export const scheduleRetention = (store: Store, days: RetentionDays, log: Logger): Hourly =>
  everyHour(async (signal) => {
    const deletions = {
      checks: async () => {
        await forgetUsedFree(store);
        return days.checks === null ? 0 : deleteOldChecks(store, days.checks, signal);
      },
      lists: () => deleteOldLists(store, signal),
      'counts of forms': () => deleteOldFormOutcomes(store, days.forms, signal),
      'outcomes of mail': () => forgetOldOutcomes(store, signal),
      'remembered verdicts': () => forgetOldVerdicts(store, signal),
      'rules, and changes of them,': () => forgetOldRules(store, signal),
    };
    for (const [what, work] of Object.entries(deletions))
      try {
        const deleted = await work();
        if (deleted > 0) log.info({ deleted }, `old ${what} were deleted`);
      } catch (error) {
        log.warn({ error: describeError(error) }, `old ${what} could not be deleted`);
      }
  });
