import PostalMime from 'postal-mime';
import type { MailReport } from '../mail-outcomes/mail-outcomes.js';
import { readDeliveryStatus } from './delivery-status.js';

/**
 * Bytes and lines of a mail that are read: what came back stands behind the status (RFC 6522 §3), and is not needed. The
 * parser takes some microseconds for each line and each address in a field, and strangers write such mails.
 */
export const READ_BYTES = 131_072;
const READ_LINES = 5000;
const LF = 0x0a;

const startOf = (mail: Uint8Array): Uint8Array => {
  let end = 0;
  for (let lines = 0; lines < READ_LINES; lines++) {
    const next = mail.indexOf(LF, end);
    if (next < 0 || next >= READ_BYTES) return mail.subarray(0, READ_BYTES);
    end = next + 1;
  }
  return mail.subarray(0, end);
};

/** A notification has three parts. What is nested deeper, or has more headers, was made to cost time. */
const LIMITS = { maxNestingDepth: 8, maxHeadersSize: 65_536 };

const STATUS_TYPES = ['message/delivery-status', 'message/global-delivery-status'];

/** The time of a mail; null: it cannot be read. */
const timeOf = (date: string | undefined): Date | null => {
  const at = new Date(date ?? '');
  return Number.isNaN(at.getTime()) ? null : at;
};

/**
 * Reads the outcomes that a mail tells: a delivery status notification (RFC 3464, RFC 6522).
 * @returns null for another mail.
 */
export const readBounceMail = async (mail: Uint8Array): Promise<MailReport[] | null> => {
  // The mail that came back may be a notification itself: it is not looked into.
  const read = await PostalMime.parse(startOf(mail), {
    ...LIMITS,
    forceRfc822Attachments: true,
    attachmentEncoding: 'utf8',
  }).catch(() => null);
  const type = read?.headers.find(({ key }) => key === 'content-type')?.value ?? '';
  if (read === null || !/^\s*multipart\/report\b/i.test(type)) return null;
  const status = read.attachments.find(({ mimeType }) => STATUS_TYPES.includes(mimeType));
  if (typeof status?.content !== 'string') return null;
  const at = timeOf(read.date);
  const told = await readDeliveryStatus(status.content);
  return told.map((one) => ({ ...one, at }));
};
