import { z } from 'zod';
import { eventsIn, SECONDS, type ProviderWebhook } from './webhook.js';

const EVENT = z.object({
  event: z.string(),
  email: z.string(),
  time: SECONDS,
  hard_bounce: z.boolean().optional(),
});

/**
 * The Event API of Mailjet: an event, or an array of them, without a signature.
 * @see https://dev.mailjet.com/email/guides/webhooks/
 */
export const mailjet: ProviderWebhook = {
  signingKey: null,
  read: async ({ text }) =>
    (await eventsIn(text, EVENT)).flatMap(({ event, email, time: at, hard_bounce: isHard = false }) => {
      if (event === 'sent') return { email, at, outcome: 'delivered' };
      if (event === 'spam') return { email, at, outcome: 'complaint' };
      if (event === 'bounce') return { email, at, outcome: isHard ? 'hard_bounce' : 'soft_bounce' };
      return [];
    }),
};
