import { parseAddress } from '../../../address/parse.js';
import type { SubStatus } from '../../../protocol/index.js';
import { agree, type Opinion } from './agree.js';
import { at } from './json-path.js';
import type { Reading } from './outcome.js';

const OPINIONS: ReadonlyMap<unknown, Opinion> = new Map<unknown, Opinion>([
  ['safe', 'good'],
  ['risky', 'doubtful'],
  ['invalid', 'bad'],
  ['unknown', 'unknown'],
]);

/** The code for an error of the SMTP session. Its message may quote the address, so it is read but not passed on. */
const smtpError = (answer: unknown): SubStatus => {
  const description = at(answer, 'smtp', 'description');
  if (description === 'IpBlacklisted' || description === 'NeedsRDNS') return 'smtp_blocked';
  const type = at(answer, 'smtp', 'error', 'type');
  if (type === 'Timeout') return 'smtp_timeout';
  const message = at(answer, 'smtp', 'error', 'message');
  const isTransient = type === 'AsyncSmtpError' && typeof message === 'string' && message.startsWith('transient:');
  return isTransient ? 'greylisted' : 'smtp_unavailable';
};

/** The codes for the domain. If they end the check, everything in the answer's `smtp` is false. */
const domainCodes = (answer: unknown): SubStatus[] => {
  if (at(answer, 'syntax', 'is_valid_syntax') === false) return ['syntax_error'];
  if (at(answer, 'mx', 'error') !== undefined) return ['dns_error'];
  if (at(answer, 'mx', 'accepts_mail') === false) return ['no_mail_server'];
  const records = at(answer, 'mx', 'records');
  return Array.isArray(records) && records.length > 0 && records.every((record) => record === '.') ? ['null_mx'] : [];
};

const mailboxCodes = (answer: unknown): SubStatus[] => {
  const smtp = (name: string): unknown => at(answer, 'smtp', name);
  if (smtp('error') !== undefined) return [smtpError(answer)];
  if (smtp('can_connect_smtp') === false) return ['smtp_unavailable'];
  if (smtp('is_disabled') === true) return ['mailbox_disabled'];
  if (smtp('has_full_inbox') === true) return ['mailbox_full'];
  if (smtp('is_catch_all') === true) return ['catch_all'];
  if (smtp('is_deliverable') === false) return ['mailbox_not_found'];
  return smtp('is_deliverable') === true ? [] : ['smtp_not_checked'];
};

const kindCodes = (answer: unknown): SubStatus[] => {
  const misc = (name: string): boolean => at(answer, 'misc', name) === true;
  return [
    ...(misc('is_disposable') ? (['disposable'] as const) : []),
    ...(misc('is_role_account') ? (['role_account'] as const) : []),
    ...(misc('is_b2c') ? (['free_provider'] as const) : []),
  ];
};

/**
 * Codes with which the typed address is surely wrong. For other addresses, a domain that accepts mail outweighs the
 * guess of another one.
 */
const NO_MAILBOX: readonly SubStatus[] = ['mailbox_not_found', 'mailbox_disabled'];

/** Reacher's suggestion, if it is an address other than the one asked about. */
const suggestionOf = (answer: unknown, address: string): string | null => {
  const suggestion = at(answer, 'syntax', 'suggestion');
  const parsed = typeof suggestion === 'string' ? parseAddress(suggestion) : null;
  return parsed?.ok === true && parsed.ascii !== address ? parsed.ascii : null;
};

/**
 * Reads an answer of `POST /v0/check_email` or `/v1/check_email` about an address in normal form. Its codes are null if
 * `is_reachable` is not one of its four words.
 */
export const readReacher = (answer: unknown, address: string): Pick<Reading, 'codes' | 'did_you_mean'> => {
  const opinion = OPINIONS.get(at(answer, 'is_reachable'));
  if (opinion === undefined) return { codes: null };
  const domain = domainCodes(answer);
  const found = domain.length > 0 ? domain : mailboxCodes(answer);
  const isMeant = domain.length === 0 && !found.some((code) => NO_MAILBOX.includes(code));
  const meant = isMeant ? null : suggestionOf(answer, address);
  const codes = [...found, ...kindCodes(answer), ...(meant === null ? [] : (['possible_typo'] as const))];
  // Reacher tries to connect to the null MX, and calls the failure unknown.
  const known = found.includes('null_mx') && opinion === 'unknown' ? 'bad' : opinion;
  const exists = domain.length === 0 && at(answer, 'smtp', 'is_deliverable') === true;
  return { codes: agree(codes, known, exists), did_you_mean: meant };
};

/** The mail exchanger that was asked, else the only one; `""` if it is not known, since the records have no order. */
export const reacherMxRecord = (answer: unknown): string => {
  const records: unknown = at(answer, 'mx', 'records');
  if (!Array.isArray(records)) return '';
  const asked = at(answer, 'debug', 'smtp', 'verif_method', 'host');
  const host: unknown = records.length === 1 ? records[0] : records.find((record) => record === asked);
  return typeof host === 'string' ? host.replace(/\.$/, '') : '';
};
