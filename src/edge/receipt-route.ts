import { Refusal } from '../protocol/refusal.js';
import { MAX_BODY_BYTES, readJsonObject } from './request-body.js';
import type { CheckedOptions } from './options.js';
import { readPolicy } from '../receipt/expectation.js';
import { publishedKeys } from '../receipt/signing-keys.js';
import { verifyReceipt, type ReceiptCheck } from '../receipt/verify.js';

const RIGHT =
  'Send {"receipt": "…", "email": "…", "audience": "https://shop.example"}, and "policy", "once" and "acceptTest" if you like, as JSON in UTF-8.';

const wrong = (problem: string): Refusal => new Refusal('bad_request', `${problem} ${RIGHT}`);

/** The accepted origins of a receipt. Each must be an origin of this edge: any other is a mistake in the backend. */
const readAudience = (audience: unknown, origins: ReadonlySet<string>): string[] => {
  const list: unknown[] = Array.isArray(audience) ? audience : [audience];
  const isOurs = (origin: unknown): origin is string => typeof origin === 'string' && origins.has(origin);
  if (list.length > 0 && list.every(isOurs)) return list;
  throw wrong("'audience' takes the origin of your page or a list of origins, each one of the edge's ALLOWED_ORIGINS.");
};

/** Reads the body of `POST /receipt`. `receipt` and `email` are untrusted: they may have any type. */
const readReceiptRequest = async (request: Request, origins: ReadonlySet<string>) => {
  const body = await readJsonObject(request, MAX_BODY_BYTES, RIGHT);
  for (const name of ['receipt', 'email'] as const) {
    if (!Object.hasOwn(body, name)) throw wrong(`'${name}' is missing; if the form had none, send null.`);
  }
  const { receipt, email, audience, policy = {}, once = false, acceptTest = false } = body;
  const read = readPolicy(policy);
  if (!read.ok) throw wrong(`'policy' is invalid: ${read.reason}.`);
  if (typeof once !== 'boolean') throw wrong("'once' takes true or false.");
  if (typeof acceptTest !== 'boolean') throw wrong("'acceptTest' takes true or false.");
  return { receipt, email, audience: readAudience(audience, origins), policy: read.value, once, acceptTest };
};

/**
 * Answers `POST /receipt`: verifies a receipt with the edge's own keys, for a backend that cannot do so itself.
 * @throws Refusal `too_large` or `bad_request` for an invalid body. An invalid receipt is a result with a reason.
 */
export const checkReceipt = async (
  { origins, receiptKeys, store, now }: Pick<CheckedOptions, 'origins' | 'receiptKeys' | 'store' | 'now'>,
  request: Request,
): Promise<ReceiptCheck> => {
  const { receipt, email, audience, policy, once, acceptTest } = await readReceiptRequest(request, origins);
  return verifyReceipt(receipt, {
    email,
    audience,
    jwks: publishedKeys(receiptKeys),
    policy,
    ...(once && { once: store }),
    acceptTest,
    now,
  });
};
