import { z } from 'zod';
import { eventsIn, TIME_TEXT, type ProviderWebhook } from './webhook.js';

const EVENT = z.union([
  z.object({ RecordType: z.literal('Delivery'), Recipient: z.string(), DeliveredAt: TIME_TEXT }),
  z.object({ RecordType: z.literal('Bounce'), Email: z.string(), BouncedAt: TIME_TEXT, Type: z.string() }),
  z.object({ RecordType: z.literal('SpamComplaint'), Email: z.string(), BouncedAt: TIME_TEXT }),
]);

/** The types of bounces that say that the address does not work. */
const HARD: readonly string[] = ['HardBounce', 'BadEmailAddress'];

/**
 * The webhooks of Postmark: an event each, without a signature.
 * @see https://postmarkapp.com/developer/webhooks/bounce-webhook
 */
export const postmark: ProviderWebhook = {
  signingKey: null,
  read: async ({ text }) =>
    (await eventsIn(text, EVENT)).map((event) => {
      if (event.RecordType === 'Delivery')
        return { email: event.Recipient, at: event.DeliveredAt, outcome: 'delivered' };
      const { Email: email, BouncedAt: at } = event;
      if (event.RecordType === 'SpamComplaint') return { email, at, outcome: 'complaint' };
      return { email, at, outcome: HARD.includes(event.Type) ? 'hard_bounce' : 'soft_bounce' };
    }),
};
