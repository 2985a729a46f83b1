import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '../../http/request-text.js';
import { SECONDS, wrongSignature, type ProviderWebhook } from './webhook.js';

const BODY = z.object({
  signature: z.object({ timestamp: z.string(), token: z.string(), signature: z.string() }),
  'event-data': z.object({
    event: z.string(),
    severity: z.string().optional(),
    reason: z.string().optional(),
    recipient: z.string(),
    timestamp: SECONDS,
  }),
});
const SIGNED = BODY.pick({ signature: true });

/**
 * The webhooks of Mailgun: an event each. HMAC-SHA-256 over the timestamp and the token, by the HTTP webhook signing key of
 * Sending > Webhooks. It does not cover the event: who knows a signature and this address can send another one.
 * @see https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks
 */
export const mailgun: ProviderWebhook = {
  signingKey: {
    expected: "Mailgun's HTTP webhook signing key: 16 to 100 characters",
    isOne: (text) => /^[\x21-\x7e]{16,100}$/.test(text),
  },
  read({ text, signingKey }) {
    const body = parseJson(text);
    const signed = SIGNED.safeParse(body);
    if (!signed.success) throw wrongSignature('Mailgun');
    const { timestamp, token, signature } = signed.data.signature;
    const expected = createHmac('sha256', signingKey).update(timestamp).update(token).digest();
    const given = Buffer.from(signature, 'hex');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw wrongSignature('Mailgun');
    const read = BODY.safeParse(body);
    if (!read.success) return [];
    const { event, severity, reason = '', recipient: email, timestamp: at } = read.data['event-data'];
    if (event === 'delivered') return [{ email, at, outcome: 'delivered' }];
    if (event === 'complained') return [{ email, at, outcome: 'complaint' }];
    // Mailgun did not try: it remembers an outcome that it has told before.
    if (event !== 'failed' || reason.startsWith('suppress')) return [];
    return [{ email, at, outcome: severity === 'permanent' ? 'hard_bounce' : 'soft_bounce' }];
  },
};
