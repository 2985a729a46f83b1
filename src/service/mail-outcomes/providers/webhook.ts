/** The webhook of a mail provider: what it signs, and what its events say. */
import { z } from 'zod';
import { Refusal } from '../../../protocol/refusal.js';
import { isRecord } from '../../../protocol/is-record.js';
import { mapInTurns } from '../../../util/turns.js';
import { parseJson } from '../../http/request-text.js';
import type { MailReport } from '../mail-outcomes.js';

/** A request that a provider has sent. */
export interface WebhookRequest {
  text: string;
  headers: Headers;
  /** The key with which the account's messages are signed; `""` for a provider that has none. */
  signingKey: string;
}

export interface ProviderWebhook {
  /** The form of its signing key, which completes `signing_key must be …`; null: it signs nothing. */
  readonly signingKey: { readonly expected: string; readonly isOne: (text: string) => boolean } | null;
  /**
   * Checks the signature, and reads the events. Other events than those about outcomes are left out.
   * @throws Refusal `wrong_signature`, or `bad_request` for a body that is no JSON.
   */
  readonly read: (request: WebhookRequest) => MailReport[] | Promise<MailReport[]>;
}

export const wrongSignature = (what: string): Refusal =>
  new Refusal('wrong_signature', `The signature of ${what} does not fit the body and the signing key of this source.`);

/** A time in seconds since 1970, as a number or a text. */
export const SECONDS = z.coerce
  .number()
  .min(0)
  .max(8_640_000_000_000)
  .transform((seconds) => new Date(seconds * 1000));

/** A time as ISO 8601, or what else `Date` reads. */
export const TIME_TEXT = z
  .string()
  .max(64)
  .transform((text) => new Date(text))
  .pipe(z.date());

/** The events of one message that are read. A real one has more than a hundred bytes, and a message a megabyte at most. */
const MOST_EVENTS = 10_000;

/**
 * Reads the events of a body, one or an array of them: those that fit the schema. In turns: what does not fit costs
 * microseconds each, and anybody with an account can send it.
 */
export const eventsIn = async <S extends z.ZodType>(text: string, schema: S): Promise<z.output<S>[]> => {
  const body = parseJson(text);
  const events = (Array.isArray(body) ? body.slice(0, MOST_EVENTS) : [body]).filter(isRecord);
  const read = await mapInTurns(events, (event) => schema.safeParse(event));
  return read.flatMap(({ success, data }) => (success ? [data] : []));
};

/** Recipients of one event. */
const MOST_RECIPIENTS = 1000;

/** An array of recipients. A longer one is refused before any of it is looked at. */
export const recipients = <S extends z.ZodType>(one: S) =>
  z.custom<unknown[]>((value) => Array.isArray(value) && value.length <= MOST_RECIPIENTS).pipe(z.array(one));
