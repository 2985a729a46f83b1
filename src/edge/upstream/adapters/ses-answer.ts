import type { SubStatus } from '../../../protocol/index.js';
import { agree, type Opinion } from './agree.js';
import { at } from './json-path.js';

type Confidence = 'LOW' | 'MEDIUM' | 'HIGH';

const OPINIONS: Record<Confidence, Opinion> = { HIGH: 'good', MEDIUM: 'doubtful', LOW: 'bad' };

const isConfidence = (value: unknown): value is Confidence =>
  typeof value === 'string' && Object.hasOwn(OPINIONS, value);

/** The code if SES is not sure that the mailbox exists: by its confidence in the whole address. */
const UNSURE: Record<Confidence, SubStatus> = {
  HIGH: 'smtp_not_checked',
  MEDIUM: 'smtp_unavailable',
  LOW: 'mailbox_not_found',
};

/**
 * The codes for an answer of `GetEmailAddressInsights`. `IsRandomInput` has no code: by itself it says nothing about
 * delivery, and it lowers `IsValid`.
 * @returns null if `IsValid` is not one of its three words.
 */
export const sesCodes = (answer: unknown): readonly SubStatus[] | null => {
  const confidence = (...path: string[]): Confidence | null => {
    const value = at(answer, 'MailboxValidation', ...path, 'ConfidenceVerdict');
    return isConfidence(value) ? value : null;
  };
  const isValid = confidence('IsValid');
  if (isValid === null) return null;

  const exists = confidence('Evaluations', 'MailboxExists');
  const isDisposable = confidence('Evaluations', 'IsDisposable');
  const mailbox = (): SubStatus[] => {
    if (confidence('Evaluations', 'HasValidSyntax') === 'LOW') return ['syntax_error'];
    if (confidence('Evaluations', 'HasValidDnsRecords') === 'LOW') return ['no_mail_server'];
    if (exists === 'HIGH') return [];
    if (exists === 'LOW') return ['mailbox_not_found'];
    // A disposable domain explains why SES is not sure of the whole address.
    return [isDisposable === 'HIGH' ? 'smtp_not_checked' : UNSURE[isValid]];
  };
  const codes = mailbox();
  if (isDisposable === 'HIGH') codes.push('disposable');
  if (isDisposable === 'MEDIUM') codes.push('possible_disposable');
  if (confidence('Evaluations', 'IsRoleAddress') === 'HIGH') codes.push('role_account');
  return agree(codes, OPINIONS[isValid], exists === 'HIGH');
};
