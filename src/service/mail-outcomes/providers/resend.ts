import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import type { MailOutcome } from '../mail-outcomes.js';
import { eventsIn, recipients, TIME_TEXT, wrongSignature, type ProviderWebhook } from './webhook.js';

const EVENT = z.object({
  type: z.string(),
  created_at: TIME_TEXT,
  data: z.object({
    to: recipients(z.string()),
    bounce: z.object({ type: z.string() }).partial().optional(),
  }),
});

const outcomeOf = (type: string, bounce: string | undefined): MailOutcome | null => {
  if (type === 'email.delivered') return 'delivered';
  if (type === 'email.complained') return 'complaint';
  if (type !== 'email.bounced') return null;
  return bounce === 'Permanent' ? 'hard_bounce' : 'soft_bounce';
};

/**
 * The webhooks of Resend: an event each, signed by Svix, whose scheme is that of Standard Webhooks under other names.
 * @see https://resend.com/docs/dashboard/webhooks/verify-webhooks-requests
 */
export const resend: ProviderWebhook = {
  signingKey: {
    expected: "the signing secret of Resend's webhook: whsec_ and Base64",
    isOne: (text) => /^whsec_(?:[A-Za-z0-9+/]{4}){4,32}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text),
  },
  async read({ text, headers, signingKey }) {
    const signed = Object.fromEntries(
      ['id', 'timestamp', 'signature'].map((name) => [`webhook-${name}`, headers.get(`svix-${name}`) ?? '']),
    );
    try {
      new Webhook(signingKey).verify(text, signed, { jsonParse: false });
    } catch {
      throw wrongSignature('Resend');
    }
    return (await eventsIn(text, EVENT)).flatMap(({ type, created_at: at, data: { to, bounce } }) => {
      const outcome = outcomeOf(type, bounce?.type);
      return outcome === null ? [] : to.map((email) => ({ email, at, outcome }));
    });
  },
};
