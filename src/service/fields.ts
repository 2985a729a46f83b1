import type { z } from 'zod';
import { Refusal } from '../protocol/refusal.js';
import { readText, TooLargeError } from '../util/read-body.js';

/**
 * A field of a request. Its description completes 'NAME must be …' in the message for a wrong value: zod's own messages
 * are never sent.
 */
export type Field = z.ZodType & { readonly description: string };
export type Fields = Readonly<Record<string, Field>>;
/** The values of fields. An optional one may be missing. */
export type Values<F extends Fields> = z.output<ReturnType<typeof z.strictObject<F>>>;

/**
 * Makes a field.
 * @param expected completes 'NAME must be …'.
 * @example const HOURS = field('a whole number of hours from 0 to 720', z.int().min(0).max(720));
 */
export const field = <S extends z.ZodType>(expected: string, schema: S): S & { readonly description: string } =>
  schema.describe(expected) as S & { readonly description: string };

export const optional = <S extends Field>(schema: S) => field(schema.description, schema.optional());

/** The limits of a body: all fields at their longest, in bytes, and ms. */
const MAX_BYTES = 4096;
const BODY_TIMEOUT_MS = 5000;

const readJson = async (request: Request): Promise<unknown> => {
  try {
    return JSON.parse(await readText(request, { maxBytes: MAX_BYTES, timeoutMs: BODY_TIMEOUT_MS }));
  } catch (error) {
    if (error instanceof TooLargeError) throw new Refusal('too_large', `The body has more than ${MAX_BYTES} bytes.`);
    throw new Refusal('bad_request', 'The body must be JSON in UTF-8, and arrive within 5 s.');
  }
};

/**
 * Reads values by the schema of their fields.
 * @throws Refusal `bad_request`, which names the first wrong field. The detail quotes no value.
 */
export const readValues = <S extends z.ZodObject<Fields>>(values: unknown, schema: S): z.output<S> => {
  const read = schema.safeParse(values);
  if (read.success) return read.data;
  const wrong = read.error.issues.map(({ path }) => path[0]);
  const fields = Object.entries(schema.shape);
  const first = fields.find(([name]) => wrong.includes(name));
  // An issue without a path concerns the object: it is none, or has other fields.
  if (first !== undefined && !wrong.includes(undefined))
    throw new Refusal('bad_request', `${first[0]} must be ${first[1].description}.`);
  const names = fields.map(([name]) => name).join(', ');
  throw new Refusal(
    'bad_request',
    `The body must be a JSON object with ${names && 'no fields but '}${names || 'no fields'}.`,
  );
};

/**
 * Reads the body of a request.
 * @throws Refusal `unsupported_media_type`, `too_large` or `bad_request`. The detail quotes no value.
 */
export const readBody = async <S extends z.ZodObject<Fields>>(request: Request, schema: S): Promise<z.output<S>> => {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';');
  // A page of another site cannot send this type without asking first.
  if (type.trim().toLowerCase() !== 'application/json')
    throw new Refusal('unsupported_media_type', 'Send JSON, with Content-Type: application/json.');
  return readValues(await readJson(request), schema);
};
