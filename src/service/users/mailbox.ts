import { canonicalMailbox } from '../../address/mailbox.js';

/** The mailbox behind an address, as free credits and accounts are counted. The mail host of its domain is not looked up. */
export const mailboxOf = (email: string): string => canonicalMailbox(email, { host: '' });
