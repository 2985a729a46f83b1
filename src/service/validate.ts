import { Refusal } from '../protocol/refusal.js';
import { wrongKey } from './authenticate.js';
import { takeRate } from './rate.js';
import { enter, readQuery, type Route } from './route.js';
import { checkOnce, DEFAULT_TIMEOUT_MS, onTheWire, readEmail } from './single-check.js';
import { testVerdict } from './test-verdicts.js';

/** The bounds of `timeout_ms`. */
const TIMEOUT_MS = { min: 100, max: 30_000 } as const;

const readTimeout = (query: URLSearchParams): number => {
  const text = query.get('timeout_ms');
  if (text === null) return DEFAULT_TIMEOUT_MS;
  const { min, max } = TIMEOUT_MS;
  const timeout = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (timeout >= min && timeout <= max) return timeout;
  throw new Refusal('bad_request', `timeout_ms must be a whole number of milliseconds from ${min} to ${max}.`);
};

/**
 * `GET /api/validate?apikey&email[&timeout_ms]`: one address, one verdict, one credit. Checked in this order: key, rate,
 * address, credits.
 */
export const validate: Route = async (parts, { request, client, trace }) => {
  const started = performance.now();
  const query = readQuery(request.url);
  const caller = await enter(parts, query, { request, client, trace });
  if (!caller.scopes.includes('validate'))
    throw new Refusal('key_not_allowed', 'This API key is not for single checks: it lacks the scope validate.');
  if (!client.isOwn) trace.headers = await takeRate(parts.store, caller);
  const email = readEmail(query.get('email') ?? '');
  const timeoutMs = Math.max(1, readTimeout(query) - (performance.now() - started));
  const { signal } = request;
  if (caller.mode === 'test') return onTheWire(await testVerdict(email, { timeoutMs, signal }));
  const payer = { accountId: caller.accountId, keyId: caller.keyId, gone: wrongKey };
  return checkOnce(parts, payer, { email, timeoutMs, signal, isFree: client.isOwn === true });
};
