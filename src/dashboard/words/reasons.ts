/** The codes of results in plain words, short enough for a table. */
import type { SubStatus } from '../../protocol/index.js';

const CODES: Record<SubStatus, string> = {
  denied: 'denied by a rule',
  denied_risky: 'risky by a rule',
  allowed: 'allowed by a rule',
  syntax_error: 'not an address',
  smtputf8_required: 'letters that some mail servers refuse',
  domain_not_found: 'domain does not exist',
  no_mail_server: 'domain has no mail server',
  null_mx: 'domain takes no mail',
  implicit_mx: 'domain names no mail server',
  reserved_domain: 'domain for examples only',
  dns_timeout: 'DNS did not answer',
  dns_error: 'DNS could not answer',
  mailbox_not_found: 'no such mailbox',
  mailbox_full: 'mailbox is full',
  mailbox_disabled: 'mailbox is disabled',
  catch_all: 'server accepts every name',
  greylisted: 'server asks to try later',
  smtp_timeout: 'mail server did not answer',
  smtp_unavailable: 'mail server could not tell',
  smtp_blocked: 'mail server refuses to talk to us',
  smtp_not_checked: 'the mailbox was not asked',
  bounced: 'mail has bounced lately',
  bounced_before: 'mail has bounced before',
  complained: 'has complained of mail',
  delivered: 'mail was delivered lately',
  disposable: 'disposable address',
  disposable_host: 'mail server of disposable addresses',
  possible_disposable: 'perhaps disposable',
  relay: 'forwarding address',
  role_account: 'address of a function',
  free_provider: 'free mailbox provider',
  subaddress: 'with a detail, such as +news',
  possible_typo: 'probably a typo',
  upstream_timeout: 'verification service did not answer',
  upstream_error: 'could not be checked',
  out_of_credits: 'no credits left',
  rate_limited: 'too many checks at once',
};

/** Codes that a newer service sends stay as they are. */
const wordsOf = (code: string): string => (CODES as Readonly<Record<string, string>>)[code] ?? code;

export const REASONS = {
  /** The codes of a result with their words. A mailbox that was not asked is told with what is known: its domain. */
  reasonsOf: (codes: readonly string[]): (readonly [code: string, words: string])[] =>
    codes.map((code) => [
      code,
      code === 'smtp_not_checked' && !codes.includes('implicit_mx')
        ? `the domain takes mail; ${wordsOf(code)}`
        : wordsOf(code),
    ]),
} as const;
