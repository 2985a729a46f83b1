/** Tells what of an answer is not in the document. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Document, Operation, Reference, Response, Schema } from '../../../src/service/openapi/types.js';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Schemas that take no fields but the documented ones: clients may get more later, but not today. */
const closed = (schema: Schema): Schema => {
  const open = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, key === 'examples' ? value : deep(value)]),
  ) as Schema;
  return open.properties && open.additionalProperties === undefined ? { ...open, additionalProperties: false } : open;
};
const deep = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(deep);
  return typeof value === 'object' && value !== null ? closed(value as Schema) : value;
};

export interface Contract {
  /** The response of an operation that the document has for a status. */
  responseOf(operation: Operation, status: number): Response | undefined;
  /** Says what is wrong with an answer; null: nothing. */
  faultOf(operation: Operation, answer: Answer): string | null;
  /** True if a body is one that the operation takes. */
  takes(operation: Operation, body: unknown): boolean;
  /** Says what is wrong with a value of a schema in the document; null: nothing. */
  wrong(schema: Schema, value: unknown): string | null;
}

const isReference = (value: object): value is Reference => '$ref' in value;

export const contractOf = (document: Document): Contract => {
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addFormat('idn-email', true);
  ajv.addKeyword('example');
  for (const [name, schema] of Object.entries(document.components.schemas))
    ajv.addSchema(closed(schema), `schema:${name}`);
  // A reference of the document, as one to the schemas that ajv has.
  const local = (schema: Schema): Schema =>
    JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', 'schema:')) as Schema;
  const compiled = new Map<Schema, ValidateFunction>();
  const check = (schema: Schema): ValidateFunction => {
    const known = compiled.get(schema) ?? ajv.compile(local(schema));
    compiled.set(schema, known);
    return known;
  };
  const wrong = (schema: Schema, value: unknown): string | null => {
    const validate = check(schema);
    return validate(value) ? null : ajv.errorsText(validate.errors);
  };
  const responseOf = (operation: Operation, status: number): Response | undefined => {
    const found = operation.responses[status];
    if (found === undefined || !isReference(found)) return found;
    return document.components.responses[found.$ref.replace('#/components/responses/', '')];
  };
  return {
    responseOf,
    wrong,
    takes: (operation, body) => {
      const media = operation.requestBody?.content['application/json'];
      return media !== undefined && wrong(media.schema, body) === null;
    },
    faultOf(operation, { status, headers, body }) {
      const response = responseOf(operation, status);
      if (response === undefined) return `undocumented status ${status}: ${body}`;
      const type = String(headers['content-type']);
      const media = response.content[type];
      if (media === undefined) return `undocumented type ${type}`;
      // Those of a limit depend on the plan, those of a session on its age.
      const missing = Object.keys(response.headers).filter(
        (name) => !/^(ratelimit|set-cookie)/i.test(name) && headers[name.toLowerCase()] === undefined,
      );
      if (missing.length > 0) return `missing headers ${missing.join(', ')}`;
      const fault = wrong(media.schema, type.includes('json') ? JSON.parse(body) : body);
      return fault === null ? null : `${fault}: ${body.slice(0, 500)}`;
    },
  };
};
