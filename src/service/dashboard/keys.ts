/** The API keys of one's own account. */
import { z } from 'zod';
import { EXAMPLE_TIME, TIME } from '../http/time-schema.js';
import { answerOf, describe } from '../http/endpoint.js';
import { timestamp } from '../../protocol/index.js';
import { Refusal } from '../../protocol/refusal.js';
import { optional } from '../http/request-fields.js';
import {
  addKey,
  listKeys,
  revokeKey,
  rotateKey,
  showKey,
  TooManyKeys,
  type KeyDescription,
  type KeyStore,
} from '../keys/keys.js';
import { KEY_MODES, SCOPES } from '../keys/tables.js';
import { DONE, done, get, post, type Origins } from '../users/session-endpoint.js';
import { LIMITS, type Limiter } from '../users/attempt-limits.js';
import { signedIn, type SessionStore } from '../users/sessions.js';
import { ANY_TEXT, GRACE_HOURS, MODE, NETWORKS, NUMBER, SCOPE_LIST } from './form-fields.js';

/** The parts of the service that these endpoints use. */
interface Parts extends SessionStore, Origins {
  keys: KeyStore;
  limiter: Limiter;
}

const HOUR_MS = 3_600_000;
const DEFAULT_GRACE_HOURS = 24;

const noSuchKey = (): Refusal => new Refusal('not_found', 'You have no API key with this id.');

/** Turns what keys.ts throws into a refusal. */
const refuse =
  (code: 'bad_request' | 'not_found') =>
  (error: unknown): never => {
    if (error instanceof TooManyKeys) throw new Refusal('conflict', `${error.message}.`);
    if (!(error instanceof RangeError)) throw error;
    throw code === 'not_found' ? noSuchKey() : new Refusal(code, `${error.message}.`);
  };

const shown = ({ id, name, mode, prefix, scopes, networks, createdAt, lastUsedAt, expiresAt }: KeyDescription) => ({
  id,
  name,
  mode,
  prefix,
  scopes,
  networks,
  created_at: timestamp(createdAt),
  last_used_at: lastUsedAt && timestamp(lastUsedAt),
  expires_at: expiresAt && timestamp(expiresAt),
});

export const KEYS = answerOf(
  'The keys that work.',
  z.object({
    keys: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        mode: z.enum(KEY_MODES),
        prefix: z.string().describe('the start of the key'),
        scopes: z.array(z.enum(SCOPES)),
        networks: z.array(z.string()).describe('the client addresses that may use it; empty: all'),
        created_at: TIME,
        last_used_at: TIME.nullable(),
        expires_at: TIME.nullable(),
      }),
    ),
  }),
  {
    keys: [
      {
        id: 3,
        name: 'shop',
        mode: 'live',
        prefix: 'live_AbCd',
        scopes: ['validate'],
        networks: [],
        created_at: EXAMPLE_TIME,
        last_used_at: null,
        expires_at: null,
      },
    ],
  },
);

const NEW_KEY = z.object({ id: z.int(), key: z.string() });
const EXAMPLE_KEY = { id: 4, key: 'API_KEY' };
export const MADE = answerOf('The key.', NEW_KEY, EXAMPLE_KEY, { status: 201 });
export const SHOWN = answerOf('The key.', NEW_KEY.pick({ key: true }), { key: 'API_KEY' });
export const ROTATED = answerOf('The new key.', NEW_KEY.extend({ old_expires_at: TIME }), {
  ...EXAMPLE_KEY,
  old_expires_at: EXAMPLE_TIME,
});

const list = describe(
  { summary: 'Lists the API keys', access: 'session', answer: KEYS },
  get({}, async (parts: Parts, { headers, trace }) => {
    const { accountId } = await signedIn(parts, headers, trace);
    return Response.json({ keys: (await listKeys(parts.keys, accountId)).map(shown) });
  }),
);

const add = describe(
  { summary: 'Makes an API key', access: 'session', answer: MADE, problems: ['conflict', 'rate_limited'] },
  post(
    { name: ANY_TEXT, mode: MODE, scopes: optional(SCOPE_LIST), networks: optional(NETWORKS) },
    async (parts: Parts, { body: { name, mode, scopes, networks }, headers, trace }) => {
      const { accountId, userId } = await signedIn(parts, headers, trace);
      await parts.limiter.take(LIMITS.keys, userId);
      const options = { name, mode, ...(scopes && { scopes }), ...(networks && { networks }) };
      const made = await addKey(parts.keys, accountId, options).catch(refuse('bad_request'));
      return Response.json(made, { status: 201 });
    },
  ),
);

const show = describe(
  { summary: 'Shows an API key', access: 'session', answer: SHOWN, problems: ['not_found'] },
  post({ id: NUMBER }, async (parts: Parts, { body: { id }, headers, trace }) => {
    const { accountId } = await signedIn(parts, headers, trace);
    const key = await showKey(parts.keys, accountId, id);
    if (key === null)
      throw new Refusal('not_found', 'You have no API key with this id, or only its hash was kept; make a new one.');
    return Response.json({ key });
  }),
);

const rotate = describe(
  {
    summary: 'Replaces an API key',
    details: 'The old one works on for grace_hours (24).',
    access: 'session',
    answer: ROTATED,
    problems: ['not_found', 'conflict', 'rate_limited'],
  },
  post(
    { id: NUMBER, grace_hours: optional(GRACE_HOURS) },
    async (parts: Parts, { body: { id, grace_hours = DEFAULT_GRACE_HOURS }, headers, trace }) => {
      const { accountId, userId } = await signedIn(parts, headers, trace);
      await parts.limiter.take(LIMITS.keys, userId);
      const graceMs = grace_hours * HOUR_MS;
      const made = await rotateKey(parts.keys, accountId, id, { graceMs }).catch(refuse('not_found'));
      return Response.json({ id: made.id, key: made.key, old_expires_at: timestamp(made.oldExpiresAt) });
    },
  ),
);

const revoke = describe(
  { summary: 'Ends an API key', access: 'session', answer: DONE, problems: ['not_found'] },
  post({ id: NUMBER }, async (parts: Parts, { body: { id }, headers, trace }) => {
    const { accountId } = await signedIn(parts, headers, trace);
    if (!(await revokeKey(parts.keys, accountId, id))) throw noSuchKey();
    return done();
  }),
);

export const KEY_ENDPOINTS = {
  keys: list,
  'keys/add': add,
  'keys/show': show,
  'keys/rotate': rotate,
  'keys/revoke': revoke,
};
