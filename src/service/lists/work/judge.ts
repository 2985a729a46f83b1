/** The knowledge of an account about the addresses of its lists, beside the results of checks. */
import type { ValidationResult } from '../../../protocol/index.js';
import { learn } from '../../mail-outcomes/learn.js';
import type { ReadManyHistories } from '../../mail-outcomes/mail-outcomes.js';
import { unaskedResult } from '../../../verifier/text-findings.js';
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

/** Judges addresses by what their account knows. Each `index` is the position of one among those that were read. */
export interface Judge {
  /** The result of an address by it. */
  judge: (index: number, result: ValidationResult) => Judged;
  /** The result of an address that a rule denies, whatever the DNS says; null: it has to be looked up. */
  judgeUnasked: (index: number) => Judged | null;
}

/** Reads what an account knows of addresses. */
export const readJudge = async (
  { histories, rules }: Known,
  accountId: number,
  emails: readonly string[],
): Promise<Judge> => {
  const [known, book] = await Promise.all([histories(accountId, emails), rules(accountId, emails)]);
  const judge: Judge['judge'] = (index, found) => {
    const { history = null, mailbox = null } = known[index] ?? {};
    return { result: book.apply(learn(found, history)), mailbox };
  };
  return {
    judge,
    judgeUnasked: (index) => {
      const email = emails[index] ?? '';
      return book.denies(email) ? judge(index, unaskedResult(email)) : null;
    },
  };
};
