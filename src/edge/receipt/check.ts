import type { Policy } from '../../protocol/index.js';
import { Refusal } from '../../protocol/refusal.js';
import { MAX_BODY_BYTES, readJsonObject } from '../body.js';
import type { CheckedOptions } from '../options.js';
import { readPolicy } from './expectation.js';
import { publishedKeys } from './own-keys.js';
import { verifyReceipt, type ReceiptCheck } from './verify.js';

/** The body of `POST /receipt`. Receipt and address came from outside to the backend: they may be anything. */
interface ReceiptRequest {
  receipt: unknown;
  email: unknown;
  audience: string[];
  policy: Partial<Policy>;
  once: boolean;
}

const RIGHT =
  'Send {"receipt": "…", "email": "…", "audience": "https://shop.example"}, and "policy" and "once" if you like, as JSON in UTF-8.';

const wrong = (problem: string): Refusal => new Refusal('bad_request', `${problem} ${RIGHT}`);

/** The origins a receipt may be for: ones that this edge makes receipts for, since any other is a slip of the backend's author. */
const readAudience = (audience: unknown, origins: ReadonlySet<string>): string[] => {
  const list: unknown[] = Array.isArray(audience) ? audience : [audience];
  const isOurs = (origin: unknown): origin is string => typeof origin === 'string' && origins.has(origin);
  if (list.length > 0 && list.every(isOurs)) return list;
  throw wrong(
    "'audience' takes the origin of your page, or a list, and each must be one of the edge's ALLOWED_ORIGINS.",
  );
};

const readReceiptRequest = async (request: Request, origins: ReadonlySet<string>): Promise<ReceiptRequest> => {
  const body = await readJsonObject(request, MAX_BODY_BYTES, RIGHT);
  for (const name of ['receipt', 'email'] as const) {
    if (!Object.hasOwn(body, name)) throw wrong(`'${name}' is not there; of a form without it, send null.`);
  }
  const { receipt, email, audience, policy = {}, once = false } = body;
  const read = readPolicy(policy);
  if (!read.ok) throw wrong(`'policy' is not right: ${read.reason}.`);
  if (typeof once !== 'boolean') throw wrong("'once' takes true or false.");
  return { receipt, email, audience: readAudience(audience, origins), policy: read.value, once };
};

/**
 * Answers `POST /receipt`: checks a receipt for a backend that cannot do so by itself, with the edge's own keys.
 * @throws Refusal `too_large` or `bad_request` for a body that is wrong whatever the receipt; for a receipt there are reasons.
 */
export const checkReceipt = async (
  { origins, receiptKeys, store, now }: Pick<CheckedOptions, 'origins' | 'receiptKeys' | 'store' | 'now'>,
  request: Request,
): Promise<ReceiptCheck> => {
  const { receipt, email, audience, policy, once } = await readReceiptRequest(request, origins);
  return verifyReceipt(receipt, {
    email,
    audience,
    jwks: publishedKeys(receiptKeys),
    policy,
    ...(once && { once: store }),
    now,
  });
};
