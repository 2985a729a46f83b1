import { caselessMailbox } from '../../address/mailbox.js';
import { parseAddress } from '../../address/parse.js';
import type { Hashes } from '../keys/hashes.js';

/** The keyed hashes under which outcomes of mail are stored. */
export interface OutcomeHashes extends Pick<Hashes, 'mailbox'> {
  /** Null: the domains of mailboxes are not stored. */
  domain: Hashes['domain'] | null;
}

/** The mailbox behind an address; null for text that is no address. */
const mailboxOf = (email: string): string | null => {
  const parsed = parseAddress(email.trim());
  // The mail host is not known when an outcome is reported. Letter case tells no two mailboxes apart in practice, and mail
  // providers report addresses in lower case.
  return parsed.ok ? caselessMailbox(parsed) : null;
};

/** The keyed hash of the mailbox behind an address; null for text that is no address. */
export const mailboxKey = (hashMailbox: Hashes['mailbox'], email: string): Buffer | null => {
  const mailbox = mailboxOf(email);
  return mailbox === null ? null : hashMailbox(mailbox);
};

/**
 * The keyed hash of the domain of the mailbox behind an address, which domains of one provider share if their names do;
 * null for text that is no address.
 */
export const domainKey = (hashDomain: Hashes['domain'], email: string): Buffer | null => {
  const mailbox = mailboxOf(email);
  return mailbox === null ? null : hashDomain(mailbox.slice(mailbox.lastIndexOf('@') + 1));
};
