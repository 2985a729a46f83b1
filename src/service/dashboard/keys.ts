/** The API keys of one's own account. */
import { timestamp } from '../../protocol/index.js';
import { Refusal } from '../../protocol/refusal.js';
import { optional } from '../fields.js';
import { addKey, listKeys, revokeKey, rotateKey, showKey, TooManyKeys, type KeyDescription } from '../keys.js';
import { done, get, post } from '../users/endpoint.js';
import { LIMITS } from '../users/limits.js';
import { signedIn } from '../users/sessions.js';
import { ANY_TEXT, GRACE_HOURS, MODE, NETWORKS, NUMBER, SCOPE_LIST } from './fields.js';

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

const list = get(async (parts, { headers, trace }) => {
  const { accountId } = await signedIn(parts, headers, trace);
  return Response.json({ keys: (await listKeys(parts.keys, accountId)).map(shown) });
});

const add = post(
  { name: ANY_TEXT, mode: MODE, scopes: optional(SCOPE_LIST), networks: optional(NETWORKS) },
  async (parts, { body: { name, mode, scopes, networks }, headers, trace }) => {
    const { accountId, userId } = await signedIn(parts, headers, trace);
    await parts.limiter.take(LIMITS.keys, userId);
    const options = { name, mode, ...(scopes && { scopes }), ...(networks && { networks }) };
    const made = await addKey(parts.keys, accountId, options).catch(refuse('bad_request'));
    return Response.json(made, { status: 201 });
  },
);

const show = post({ id: NUMBER }, async (parts, { body: { id }, headers, trace }) => {
  const { accountId } = await signedIn(parts, headers, trace);
  const key = await showKey(parts.keys, accountId, id);
  if (key === null)
    throw new Refusal('not_found', 'You have no API key with this id, or only its hash was kept; make a new one.');
  return Response.json({ key });
});

const rotate = post(
  { id: NUMBER, grace_hours: optional(GRACE_HOURS) },
  async (parts, { body: { id, grace_hours = DEFAULT_GRACE_HOURS }, headers, trace }) => {
    const { accountId, userId } = await signedIn(parts, headers, trace);
    await parts.limiter.take(LIMITS.keys, userId);
    const graceMs = grace_hours * HOUR_MS;
    const made = await rotateKey(parts.keys, accountId, id, { graceMs }).catch(refuse('not_found'));
    return Response.json({ id: made.id, key: made.key, old_expires_at: timestamp(made.oldExpiresAt) });
  },
);

const revoke = post({ id: NUMBER }, async (parts, { body: { id }, headers, trace }) => {
  const { accountId } = await signedIn(parts, headers, trace);
  if (!(await revokeKey(parts.keys, accountId, id))) throw noSuchKey();
  return done();
});

export const KEY_ENDPOINTS = {
  keys: list,
  'keys/add': add,
  'keys/show': show,
  'keys/rotate': rotate,
  'keys/revoke': revoke,
};
