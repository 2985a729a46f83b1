/** Inputs made from the document's schemas: valid ones, and ones that are broken in some way. */
import fc from 'fast-check';
import type { Schema } from '../../../src/service/openapi/types.js';

/** Values that exist in the service, by the names of fields: without them, few requests get past the first check. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

const textOf = ({ pattern, format, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<unknown> => {
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern, 'u'));
  if (format === 'idn-email') return fc.emailAddress();
  return fc.string({ minLength: Number(minLength), maxLength: Math.min(Number(maxLength), 40) });
};

/** Values of a schema. */
const valueOf = (schema: Schema, known: Known, name = ''): fc.Arbitrary<unknown> => {
  const own = plainOf(schema, known);
  const seeds = known[name];
  return seeds ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...seeds) }, own) : own;
};

const plainOf = (schema: Schema, known: Known): fc.Arbitrary<unknown> => {
  const { type, properties = {}, required = [], items = {}, minimum, maximum, maxItems = 3 } = schema;
  const [min, max] = [Number(minimum ?? -1000), Number(maximum ?? 1000)];
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (type) {
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31 - 1) });
    case 'number':
      return fc.double({ min, max, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(valueOf(items, known), { maxLength: Number(maxItems) });
    case 'object': {
      const values = Object.entries(properties).map(([key, one]) => [key, valueOf(one, known, key)]);
      return fc.record(Object.fromEntries(values) as Record<string, fc.Arbitrary<unknown>>, {
        requiredKeys: required,
      });
    }
    default:
      return fc.jsonValue();
  }
};

const NASTY: readonly unknown[] = [
  null,
  '',
  ' ',
  '\0',
  '\ud800',
  "' or 1=1 --",
  '\u202e',
  '1e999',
  'x'.repeat(300),
  -1,
  0,
  0.5,
  1e300,
  2 ** 53,
  true,
  [],
  {},
  [[]],
  { $ne: '' },
];

/** Values that are not of a schema, mostly. */
const brokenOf = (schema: Schema, known: Known): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.constantFrom(...NASTY),
    fc.jsonValue(),
    fc
      .tuple(
        valueOf(schema, known) as fc.Arbitrary<Record<string, unknown>>,
        fc.constantFrom(...Object.keys(schema.properties ?? { a: 0 }), 'role', '__proto__'),
        fc.option(fc.oneof(fc.constantFrom(...NASTY), fc.jsonValue()), { nil: undefined }),
      )
      // Undefined leaves the field out.
      .map(([values, name, value]) => Object.fromEntries([...Object.entries(values), [name, value]])),
  );

/** Bodies as text, with what was meant. */
export const bodies = (schema: Schema, known: Known): fc.Arbitrary<{ text: string; value?: unknown }> => {
  const json = (given: unknown) => {
    const text = JSON.stringify(given);
    return { text, value: JSON.parse(text) as unknown };
  };
  return fc.oneof(
    { weight: 6, arbitrary: valueOf(schema, known).map(json) },
    { weight: 3, arbitrary: brokenOf(schema, known).map(json) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('', '{', '\ufeff{}', '{}{}', '['.repeat(3000), 'x'.repeat(5000), '{"a":1,}', '\0')
        .map((text) => ({ text })),
    },
  );
};

const asText = (value: unknown): string =>
  encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).replace(/\p{Surrogate}/gu, '?'));

/** The path with values for its parts in braces, mostly known ones. */
export const paths = (
  path: string,
  parameters: readonly { name: string; schema: Schema }[],
  known: Known,
): fc.Arbitrary<string> => {
  const values = parameters.map(({ name, schema }) =>
    fc
      .oneof({ weight: 9, arbitrary: valueOf(schema, known, name) }, fc.constantFrom(...NASTY))
      .map((value) => [name, asText(value) || '0'] as const),
  );
  return fc
    .tuple(...values)
    .map((parts) => parts.reduce((text, [name, value]) => text.replace(`{${name}}`, () => value), path));
};

/** Queries as text: values of the parameters, some broken, some twice, and others that nobody has heard of. */
export const queries = (
  parameters: readonly { name: string; schema: Schema }[],
  known: Known,
): fc.Arbitrary<string> => {
  const values = parameters.map(({ name, schema }) =>
    fc
      .option(fc.oneof({ weight: 5, arbitrary: valueOf(schema, known, name) }, fc.constantFrom(...NASTY)))
      .map((value) => (value === null ? '' : `${name}=${asText(value)}`)),
  );
  const odd = fc.constantFrom(
    '',
    '',
    '',
    '',
    'email',
    'email=&email=',
    'a=%ff',
    'a=%',
    '%00=%00',
    '__proto__=1',
    'x=1&x=2',
  );
  return fc.tuple(...values, odd).map((parts) => parts.filter((part) => part !== '').join('&'));
};
