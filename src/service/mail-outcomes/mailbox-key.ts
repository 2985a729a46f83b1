import { caselessMailbox } from '../../address/mailbox.js';
import { parseAddress } from '../../address/parse.js';
import type { Hashes } from '../keys/hashes.js';

/** The keyed hash of the mailbox behind an address; null for text that is no address. */
export const mailboxKey = (hashMailbox: Hashes['mailbox'], email: string): Buffer | null => {
  const parsed = parseAddress(email.trim());
  // The mail host is not known when an outcome is reported. Letter case tells no two mailboxes apart in practice, and mail
  // providers report addresses in lower case.
  return parsed.ok ? hashMailbox(caselessMailbox(parsed)) : null;
};
