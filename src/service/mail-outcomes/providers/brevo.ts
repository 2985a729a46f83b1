import { z } from 'zod';
import type { MailOutcome } from '../mail-outcomes.js';
import { eventsIn, SECONDS, type ProviderWebhook } from './webhook.js';

const EVENT = z.object({ event: z.string(), email: z.string(), ts_event: SECONDS });

/** The events of transactional mail, and of campaigns. */
const OUTCOMES: Readonly<Record<string, MailOutcome>> = {
  delivered: 'delivered',
  hard_bounce: 'hard_bounce',
  hardBounce: 'hard_bounce',
  invalid_email: 'hard_bounce',
  soft_bounce: 'soft_bounce',
  softBounce: 'soft_bounce',
  spam: 'complaint',
};

/**
 * The webhooks of Brevo: an event each, or an array of them, without a signature.
 * @see https://developers.brevo.com/docs/transactional-webhooks
 */
export const brevo: ProviderWebhook = {
  signingKey: null,
  read: async ({ text }) =>
    (await eventsIn(text, EVENT)).flatMap(({ event, email, ts_event: at }) => {
      const outcome = Object.hasOwn(OUTCOMES, event) ? OUTCOMES[event] : undefined;
      return outcome === undefined ? [] : { email, at, outcome };
    }),
};
