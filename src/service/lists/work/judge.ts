/** The knowledge of an account about the addresses of its lists, beside the results of checks. */
import type { ValidationResult } from '../../../protocol/index.js';
import { learn } from '../../mail-outcomes/learn.js';
import type { ReadManyHistories } from '../../mail-outcomes/mail-outcomes.js';
import { NO_RULES, type ReadManyRules } from '../../rules/rulebook.js';

/** The readers of what accounts know. */
export interface Known {
  /** Reads the outcomes of the account's own mail. */
  histories: ReadManyHistories;
  /** Reads the rules of the account and of the deployment. */
  rules: ReadManyRules;
}

/** Nothing is known. */
export const NOTHING_KNOWN: Known = {
  histories: (_, emails) => Promise.resolve(emails.map(() => ({ history: null, mailbox: null }))),
  rules: () => Promise.resolve(NO_RULES),
};

/** A result, and the key of the mailbox under which it is remembered; null: it is not. */
interface Judged {
  result: ValidationResult;
  mailbox: Buffer | null;
}

/** The result of an address by what its account knows. @param index its position among those that were read. */
export type Judge = (index: number, result: ValidationResult) => Judged;

/** Reads what an account knows of addresses. */
export const readJudge = async (
  { histories, rules }: Known,
  accountId: number,
  emails: readonly string[],
): Promise<Judge> => {
  const [known, book] = await Promise.all([histories(accountId, emails), rules(accountId, emails)]);
  return (index, found) => {
    const { history = null, mailbox = null } = known[index] ?? {};
    return { result: book.apply(learn(found, history)), mailbox };
  };
};
