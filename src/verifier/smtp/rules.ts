import type { SubStatus } from '../../protocol/index.js';
import { DISABLED } from './phrases/disabled.js';
import { ENCRYPTION } from './phrases/encryption.js';
import { FAILURE } from './phrases/failure.js';
import { GREYLISTING, HARVEST, SESSION_LIMIT, TOO_FAST } from './phrases/throttling.js';
import { BLOCKED, BLOCKLISTS, MESSAGE, RESTRICTED } from './phrases/policy.js';
import { FULL, NO_SPACE } from './phrases/quota.js';
import { ABOUT_SENDER } from './phrases/sender.js';
import { TEMPORARY } from './phrases/temporary.js';
import { UNKNOWN_USER, UNKNOWN_USER_ALONE, UNKNOWN_TO_PLESK, UNKNOWN_TO_YANDEX } from './phrases/unknown-user.js';
import type { Phrases } from './phrases/words.js';

/** The meaning of a reply to RCPT: `exists`, or the code of what was found. */
export type Finding =
  | 'exists'
  | Extract<
      SubStatus,
      'mailbox_not_found' | 'mailbox_full' | 'mailbox_disabled' | 'greylisted' | 'smtp_unavailable' | 'smtp_blocked'
    >;

/** The tables of phrases, by their meaning in a reply. */
export const TABLES = {
  greylisting: [GREYLISTING],
  sender: [ABOUT_SENDER],
  blocked: [BLOCKED, BLOCKLISTS],
  harvest: [HARVEST],
  'too fast': [TOO_FAST],
  full: [FULL],
  'no space': [NO_SPACE],
  'session limit': [SESSION_LIMIT],
  restricted: [RESTRICTED],
  message: [MESSAGE],
  encryption: [ENCRYPTION],
  failure: [FAILURE],
  temporary: [TEMPORARY],
  disabled: [DISABLED],
  'unknown user': [UNKNOWN_USER],
  'unknown user, alone': [UNKNOWN_USER_ALONE],
  'unknown to Plesk': [UNKNOWN_TO_PLESK],
  'unknown to Yandex': [UNKNOWN_TO_YANDEX],
} satisfies Record<string, Phrases[]>;

export type Says = keyof typeof TABLES;

/** The conditions of a rule: it applies if all of them are met. */
export interface Rule {
  /** The reply code. */
  code?: RegExp;
  /** The enhanced code; `-` if the reply has none. */
  enhanced?: RegExp;
  /** The codes of another server's reply that the text repeats, and those behind a `#`. */
  inner?: RegExp;
  /** The words give this reason. */
  says?: Says;
  /** The words prove this about the mailbox: those that may repeat its name do not count. */
  proves?: Says;
  /**
   * `us`: it names our address or host. `unread`: most of its words are in no table. `cut`: it is longer than any real
   * reply.
   */
  text?: 'us' | 'unread' | 'cut';
  finding: Finding;
  why: string;
}

const TEMPORARILY = /^4/;
const PERMANENTLY = /^5/;
/** The reply codes about a mailbox (RFC 5321 §4.2.3, and qmail's 511). */
const OF_MAILBOX = /^5(11|5[0-4])$/;
const OF_FULL_MAILBOX = /^(45[0-2]|511|55[0-4])$/;
/**
 * No enhanced code, or one that does not contradict words about the user: those of addresses and mailboxes, and the
 * general ones.
 */
const GENERAL = /^(-|[45]\.[0125]\.\d+|5\.[34]\.[01])$/;

/**
 * The rules by which replies to RCPT are read; the first that applies counts. Words weigh more than codes: a reason
 * other than the mailbox counts before any sign of a missing mailbox, whatever the codes. Calling a real mailbox
 * invalid is the worst error.
 */
