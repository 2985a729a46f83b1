/** Signs messages as mail providers do. */
import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { MailProvider } from '../../../../src/service/mail-outcomes/providers/index.js';

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const RESEND = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

/** The keys that sign, as their account enters them. */
export const SIGNING_KEYS: Partial<Record<MailProvider, string>> = {
  sendgrid: ec.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  mailgun: 'key-0123456789abcdef0123456789abcdef',
  resend: RESEND,
};

export const CERTIFICATE_URL = `https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-${'0a'.repeat(16)}.pem`;
/** The key in place of a certificate of Amazon's, which holds one. */
export const CERTIFICATE = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();

export interface Signed {
  text: string;
  headers: Record<string, string>;
}

/** A message of SNS. */
export const signSns = (members: Record<string, string>, version: '1' | '2' = '2'): Signed => {
  const message: Record<string, string> = {
    Type: 'Notification',
    MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
    TopicArn: 'arn:aws:sns:eu-west-1:123456789012:bounces',
    Timestamp: '2026-01-31T12:00:01.000Z',
    ...members,
  };
  const names = ['Message', 'MessageId', 'Subject', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
  const text = names.map((name) => (message[name] === undefined ? '' : `${name}\n${message[name]}\n`)).join('');
  const Signature = createSign(version === '2' ? 'RSA-SHA256' : 'RSA-SHA1')
    .update(text)
    .sign(rsa.privateKey, 'base64');
  const signed = { ...message, SignatureVersion: version, Signature, SigningCertURL: CERTIFICATE_URL };
  return { text: JSON.stringify(signed), headers: { 'content-type': 'text/plain; charset=UTF-8' } };
};

const json = { 'content-type': 'application/json' };

/** The message of a provider with a body. */
export const sign = (provider: MailProvider, body: unknown): Signed => {
  const text = JSON.stringify(body);
  switch (provider) {
    case 'ses':
      return signSns({ Message: text });
    case 'sendgrid': {
      const signature = createSign('sha256').update(`1769860801${text}`).sign(ec.privateKey, 'base64');
      return {
        text,
        headers: {
          ...json,
          'x-twilio-email-event-webhook-signature': signature,
          'x-twilio-email-event-webhook-timestamp': '1769860801',
        },
      };
    }
    case 'mailgun': {
      const [timestamp, token] = ['1769860801', 'b0c9a1f6'];
      const signature = createHmac('sha256', SIGNING_KEYS.mailgun ?? '')
        .update(timestamp + token)
        .digest('hex');
      return {
        text: JSON.stringify({ signature: { timestamp, token, signature }, ...(body as object) }),
        headers: json,
      };
    }
    case 'resend': {
      const now = new Date();
      return {
        text,
        headers: {
          ...json,
          'svix-id': 'msg_1',
          'svix-timestamp': String(Math.floor(now.getTime() / 1000)),
          'svix-signature': new Webhook(RESEND).sign('msg_1', now, text),
        },
      };
    }
    default:
      return { text, headers: json };
  }
};
