import { createPublicKey, createVerify, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { eventsIn, SECONDS, wrongSignature, type ProviderWebhook } from './webhook.js';

const EVENT = z.object({ email: z.string(), timestamp: SECONDS, event: z.string(), type: z.string().optional() });

const keyOf = (text: string): KeyObject | null => {
  try {
    return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
  } catch {
    return null;
  }
};

/**
 * The Event Webhook of Twilio SendGrid: an array of events. ECDSA with SHA-256 over the timestamp and the body, by the key
 * of Mail Settings > Event Webhooks. A message that is sent again has the same events, whose times make it harmless.
 * @see https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features
 */
export const sendgrid: ProviderWebhook = {
  signingKey: {
    expected: "the verification key of SendGrid's Event Webhook: Base64 that begins with MF",
    isOne: (text) => keyOf(text)?.asymmetricKeyType === 'ec',
  },
  async read({ text, headers, signingKey }) {
    const [signature, timestamp] = ['signature', 'timestamp'].map(
      (name) => headers.get(`x-twilio-email-event-webhook-${name}`) ?? '',
    );
    const key = keyOf(signingKey);
    const verifier = createVerify('sha256').update(`${timestamp}${text}`);
    if (key === null || !verifier.verify(key, signature ?? '', 'base64')) throw wrongSignature('SendGrid');
    return (await eventsIn(text, EVENT)).flatMap(({ email, timestamp: at, event, type }) => {
      if (event === 'delivered') return { email, at, outcome: 'delivered' };
      if (event === 'spamreport') return { email, at, outcome: 'complaint' };
      // `blocked`: the receiver refuses this mail, not the mailbox.
      if (event === 'bounce') return { email, at, outcome: type === 'blocked' ? 'soft_bounce' : 'hard_bounce' };
      return [];
    });
  },
};