export const RULES: readonly Rule[] = [
  { code: /^25[01]$/, finding: 'exists', why: 'accepted, or forwarded' },
  { code: /^[23]/, finding: 'smtp_unavailable', why: 'accepted without knowing (252), or no reply to RCPT' },
  { code: TEMPORARILY, says: 'greylisting', finding: 'greylisted', why: 'a later try succeeds' },

  { text: 'us', finding: 'smtp_blocked', why: 'it names the MAIL FROM or the HELO of the prober' },
  { says: 'sender', finding: 'smtp_blocked', why: 'it is about the sender, and says nothing of the recipient' },
  { inner: /5\.1\.[78]\b/, finding: 'smtp_blocked', why: 'it repeats a reply about the sender' },
  {
    inner: /#5\.7\.17\b/,
    proves: 'unknown to Plesk',
    finding: 'mailbox_not_found',
    why: 'Plesk’s code for no mailbox',
  },
  { says: 'blocked', finding: 'smtp_blocked', why: 'the server, or a blocklist that it asks, refuses the prober' },
  {
    enhanced: /^5\.7\.1$/,
    proves: 'unknown to Yandex',
    finding: 'mailbox_not_found',
    why: 'Yandex’s reply for no mailbox',
  },
  { enhanced: /^5\.7\./, finding: 'smtp_blocked', why: 'the code of a policy' },
  { enhanced: /^4\.7\./, code: TEMPORARILY, finding: 'greylisted', why: 'not now, or not from a stranger' },
  { inner: /[45]\.7\.\d/, finding: 'smtp_blocked', why: 'it repeats a reply with the code of a policy' },

  { says: 'session limit', finding: 'smtp_unavailable', why: 'this session has had enough recipients' },
  { says: 'too fast', finding: 'greylisted', why: 'the mailbox gets too many mails, or the server too many questions' },
  {
    code: PERMANENTLY,
    says: 'harvest',
    finding: 'smtp_blocked',
    why: 'from now on it may refuse mailboxes that exist',
  },
  { says: 'harvest', finding: 'greylisted', why: 'it was asked for too many unknown mailboxes' },

  { enhanced: /^[45]\.2\.2$/, finding: 'mailbox_full', why: 'the code of a full mailbox' },
  { code: OF_FULL_MAILBOX, proves: 'full', finding: 'mailbox_full', why: 'the mailbox is full' },
  { code: OF_FULL_MAILBOX, enhanced: GENERAL, proves: 'no space', finding: 'mailbox_full', why: 'the mailbox is full' },
  { inner: /[45]\.2\.2\b/, finding: 'mailbox_full', why: 'it repeats a reply with the code of a full mailbox' },

  // Reasons with which a 5xx does not make a mailbox invalid; a 4xx never does.
  { code: PERMANENTLY, says: 'full', finding: 'smtp_blocked', why: 'the mailbox may be full' },
  { code: PERMANENTLY, says: 'no space', finding: 'smtp_unavailable', why: 'the server has no space' },
  { code: PERMANENTLY, says: 'restricted', finding: 'smtp_blocked', why: 'the mailbox does not take every mail' },
  {
    code: PERMANENTLY,
    says: 'message',
    finding: 'smtp_unavailable',
    why: 'it is about the message, and there is none',
  },
  { code: PERMANENTLY, says: 'encryption', finding: 'smtp_unavailable', why: 'the server wants TLS, or a login' },
  { code: PERMANENTLY, says: 'failure', finding: 'smtp_unavailable', why: 'the server could not find out' },
  {
    code: PERMANENTLY,
    enhanced: /^5\.[12]\./,
    says: 'temporary',
    finding: 'greylisted',
    why: 'the mailbox takes no mail for now',
  },
  { code: PERMANENTLY, says: 'temporary', finding: 'smtp_blocked', why: 'not now, or only for now' },
  { code: PERMANENTLY, enhanced: /^4/, finding: 'smtp_unavailable', why: 'the code of what is temporary' },
  { code: PERMANENTLY, inner: /\b4\d\d\b|\b4\.\d/, finding: 'greylisted', why: 'it repeats a temporary reply' },
  { code: PERMANENTLY, inner: /\b5\.[3-6]\.\d/, finding: 'smtp_unavailable', why: 'it repeats a reply about a server' },
  { code: PERMANENTLY, text: 'cut', finding: 'smtp_unavailable', why: 'it is longer than any real reply' },

  { code: OF_MAILBOX, proves: 'disabled', finding: 'mailbox_disabled', why: 'the mailbox is closed' },
  {
    code: OF_MAILBOX,
    enhanced: GENERAL,
    proves: 'unknown user',
    finding: 'mailbox_not_found',
    why: 'there is no mailbox',
  },
  {
    code: OF_MAILBOX,
    enhanced: GENERAL,
    proves: 'unknown user, alone',
    finding: 'mailbox_not_found',
    why: 'there is no mailbox',
  },
  // RFC 5321 §4.2.3: exceeded storage allocation.
  { code: /^552$/, enhanced: /^-$/, finding: 'mailbox_full', why: 'the code of a full mailbox' },
  {
    enhanced: /^5\.[12]\./,
    text: 'unread',
    finding: 'smtp_blocked',
    why: 'the words may give a reason that no table has',
  },
  { code: OF_MAILBOX, enhanced: /^5\.2\.1$/, finding: 'mailbox_disabled', why: 'the code of a closed mailbox' },
  // Mailbox, system, syntax, moved, null MX (RFC 3463 §3.2, RFC 7505 §4.2). 5.1.7 and 5.1.8 are about the sender.
  {
    code: /^5(01|1\d|5[0-46])$/,
    enhanced: /^5\.1\.([1236]|10)$/,
    finding: 'mailbox_not_found',
    why: 'the code of no mailbox',
  },

  {
    code: TEMPORARILY,
    enhanced: /^4\.[34]\./,
    finding: 'smtp_unavailable',
    why: 'the server’s system or network fails',
  },
  { code: /^45[01]$/, finding: 'greylisted', why: 'not now' },
  { code: TEMPORARILY, finding: 'smtp_unavailable', why: 'the server cannot, for now: 421 and 452 above all' },
  { code: /^(50|53|555)/, finding: 'smtp_unavailable', why: 'the command was not understood, or came out of order' },
  // RFC 5321 §4.2.3 gives 550 all three meanings.
  { finding: 'smtp_blocked', why: 'no reason: it may be the mailbox, a policy, or the prober' },
];
