/** Callbacks for people who are signed in: the recent ones, the secret that signs, and a test. */
import { z } from 'zod';
import { timestamp } from '../../protocol/index.js';
import { Refusal } from '../../protocol/refusal.js';
import { TIME, EXAMPLE_TIME } from '../http/time-schema.js';
import { GRACE_HOURS } from './form-fields.js';
import { answerOf, describe } from '../http/endpoint.js';
import { optional } from '../http/request-fields.js';
import { get, post, type Origins } from '../users/session-endpoint.js';
import { LIMITS, type Limiter } from '../users/attempt-limits.js';
import { signedIn, type SessionStore } from '../users/sessions.js';
import type { Deliverer } from '../lists/callbacks/deliverer.js';
import { readCallbacks } from '../lists/callbacks/callback-log.js';
import { CALLBACKS } from '../lists/callbacks/endpoints.js';
import { readSecret, rotateSecret } from '../lists/callbacks/secrets.js';
import { CALLBACK_URL, checkCallbackUrl } from '../lists/callbacks/url.js';

const HOUR_MS = 3_600_000;
const DEFAULT_GRACE_HOURS = 24;

/** The parts of the service that these endpoints use. */
interface Parts extends SessionStore, Origins {
  limiter: Limiter;
  deliverer: Deliverer;
}

const recent = describe(
  {
    summary: 'Lists the recent callbacks',
    details: 'Of all lists of the account: the newest 50, newest first.',
    access: 'session',
    answer: CALLBACKS,
  },
  get({}, async (parts: Parts, { headers, trace }) => {
    const { accountId } = await signedIn(parts, headers, trace);
    return Response.json({ callbacks: await readCallbacks(parts.store, accountId) });
  }),
);

const SECRET = z.object({
  secret: z.string().describe('whsec_ and Base64, as libraries of Standard Webhooks take it'),
});
const EXAMPLE_SECRET = { secret: 'whsec_BASE64' };

export const SHOWN = answerOf('The secret.', SECRET, EXAMPLE_SECRET);
export const ROTATED = answerOf(
  'The new secret.',
  SECRET.extend({ old_expires_at: TIME.nullable().describe('null: there was none') }),
  { ...EXAMPLE_SECRET, old_expires_at: EXAMPLE_TIME },
);

const secret = describe(
  {
    summary: 'Shows the secret that signs callbacks',
    details: 'By Standard Webhooks: webhook-id, webhook-timestamp and webhook-signature. The first call makes it.',
    access: 'session',
    answer: SHOWN,
    problems: ['conflict'],
  },
  post({}, async (parts: Parts, { headers, trace }) => {
    const { accountId } = await signedIn(parts, headers, trace);
    const found = await readSecret(parts.deliverer.secrets, accountId);
    if (found === null)
      throw new Refusal('conflict', 'The secret was made with another SECRET of this service; replace it.');
    return Response.json({ secret: found });
  }),
);

const rotate = describe(
  {
    summary: 'Replaces the secret that signs callbacks',
    details: 'The old one signs as well for grace_hours (24); of several old ones, the latest four.',
    access: 'session',
    answer: ROTATED,
    problems: ['rate_limited'],
  },
  post({ grace_hours: optional(GRACE_HOURS) }, async (parts: Parts, { body, headers, trace }) => {
    const { accountId, userId } = await signedIn(parts, headers, trace);
    await parts.limiter.take(LIMITS.keys, userId);
    const graceMs = (body.grace_hours ?? DEFAULT_GRACE_HOURS) * HOUR_MS;
    const { secret, oldEndsAt } = await rotateSecret(parts.deliverer.secrets, accountId, graceMs);
    return Response.json({ secret, old_expires_at: oldEndsAt && timestamp(oldEndsAt) });
  }),
);

export const TESTED = answerOf(
  'How it ended.',
  z.object({
    delivered: z.boolean(),
    status: z.int().nullable().describe('the HTTP status; null: there was no answer'),
    reason: z.string().nullable().describe('why it was not delivered'),
    ms: z.int(),
  }),
  { delivered: true, status: 204, reason: null, ms: 85 },
);

const test = describe(
  {
    summary: 'Sends a test to a URL now',
    details: 'A signed message of the type test, sent once. A receiver is ready if delivered is true.',
    access: 'session',
    answer: TESTED,
    problems: ['rate_limited'],
  },
  post({ url: CALLBACK_URL }, async (parts: Parts, { body, headers, trace }) => {
    const { deliverer, limiter } = parts;
    const { accountId, userId } = await signedIn(parts, headers, trace);
    const url = checkCallbackUrl(body.url, deliverer.allowPrivate, 'url');
    await limiter.take(LIMITS.callbackTests, userId);
    const { status, reason, ms } = await deliverer.test(accountId, url);
    return Response.json({ delivered: reason === null, status, reason, ms });
  }),
);

export const CALLBACK_ENDPOINTS = {
  callbacks: recent,
  'callbacks/secret': secret,
  'callbacks/rotate': rotate,
  'callbacks/test': test,
};
