/** One check of an account, however it was asked for: its rules stand here, once. */
import { z } from 'zod';
import { parseAddress } from '../../address/parse.js';
import { timestamp, type ValidationResult } from '../../protocol/index.js';
import { Refusal } from '../../protocol/refusal.js';
import { errorCode } from '../../util/errors.js';
import { TimeoutError, withTimeout } from '../../util/timeout.js';
import { assess } from '../../verifier/score.js';
import { unaskedResult } from '../../verifier/text-findings.js';
import type { Verifier } from '../../verifier/types.js';
import { createCharges, type Pay } from '../credits/charges.js';
import { field } from '../http/request-fields.js';
import type { Hashes } from '../keys/hashes.js';
import { createVerdictMemory } from '../mail-outcomes/accuracy/verdict-memory.js';
import { learn } from '../mail-outcomes/learn.js';
import { createHistories } from '../mail-outcomes/mail-outcomes.js';
import type { Charge } from '../monitoring/events.js';
import { canPay, createStandings, recordFree, type Check } from '../credits/ledger.js';
import { createRules } from '../rules/rulebook.js';
import type { Store } from '../schema.js';
import { inTransaction } from '../store/transaction.js';

/** The longest text that is checked, in UTF-16 code units: four times the longest address (RFC 5321 §4.5.3.1). */
const MAX_EMAIL = 1000;
/** The deadline of a check that names none. */
export const DEFAULT_TIMEOUT_MS = 6000;
/** The extra wait for a verifier that does not end in time, in ms. */
const MARGIN_MS = 250;

/** The address of a check: any text. */
export const EMAIL_TO_CHECK = field(
  `a text of at most ${MAX_EMAIL} characters; an address has 254 at most`,
  z.string().max(MAX_EMAIL),
  'anna@example.com',
);

/** @throws Refusal `missing_email`. */
export const checkGiven = (email: string): void => {
  if (email.trim() === '') throw new Refusal('missing_email', 'Give the address to check as email.');
};

const outOfCredits = ({ nextFree }: { nextFree: Date }): Refusal =>
  new Refusal(
    'out_of_credits',
    `This account has no credits left; the next free credits are added at ${timestamp(nextFree)}.`,
  );

/** The text that is hashed for the ledger: the normal form of an address, so that its spellings count as one. */
const subjectOf = (email: string): string => {
  const parsed = parseAddress(email.trim());
  return parsed.ok ? parsed.ascii : email.trim();
};

/** Copies exactly the ten documented fields. */
export const onTheWire = (result: ValidationResult): ValidationResult => ({
  email: result.email,
  status: result.status,
  checked_at: result.checked_at,
  account: result.account,
  domain: result.domain,
  quality: result.quality,
  score: Math.round(result.score * 100) / 100,
  mx_record: result.mx_record,
  did_you_mean: result.did_you_mean,
  sub_status: result.sub_status,
});

/** The verdict on an address whose verifier does not end. */
const outOfTime = (email: string): ValidationResult => {
  const parsed = parseAddress(email.trim());
  return {
    email,
    checked_at: timestamp(new Date()),
    account: parsed.ok ? parsed.local : '',
    domain: parsed.ok ? parsed.ascii.slice(parsed.ascii.lastIndexOf('@') + 1) : '',
    mx_record: '',
    did_you_mean: null,
    ...assess(['upstream_timeout']),
  };
};

/** Verifies in time. @throws the parent's reason when the client gives up. */
const verifyInTime = (verifier: Verifier, email: string, timeoutMs: number, parent: AbortSignal) =>
  withTimeout(timeoutMs + MARGIN_MS, (signal) => verifier.verify(email, { timeoutMs, signal }), parent).catch(
    (error: unknown) => {
      if (error instanceof TimeoutError) return outOfTime(email);
      throw error;
    },
  );

/** The account of a check. */
export interface Payer {
  accountId: number;
  /** Null: a person who is signed in. */
  keyId: number | null;
  /** The refusal if the account was erased meanwhile. */
  gone: () => Refusal;
}

