import { beginErasure } from './accounts/accounts.js';
import { keepUsedFree } from './credits/used-free.js';
import { eraseLists } from './lists/deletion.js';
import { eraseAccuracy } from './mail-outcomes/accuracy/verdict-memory.js';
import type { Inside } from './schema.js';
import type { ErasedAccount } from './users/own-user.js';

/**
 * Removes what the service has about an account: its checks, with the memory of free repeats, the outcomes of its mail and
 * of its forms, how right its verdicts were, its rules, its keys, its callbacks, and the rows of its lists. What stays is
 * its number and its lots and ledger of credits, without a name, and the free credits that its mailbox has used this
 * month. Call it inside the transaction that removes its owner.
 */
export const eraseAccount = async (inside: Inside, { accountId, mailbox }: ErasedAccount): Promise<void> => {
  const { db } = inside;
  await beginErasure(inside, accountId);
  await db.deleteFrom('checks').where('account_id', '=', accountId).execute();
  await db.deleteFrom('mail_sources').where('account_id', '=', accountId).execute();
  await db.deleteFrom('mail_outcomes').where('account_id', '=', accountId).execute();
  await db.deleteFrom('outcome_batches').where('account_id', '=', accountId).execute();
  await db.deleteFrom('form_outcomes').where('account_id', '=', accountId).execute();
  await db.deleteFrom('rules').where('list_id', '=', accountId).execute();
  await db.deleteFrom('rule_changes').where('list_id', '=', accountId).execute();
  await db.deleteFrom('api_keys').where('account_id', '=', accountId).execute();
  await eraseLists(inside, accountId);
  // After the lists: their results lock them first, and then this.
  await eraseAccuracy(inside, accountId);
  await keepUsedFree(inside, db, { accountId, mailbox });
};
