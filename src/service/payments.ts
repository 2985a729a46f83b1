import { Webhook } from 'standardwebhooks';
import { StartupError } from '../config/startup-error.js';
import { Refusal } from '../protocol/refusal.js';
import { addCredits } from './credits.js';
import { parseJson, readRequestText } from './request-text.js';
import type { Call } from './route.js';
import type { Store } from './store/tables.js';

export const PAYMENTS_PATH = '/api/payments';

/** The only event that is acted on. */
const PURCHASED = 'credits.purchased';
const MAX_BYTES = 16_384;
const MAX_CREDITS = 999_999_999;
/** The id of a message. It has no dot, which separates the signed parts. */
const MESSAGE_ID = /^[\x21-\x2d\x2f-\x7e]{1,200}$/;
const REFERENCE = /^[\x21-\x7e]{1,200}$/;

/** Credits that somebody has paid for. */
interface Purchase {
  account: number;
  credits: number;
  /** Names the payment: it is credited once. */
  reference: string;
}

/** Answers the webhooks of a payment provider. @throws Refusal */
export type Payments = (call: Call) => Promise<Response>;

const isWhole = (value: unknown, max: number): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= max;

/** Opens the secrets. @throws StartupError if one is malformed. */
const openSecrets = (secrets: readonly string[]): Webhook[] => {
  try {
    return secrets.map((secret) => new Webhook(secret));
  } catch (cause) {
    throw new StartupError('a secret for the webhooks of payments is malformed; it is whsec_ and Base64', { cause });
  }
};

/**
 * Checks the signature and the age of a message (Standard Webhooks 1.0: HMAC-SHA-256, compared in constant time, 5 minutes).
 * @returns its id.
 * @throws Refusal `bad_request` for malformed headers, `wrong_signature`.
 */
const verify = (webhooks: readonly Webhook[], text: string, headers: Headers): string => {
  const [id = '', timestamp = '', signature = ''] = ['id', 'timestamp', 'signature'].map(
    (name) => headers.get(`webhook-${name}`) ?? '',
  );
  if (!MESSAGE_ID.test(id) || !/^\d{1,12}$/.test(timestamp) || signature === '')
    throw new Refusal('bad_request', 'Send webhook-id, webhook-timestamp and webhook-signature (Standard Webhooks).');
  const signed = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  const isBy = (webhook: Webhook): boolean => {
    try {
      webhook.verify(text, signed, { jsonParse: false });
      return true;
    } catch {
      return false;
    }
  };
  if (webhooks.some(isBy)) return id;
  throw new Refusal(
    'wrong_signature',
    'No signature fits the body under a secret of PAYMENT_WEBHOOK_SECRET, or webhook-timestamp is more than 5 minutes off.',
  );
};

/** Reads a message. @returns null for another event. @throws Refusal `bad_request`. */
const readPurchase = (text: string, id: string): Purchase | null => {
  const { type, data } = (parseJson(text) ?? {}) as { type?: unknown; data?: unknown };
  if (typeof type !== 'string') throw new Refusal('bad_request', 'The body must be a JSON object with a type.');
  if (type !== PURCHASED) return null;
  const { account, credits, reference = id } = (data ?? {}) as Record<keyof Purchase, unknown>;
  if (!isWhole(account, Number.MAX_SAFE_INTEGER)) throw new Refusal('bad_request', 'data.account must be an id.');
  if (!isWhole(credits, MAX_CREDITS))
    throw new Refusal('bad_request', `data.credits must be a whole number from 1 to ${MAX_CREDITS}.`);
  if (typeof reference !== 'string' || !REFERENCE.test(reference))
    throw new Refusal('bad_request', 'data.reference must be 1 to 200 characters of ASCII, without spaces.');
  return { account, credits, reference };
};

/** Credits a purchase. @returns false if it was credited before. @throws Refusal `not_found`, `conflict`. */
const credit = async (store: Store, { account, credits, reference }: Purchase): Promise<boolean> => {
  const added = await addCredits(store, account, credits, { reference }).catch((error: unknown) => {
    throw error instanceof RangeError ? new Refusal('not_found', `There is no account ${account}.`) : error;
  });
  if (added) return true;
  const before = await store.db
    .selectFrom('credit_lots')
    .innerJoin('ledger', 'ledger.lot_id', 'credit_lots.id')
    .select(['account_id', 'amount'])
    .where('reference', '=', reference)
    .where('seq', '=', 1)
    .executeTakeFirst();
  if (before?.account_id !== account || before.amount !== credits)
    throw new Refusal('conflict', 'Other credits were added with this reference before; give each payment its own.');
  return false;
};

/**
 * `POST /api/payments`: a signed message that credits were paid for. A repeat adds nothing; other events are ignored.
 * @param secrets those whose signatures count; none: there is nothing at this path.
 * @throws StartupError for a malformed secret.
 */
export const createPayments = (secrets: readonly string[]): ((store: Store) => Payments) => {
  const webhooks = openSecrets(secrets);
  return (store) =>
    async ({ request, trace }) => {
      if (webhooks.length === 0) throw new Refusal('not_found', 'PAYMENT_WEBHOOK_SECRET is not set.');
      if (request.method !== 'POST') throw new Refusal('method_not_allowed', 'Use POST.', { allow: 'POST' });
      const text = await readRequestText(request, MAX_BYTES);
      const purchase = readPurchase(text, verify(webhooks, text, request.headers));
      if (purchase === null) return new Response(null, { status: 204 });
      trace.account = purchase.account;
      return Response.json({ added: await credit(store, purchase) });
    };
};
