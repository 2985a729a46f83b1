import { parseAddress } from '../../address/parse.js';
import { Refusal } from '../../protocol/refusal.js';
import { parseJson, readRequestText } from '../request-text.js';
import { MAX_UNITS } from './passwords.js';

/** A field of a request's body. */
export interface Field<T> {
  /** Completes 'NAME must be …' in the message for a wrong value. */
  readonly expected: string;
  /** Returns undefined for a wrong value. */
  readonly parse: (text: string) => T | undefined;
  readonly optional?: true;
}
export type Fields = Readonly<Record<string, Field<string>>>;
/** The values of fields. An optional one may be missing. */
export type Values<F extends Fields> = {
  [N in keyof F]: F[N] extends { optional: true } ? string | undefined : string;
};

/** Which passwords are good ones is another question: passwords.ts. */
const anyPassword = (text: string): string | undefined => (text !== '' && text.length <= MAX_UNITS ? text : undefined);

/** Tokens and ids are base64url. Of others, a NUL would be an error of the database. */
const isId = (text: string): string | undefined => (/^[\w-]{1,100}$/.test(text) ? text : undefined);

/** An address in the form in which users are found: in lower case, the domain in ASCII; undefined if it is none. */
export const normalAddress = (text: string): string | undefined => {
  const parsed = parseAddress(text.trim());
  return parsed.ok ? parsed.ascii.toLowerCase() : undefined;
};

export const EMAIL = { expected: 'an e-mail address', parse: normalAddress } as const;
export const PASSWORD = { expected: `a password of ${MAX_UNITS} characters at most`, parse: anyPassword } as const;
export const TOKEN = { expected: 'the token of a link', parse: isId } as const;
export const ID = { expected: 'an id', parse: isId } as const;
export const optional = <T>(field: Field<T>) => ({ ...field, optional: true }) as const;

/** The limit of a body, in bytes: all fields at their longest. */
const MAX_BYTES = 4096;

/**
 * Reads the body of a request: a JSON object with these fields and no others.
 * @throws Refusal `unsupported_media_type`, `too_large` or `bad_request`. The detail quotes no value.
 */
export const readFields = async <F extends Fields>(request: Request, fields: F): Promise<Values<F>> => {
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';');
  // A page of another site cannot send this type without asking first.
  if (type.trim().toLowerCase() !== 'application/json')
    throw new Refusal('unsupported_media_type', 'Send JSON, with Content-Type: application/json.');
  const body = parseJson(await readRequestText(request, MAX_BYTES));
  const names = Object.keys(fields);
  if (
    typeof body !== 'object' ||
    body === null ||
    Array.isArray(body) ||
    Object.keys(body).some((name) => !names.includes(name))
  )
    throw new Refusal(
      'bad_request',
      `The body must be a JSON object with ${names.length > 0 ? `no fields but ${names.join(', ')}` : 'no fields'}.`,
    );
  const values = Object.entries(fields).flatMap(([name, field]) => {
    const given: unknown = Object.hasOwn(body, name) ? (body as Record<string, unknown>)[name] : undefined;
    if (given === undefined && field.optional) return [];
    const value = typeof given === 'string' ? field.parse(given) : undefined;
    if (value === undefined) throw new Refusal('bad_request', `${name} must be ${field.expected}.`);
    return [[name, value] as const];
  });
  return Object.fromEntries(values) as Values<F>;
};
