/** The webhook of a mail provider: what it signs, and what its events say. */
import { z } from 'zod';
import { Refusal } from '../../../protocol/refusal.js';
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

/** Reads the events of a body, one or an array of them: those that fit the schema. */
export const eventsIn = <S extends z.ZodType>(text: string, schema: S): z.output<S>[] =>
  [parseJson(text)].flat().flatMap((event) => {
    const read = schema.safeParse(event);
    return read.success ? [read.data] : [];
  });
