import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { StartupError } from '../../config/startup-error.js';
import { Refusal } from '../../protocol/refusal.js';
import { addCredits } from './credits.js';
import { answerOf, describe, type Endpoints } from '../http/endpoint.js';
import { field, optional, readValues } from '../http/request-fields.js';
import { parseJson, readRequestText } from '../http/request-text.js';
import type { Store } from '../schema.js';

/** The only event that is acted on. */
const PURCHASED = 'credits.purchased';
const MAX_BYTES = 16_384;
const MAX_CREDITS = 999_999_999;
/** The id of a message. It has no dot, which separates the signed parts. */
const MESSAGE_ID = /^[\x21-\x2d\x2f-\x7e]{1,200}$/;

/** Credits that somebody has paid for. */
const PURCHASE = z.looseObject({
  account: field('the number of an account', z.int().positive(), 7),
  credits: field(`a whole number from 1 to ${MAX_CREDITS}`, z.int().min(1).max(MAX_CREDITS), 5000),
  reference: optional(
    field('1 to 200 characters of ASCII, without spaces', z.string().regex(/^[\x21-\x7e]{1,200}$/), 'cs_a1b2'),
  ),
});
const MESSAGE = z.looseObject({
  type: field(`the kind of event, such as ${PURCHASED}`, z.string(), PURCHASED),
  data: optional(
    field(
      `of ${PURCHASED}: the account, its credits, and a name for the payment, which is credited once`,
      z.union([PURCHASE, z.unknown()]),
      { account: 7, credits: 5000, reference: 'cs_a1b2' },
    ),
  ),
});

/** The parts of the service that this endpoint uses. */
interface Parts {
  /** The secrets that sign the messages. */
  webhooks: readonly Webhook[];
  store: Store;
}

/** Opens the secrets. @throws StartupError if one is malformed. */
export const openPaymentSecrets = (secrets: readonly string[]): Webhook[] => {
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
const readPurchase = (text: string): z.output<typeof PURCHASE> | null => {
  const { type, data } = (parseJson(text) ?? {}) as { type?: unknown; data?: unknown };
  if (typeof type !== 'string') throw new Refusal('bad_request', 'The body must be a JSON object with a type.');
  return type === PURCHASED ? readValues(data, PURCHASE) : null;
};

/** Credits a purchase. @returns false if it was credited before. @throws Refusal `not_found`, `conflict`. */
const credit = async (store: Store, account: number, credits: number, reference: string): Promise<boolean> => {
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

/** Takes a signed message that credits were paid for. A repeat adds nothing; other events are ignored. */
const payments = describe(
  {
    summary: 'Adds bought credits',
    details:
      `A message of a payment provider, signed as Standard Webhooks says. Only ${PURCHASED} is acted on. ` +
      'Without a reference, webhook-id names the payment.',
    access: 'signature',
    answer: answerOf(
      'Whether credits were added.',
      z.object({ added: z.boolean().describe('false: the payment was credited before, or the event is another one') }),
      { added: true },
    ),
    problems: ['not_found', 'conflict'],
  },
  {
    method: 'POST',
    input: MESSAGE,
    async answer({ webhooks, store }: Parts, { request, trace }) {
      const text = await readRequestText(request, MAX_BYTES);
      const id = verify(webhooks, text, request.headers);
      const purchase = readPurchase(text);
      if (purchase === null) return Response.json({ added: false });
      const { account, credits, reference = id } = purchase;
      trace.account = account;
      return Response.json({ added: await credit(store, account, credits, reference) });
    },
  },
);

/** The endpoint for messages of a payment provider, by path. */
export const PAYMENT_ENDPOINTS: Endpoints<Parts> = new Map([['/api/payments', payments]]);