/** SQLSTATE of a reference to a row that is gone (PostgreSQL, Appendix A). */
const FOREIGN_KEY_VIOLATION = '23503';

const payOrRecord = async (store: Store, pay: Pay, check: Check, isFree: boolean): Promise<boolean> => {
  if (!isFree) return pay(check);
  await recordFree(store, check);
  return true;
};

/**
 * Pays for a check, or records a free one.
 * @returns false if there were no credits left.
 * @throws the payer's refusal if the account was erased meanwhile, with its keys.
 */
const record = async (store: Store, pay: Pay, payer: Payer, check: Check, isFree: boolean): Promise<boolean> => {
  if (payer.keyId === null)
    return inTransaction(store, async (inside) => {
      // Nothing of the check refers to what is erased: the lock makes one of the two wait.
      const account = inside.db.selectFrom('accounts').select('id').where('id', '=', payer.accountId);
      await account.where('owner_id', 'is not', null).forKeyShare().executeTakeFirstOrThrow(payer.gone);
      return payOrRecord(inside, createCharges(inside), check, isFree);
    });
  try {
    return await payOrRecord(store, pay, check, isFree);
  } catch (error) {
    throw errorCode(error) === FOREIGN_KEY_VIOLATION ? payer.gone() : error;
  }
};

/** A check that is asked for. */
export interface Asked {
  email: string;
  timeoutMs: number;
  /** Aborts it when the client gives up. */
  signal: AbortSignal;
  /** It is one of the calling program's own, and costs nothing. */
  isFree?: boolean;
}

/** The result of a check, and its cost. */
export interface Checked {
  result: ValidationResult;
  charge: Charge;
}

/**
 * Checks an address for one credit of an account. A refusal costs nothing, nor does a repeat within 5 minutes after an
 * `unknown`.
 * @throws Refusal `out_of_credits`, or that of the payer if the account is gone; the signal's reason.
 */
export type CheckOnce = (payer: Payer, asked: Asked) => Promise<Checked>;

/** Creates the check of a process. */
export const createChecker = (
  store: Store,
  hashes: Pick<Hashes, 'subject' | 'mailbox'>,
  verifier: Verifier,
): CheckOnce => {
  const [readStanding, pay] = [createStandings(store), createCharges(store)];
  const [readHistory, readRules] = [createHistories(store, hashes.mailbox), createRules(store)];
  const remember = createVerdictMemory(store);
  return async (payer, { email, timeoutMs, signal, isFree = false }) => {
    // Nobody waits for the rest.
    signal.throwIfAborted();
    const { accountId, keyId } = payer;
    const started = performance.now();
    const subject = hashes.subject(subjectOf(email));
    const [standing, rules] = await Promise.all([
      isFree ? null : readStanding(accountId, subject),
      readRules(accountId, email),
    ]);
    const credits = standing?.isRepeat === false ? standing : null;
    if (credits && !canPay(credits)) throw outOfCredits(credits);
    const timeLeft = Math.max(1, timeoutMs - (performance.now() - started));
    // White space around an address is no fault of it. The answer has the text as it was sent.
    const [found, { history, mailbox }] = await Promise.all([
      rules.denies(email) ? unaskedResult(email.trim()) : verifyInTime(verifier, email.trim(), timeLeft, signal),
      readHistory(accountId, email),
    ]);
    const result = rules.apply(learn({ ...found, email }, history));
    const check = { caller: { accountId, keyId }, subject, status: result.status };
    // Concurrent checks may have spent the credits.
    if (!(await record(store, pay, payer, check, credits === null)) && credits) throw outOfCredits(credits);
    // The check is paid for: its answer does not depend on this.
    if (mailbox !== null) await remember(accountId, { mailbox, result }).catch(() => undefined);
    return { result: onTheWire(result), charge: isFree ? 'own' : credits === null ? 'repeat' : 'credit' };
  };
};
