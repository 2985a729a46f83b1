import { createVerify } from 'node:crypto';
import { z } from 'zod';
import { BoundedMap } from '../../../util/bounded-map.js';
import { parseJson } from '../../http/request-text.js';
import type { GetText } from '../../outgoing/get-text.js';
import { Refusal } from '../../../protocol/refusal.js';
import type { MailOutcome, MailReport } from '../mail-outcomes.js';
import { recipients, TIME_TEXT, wrongSignature, type ProviderWebhook } from './webhook.js';

/** The hosts of Amazon SNS. */
const REGION =
  '(?:us|eu|ap|sa|ca|me|af|il|mx|cn)(?:-gov)?-(?:north|south|east|west|central|northeast|southeast|northwest|southwest)-[1-9]';
const HOST = String.raw`https:\/\/sns\.${REGION}\.amazonaws\.com(?:\.cn)?`;
const CERTIFICATE_URL = new RegExp(String.raw`^${HOST}\/SimpleNotificationService-[0-9a-f]{32}\.pem$`);
const CONFIRM_URL = new RegExp(String.raw`^${HOST}\/\?Action=ConfirmSubscription&[\w&=:%.-]{1,2000}$`);

const MESSAGE = z.object({
  Type: z.string(),
  MessageId: z.string(),
  TopicArn: z.string(),
  Message: z.string(),
  Timestamp: z.string(),
  Subject: z.string().optional(),
  Token: z.string().optional(),
  SubscribeURL: z.string().optional(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string().regex(CERTIFICATE_URL),
});
type Message = z.output<typeof MESSAGE>;

const ADDRESSES = recipients(z.object({ emailAddress: z.string() }));
const NOTICE = z
  .object({
    notificationType: z.string(),
    eventType: z.string(),
    bounce: z.object({
      bounceType: z.string(),
      bounceSubType: z.string().optional(),
      bouncedRecipients: ADDRESSES,
      timestamp: TIME_TEXT,
    }),
    complaint: z.object({ complainedRecipients: ADDRESSES, timestamp: TIME_TEXT }),
    delivery: z.object({ recipients: recipients(z.string()), timestamp: TIME_TEXT }),
  })
  .partial();

/** The members that are signed, in this order, each with its name. */
const SIGNED = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const;

const signedText = (message: Message, type: keyof typeof SIGNED): string =>
  SIGNED[type].map((name) => (message[name] === undefined ? '' : `${name}\n${message[name]}\n`)).join('');

const isSigned = (message: Message, type: keyof typeof SIGNED, certificate: string): boolean => {
  const algorithm = message.SignatureVersion === '2' ? 'RSA-SHA256' : 'RSA-SHA1';
  try {
    return createVerify(algorithm).update(signedText(message, type)).verify(certificate, message.Signature, 'base64');
  } catch {
    return false;
  }
};

const reportsOf = (text: string): MailReport[] => {
  const read = NOTICE.safeParse(parseJson(text));
  if (!read.success) return [];
  const { notificationType, eventType = notificationType, bounce, complaint, delivery } = read.data;
  const each = (emails: readonly string[], at: Date, outcome: MailOutcome): MailReport[] =>
    emails.map((email) => ({ email, at, outcome }));
  const textsOf = (addresses: z.output<typeof ADDRESSES>) => addresses.map(({ emailAddress }) => emailAddress);
  if (eventType === 'Delivery' && delivery) return each(delivery.recipients, delivery.timestamp, 'delivered');
  if (eventType === 'Complaint' && complaint)
    return each(textsOf(complaint.complainedRecipients), complaint.timestamp, 'complaint');
  // SES did not try: the account has the address on its own list of those that it does not send to.
  if (eventType !== 'Bounce' || !bounce || bounce.bounceSubType === 'OnAccountSuppressionList') return [];
  const outcome = bounce.bounceType === 'Permanent' ? 'hard_bounce' : 'soft_bounce';
  return each(textsOf(bounce.bouncedRecipients), bounce.timestamp, outcome);
};

const MAX_CERTIFICATES = 20;
const CERTIFICATE_MS = 86_400_000;

/**
 * Amazon SES through an SNS topic with an HTTPS subscription, which is confirmed when its first message comes. RSA, by a
 * certificate of Amazon's whose address stands in the message.
 * @see https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html
 */
export const createSes = (get: GetText): ProviderWebhook => {
  const certificates = new BoundedMap<string, string>({ maxSize: MAX_CERTIFICATES });
  const certificateOf = async (url: string): Promise<string> => {
    const known = certificates.get(url);
    if (known !== undefined) return known;
    const certificate = await get(url).catch(() => {
      throw new Refusal('unavailable', 'The certificate of Amazon SNS cannot be read now.', { 'retry-after': '60' });
    });
    certificates.set(url, certificate, CERTIFICATE_MS);
    return certificate;
  };
  return {
    signingKey: null,
    async read({ text }) {
      const body = parseJson(text);
      const read = MESSAGE.safeParse(body);
      const { Type: type } = read.success ? read.data : { Type: '' };
      // The end of a subscription asks for nothing.
      if (read.success && type === 'UnsubscribeConfirmation') return [];
      if (!read.success || (type !== 'Notification' && type !== 'SubscriptionConfirmation'))
        throw wrongSignature('SNS');
      const message = read.data;
      if (!isSigned(message, type, await certificateOf(message.SigningCertURL))) throw wrongSignature('SNS');
      if (type === 'Notification') return reportsOf(message.Message);
      const { SubscribeURL: url = '' } = message;
      if (!CONFIRM_URL.test(url)) throw wrongSignature('SNS');
      await get(url).catch(() => {
        throw new Refusal('unavailable', 'The subscription cannot be confirmed now.', { 'retry-after': '60' });
      });
      return [];
    },
  };
};
