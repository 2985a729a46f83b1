import type { MailReport } from '../mail-outcomes/mail-outcomes.js';
import { readDeliveryStatus } from './delivery-status.js';
import { findStatus } from './status-part.js';

/** Bytes of a mail that are read: what came back stands behind the status (RFC 6522 §3), and is not needed. */
export const READ_BYTES = 524_288;

/** The time of a mail; null: it cannot be read. */
const timeOf = (date: string): Date | null => {
  const at = new Date(date);
  return Number.isNaN(at.getTime()) ? null : at;
};

/**
 * Reads the outcomes that a mail tells: a delivery status notification (RFC 3464, RFC 6522).
 * @returns null for another mail.
 */
export const readBounceMail = async (mail: Buffer): Promise<MailReport[] | null> => {
  const status = findStatus(mail.subarray(0, READ_BYTES));
  if (status === null) return null;
  const at = timeOf(status.date);
  const told = await readDeliveryStatus(status.text);
  return told.map((one) => ({ ...one, at }));
};
