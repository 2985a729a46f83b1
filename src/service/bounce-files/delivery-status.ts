/** Delivery status notifications (RFC 3464): the fields of `message/delivery-status`, and the outcomes that they tell. */
import { parseAddress } from '../../address/parse.js';
import { mapInTurns } from '../../util/turns.js';
import { classifyRcpt } from '../../verifier/smtp/classify.js';
import type { MailOutcome } from '../mail-outcomes/mail-outcomes.js';

/** Characters and lines of a notification, and recipients in it, that are read. */
const MAX_TEXT = 1_048_576;
const MAX_LINES = 20_000;
const MAX_RECIPIENTS = 1000;
/** Characters of a field that are read: a reply of a mail server has some hundred. */
const MAX_FIELD = 8192;

/** The fields of a group, by their names in lower case; of several with one name, the first. */
type Fields = ReadonlyMap<string, string>;

/** Reads groups of fields, which blank lines part (RFC 3464 §2.1). Lines that are no fields are left out. */
const readGroups = (text: string): Fields[] => {
  const groups: Map<string, string>[] = [];
  let group: Map<string, string> | null = null;
  let last = '';
  for (const line of text.slice(0, MAX_TEXT).split(/\r\n|\r|\n/, MAX_LINES)) {
    if (line.trim() === '') {
      group = null;
      continue;
    }
    if (group !== null && /^[ \t]/.test(line)) {
      // A folded line goes on with the field before it.
      const before = group.get(last);
      if (before !== undefined && before.length < MAX_FIELD)
        group.set(last, `${before} ${line.trim()}`.slice(0, MAX_FIELD));
      continue;
    }
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    if (group === null) {
      if (groups.length > MAX_RECIPIENTS) break;
      group = new Map();
      groups.push(group);
    }
    last = line.slice(0, colon).trim().toLowerCase();
    if (!group.has(last))
      group.set(
        last,
        line
          .slice(colon + 1)
          .trim()
          .slice(0, MAX_FIELD),
      );
  }
  return groups;
};

/** The value behind the type of a field: `rfc822; anna@example.com` (RFC 3464 §2.1.2). */
const afterType = (value: string | undefined, types: readonly string[]): string | null => {
  const [, type = '', text = ''] = /^([^;]{1,100});([^]*)$/.exec(value ?? '') ?? [];
  return types.includes(type.trim().toLowerCase()) ? text.trim() : null;
};

/** An address, without the brackets and the comment that some servers add. */
const addressIn = (value: string | undefined): string | null => {
  const text = afterType(value, ['rfc822', 'utf-8']);
  const email = (/<([^<>]*)>/.exec(text ?? '')?.[1] ?? text ?? '').trim();
  return parseAddress(email).ok ? email : null;
};

const STATUS = /\b([245])\.(\d{1,3})\.(\d{1,3})\b/;

/** Enhanced codes (RFC 3463) by which the address works, and this mail was refused, for its sender or what is in it. */
const OF_MAIL = /^5\.(1\.[78]|2\.[234]|[3567]\.\d+)$/;

/** The meaning of a permanent failure: `soft_bounce` if only this mail was refused, or the mailbox is full. */
const ofFailure = (status: string, diagnostic: string, email: string): MailOutcome => {
  const reply = /^([45]\d\d)[ -]?([^]*)$/.exec(diagnostic);
  if (reply !== null) {
    const [, code = '', text = ''] = reply;
    const enhanced = STATUS.exec(text)?.[0] ?? (status === '' || status.endsWith('.0.0') ? null : status);
    const finding = classifyRcpt({ code: Number(code), enhanced, lines: [text] }, email);
    if (finding === 'mailbox_not_found' || finding === 'mailbox_disabled') return 'hard_bounce';
    if (finding === 'mailbox_full' || finding === 'smtp_blocked' || finding === 'greylisted') return 'soft_bounce';
    if (code.startsWith('4')) return 'soft_bounce';
  }
  // Exim says 5.0.0 of everything; the reply of the other server says more.
  const exact = status === '' || status.endsWith('.0.0') ? (STATUS.exec(diagnostic)?.[0] ?? status) : status;
  return exact === '' || exact.startsWith('4') || OF_MAIL.test(exact) ? 'soft_bounce' : 'hard_bounce';
};

const outcomeOf = (fields: Fields, email: string): MailOutcome | null => {
  const status = STATUS.exec(fields.get('status') ?? '')?.[0] ?? '';
  switch (/^[a-z]+/i.exec(fields.get('action') ?? '')?.[0].toLowerCase()) {
    case 'delivered':
    case 'relayed':
    case 'expanded':
      return 'delivered';
    case 'failed':
      // A server that gave up on failures that may pass: the mailbox may be there.
      if (status.startsWith('4')) return 'soft_bounce';
      return ofFailure(status, afterType(fields.get('diagnostic-code'), ['smtp', 'x-unix', 'x-postfix']) ?? '', email);
    default:
      // It is delayed: the end is still to come.
      return null;
  }
};

/** An outcome that a notification tells. */
export interface Told {
  email: string;
  outcome: MailOutcome;
}

const toldBy = (fields: Fields): Told[] => {
  const email = addressIn(fields.get('original-recipient')) ?? addressIn(fields.get('final-recipient'));
  const outcome = email === null ? null : outcomeOf(fields, email);
  return email === null || outcome === null ? [] : [{ email, outcome }];
};

/**
 * Reads the outcomes that the text of a `message/delivery-status` tells, in turns. The address is the one that the mail was
 * sent to, where it is named, and not the one that it was forwarded to.
 */
export const readDeliveryStatus = async (text: string): Promise<Told[]> => {
  const [, ...recipients] = readGroups(text);
  return (await mapInTurns(recipients, toldBy)).flat();
};
