import { z } from 'zod';
import { eventsIn, SECONDS, type ProviderWebhook } from './webhook.js';

const EVENT = z.object({
  msys: z.object({
    message_event: z.object({
      type: z.string(),
      rcpt_to: z.string(),
      timestamp: SECONDS,
      bounce_class: z.coerce.string().optional(),
    }),
  }),
});

/** The classes of bounces that are hard: an invalid recipient, and none at all. */
const HARD: readonly string[] = ['10', '30'];

/**
 * The event webhooks of SparkPost (Bird): an array of events, without a signature. Its first message is empty, to try the
 * address.
 * @see https://developers.sparkpost.com/api/webhooks/
 */
export const sparkpost: ProviderWebhook = {
  signingKey: null,
  read: async ({ text }) =>
    (await eventsIn(text, EVENT)).flatMap(({ msys: { message_event: event } }) => {
      const { type, rcpt_to: email, timestamp: at, bounce_class: bounceClass = '' } = event;
      if (type === 'delivery') return { email, at, outcome: 'delivered' };
      if (type === 'spam_complaint') return { email, at, outcome: 'complaint' };
      // The second is a bounce that came by mail, after the server had accepted it.
      if (type !== 'bounce' && type !== 'out_of_band') return [];
      return { email, at, outcome: HARD.includes(bounceClass) ? 'hard_bounce' : 'soft_bounce' };
    }),
};
