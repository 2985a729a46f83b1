import { z } from 'zod';
import { Refusal } from '../../protocol/refusal.js';
import { parseJson, readRequestText } from './request-text.js';

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
 * @param example for people who read the OpenAPI document.
 * @example const HOURS = field('a whole number of hours from 0 to 720', z.int().min(0).max(720), 24);
 */
export const field = <S extends z.ZodType>(expected: string, schema: S, example?: z.input<S> | z.output<S>) =>
  schema.describe(expected).meta(example === undefined ? {} : { examples: [example] }) as S & {
    readonly description: string;
  };

export const optional = <S extends Field>(schema: S) =>
  schema.optional().describe(schema.description) as z.ZodOptional<S> & { readonly description: string };

/** The number of a thing, in a path. @param expected completes 'NAME must be …'. */
export const numberInPath = (expected: string, example: string) =>
  field(
    expected,
    z
      .string()
      .regex(/^[1-9]\d{0,14}$/)
      .transform(Number),
    example,
  );

/** True or false in a query or a form, which hold text. */
export const FLAG_TEXT = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .pipe(z.boolean());

/** The limit of a body, in bytes: all fields at their longest. */
const MAX_BYTES = 4096;

/** Matches names of unknown fields that an answer quotes. Other names may be any text, such as an address. */
const NAME = /^[a-z][\w-]{0,39}$/i;

/**
 * Reads values by the schema of their fields.
 * @param place where they stand in the body, such as `outcomes[2]`; the body itself when unset.
 * @throws Refusal `bad_request`, which names the first unknown or wrong field. The detail quotes no value.
 */
export const readValues = <S extends z.ZodObject<Fields>>(values: unknown, schema: S, place = ''): z.output<S> => {
  const read = schema.safeParse(values);
  if (read.success) return read.data;
  const wrong = read.error.issues.map(({ path }) => path[0]);
  const fields = Object.entries(schema.shape);
  const first = fields.find(([name]) => wrong.includes(name));
  // An issue without a path concerns the whole: it is not an object, or has other fields.
  if (first !== undefined && !wrong.includes(undefined))
    throw new Refusal('bad_request', `${place && `${place}.`}${first[0]} must be ${first[1].description}.`);
  const names = fields.map(([name]) => name).join(', ');
  const unknown = read.error.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []))[0];
  if (unknown !== undefined) {
    const quoted = NAME.test(unknown) ? ` ${JSON.stringify(unknown)}` : '';
    const use = names === '' ? 'no field is known here' : `use ${names}`;
    throw new Refusal('bad_request', `${place === '' ? 'Unknown' : `${place}: unknown`} field${quoted}; ${use}.`);
  }
  throw new Refusal(
    'bad_request',
    `${place || 'The body'} must be a JSON object with ${names && 'no fields but '}${names || 'no fields'}.`,
  );
};

const notJson = (): Refusal => new Refusal('unsupported_media_type', 'Send JSON, with Content-Type: application/json.');

/**
 * Reads the body of a request, of `maxBytes` at most. An endpoint without fields needs none.
 * @throws Refusal `unsupported_media_type`, `too_large` or `bad_request`. The detail quotes no value.
 */
export const readBody = async <S extends z.ZodObject<Fields>>(
  request: Request,
  schema: S,
  maxBytes = MAX_BYTES,
): Promise<z.output<S>> => {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';');
  const isJson = type.trim().toLowerCase() === 'application/json';
  // Nothing is to be said to some endpoints: a body that is not there says it.
  const isOptional = Object.keys(schema.shape).length === 0;
  // A page of another site cannot send this type without asking first.
  if (!isJson && !isOptional) throw notJson();
  const text = await readRequestText(request, maxBytes);
  if (isOptional && text === '') return readValues({}, schema);
  if (!isJson) throw notJson();
  return readValues(parseJson(text), schema);
};
