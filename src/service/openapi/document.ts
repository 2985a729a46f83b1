import type { Endpoint } from '../endpoint.js';
import { sessionCookie } from '../users/auth.js';
import { jsonSchema } from './json-schema.js';
import { headerReferences, PROBLEM_SCHEMA, problemResponses } from './problems.js';
import type { Document, Operation, Parameter, Schema } from './types.js';

type Described = Pick<Endpoint<never>, 'method' | 'input' | 'description'>;

const INFO = {
  title: 'E-mail verification',
  version: '1',
  summary: 'Checks whether mail to an address can be delivered.',
  description:
    'Errors are problems (RFC 9457) with a code for programs. Any other method than the documented one is answered with ' +
    '405 method_not_allowed, OPTIONS with 204 and the header Allow. Requests of pages of other sites are not allowed: there are no CORS headers. ' +
    'Answers may get further fields and codes.',
  license: { name: 'MIT', identifier: 'MIT' },
};

const TAGS = {
  Checks: 'For programs: with an API key.',
  Payments: 'For a payment provider: signed messages.',
  Users: 'For people who sign in: registering, sessions, passwords.',
  Dashboard: 'For people who are signed in: the own account.',
  Description: 'This description.',
} as const;

const tagOf = (path: string): keyof typeof TAGS => {
  if (path.startsWith('/api/auth/')) return 'Users';
  if (path.startsWith('/api/dashboard/')) return 'Dashboard';
  if (path === '/api/payments') return 'Payments';
  return path === '/api/openapi.json' ? 'Description' : 'Checks';
};

/** `/api/auth/sign-in` is `signIn`, `/api/dashboard/keys/add` is `dashboardKeysAdd`. */
const operationIdOf = (path: string): string =>
  path.replace(/^\/api\/(auth\/)?/, '').replace(/[^a-z]+([a-z])/g, (_, letter: string) => letter.toUpperCase());

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const HEADERS = {
  'X-Request-Id': 'Names the request in the log of the service. A well-formed one of the request is kept.',
  'Retry-After': 'The seconds after which to try again.',
  'WWW-Authenticate': 'A way to authenticate.',
};

const text = (description: string) => ({ description, schema: { type: 'string' } });

const ORIGIN: Parameter = {
  name: 'Origin',
  in: 'header',
  required: true,
  description: 'The URL of the dashboard. Browsers send it.',
  schema: { type: 'string' },
};

/** The signed headers of a message (Standard Webhooks 1.0). */
const SIGNED: Parameter[] = Object.entries({
  'webhook-id': 'Names the message.',
  'webhook-timestamp': 'When it was sent, in seconds since 1970: 5 minutes ago at most.',
}).map(([name, description]) => ({ name, in: 'header', required: true, description, schema: { type: 'string' } }));

const SECURITY: Record<string, Record<string, never[]>[]> = {
  anyone: [{}],
  key: [{ apikey: [] }, { key: [] }, { bearer: [] }],
  session: [{ session: [] }],
  signature: [{ signature: [] }],
};

/** The parameters of a query: their values are text that is read. */
const queryOf = (input: Schema): Parameter[] =>
  Object.entries(input.properties ?? {}).map(([name, { description = '', examples, ...schema }]) => ({
    name,
    in: 'query',
    required: input.required?.includes(name) ?? false,
    description: capital(`${description}.`),
    schema,
    ...(examples && { example: examples[0] }),
  }));

const exampleOf = ({ properties = {} }: Schema): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, { examples }]) => (examples ? [[name, examples[0]]] : [])),
  );

const operationOf = (path: string, endpoint: Described, { schemas, responses }: Document['components']): Operation => {
  const { method, input, description } = endpoint;
  const { summary, details, access, answer } = description;
  const operationId = operationIdOf(path);
  const put = (name: string, schema: Schema): Schema => {
    schemas[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  };
  const body = method === 'POST' ? jsonSchema(input, 'input') : null;
  return {
    operationId,
    tags: [tagOf(path)],
    summary: `${summary}.`,
    ...(details !== undefined && { description: details }),
    security: SECURITY[access] ?? [],
    parameters: access === 'signature' ? SIGNED : body ? [ORIGIN] : queryOf(jsonSchema(input, 'output')),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: put(`${capital(operationId)}Request`, body), example: exampleOf(body) },
        },
      },
    }),
    responses: {
      [answer.status]: {
        description: answer.description,
        headers: {
          ...headerReferences(['X-Request-Id']),
          ...Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, text(value)])),
        },
        content: {
          'application/json': {
            schema: put(`${capital(operationId)}Answer`, jsonSchema(answer.schema, 'output')),
            example: answer.example,
          },
        },
      },
      ...problemResponses(endpoint, responses),
    },
  };
};

/**
 * Makes the OpenAPI 3.1 document of endpoints: their input is described by the schemas that check it.
 * @param url the base URL of the service.
 */
export const createDocument = (endpoints: [path: string, Described][], { url }: { url: string }): Document => {
  const components: Document['components'] = {
    schemas: { Problem: PROBLEM_SCHEMA },
    responses: {},
    headers: Object.fromEntries(Object.entries(HEADERS).map(([name, description]) => [name, text(description)])),
    securitySchemes: {
      apikey: { type: 'apiKey', in: 'query', name: 'apikey', description: 'An API key.' },
      key: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key.' },
      bearer: { type: 'http', scheme: 'bearer', description: 'An API key.' },
      signature: { type: 'apiKey', in: 'header', name: 'webhook-signature', description: 'Standard Webhooks 1.0.' },
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: sessionCookie(url.startsWith('https:')),
        description: 'The session of somebody who has signed in.',
      },
    },
  };
  const paths = endpoints.map(([path, endpoint]) => [
    path,
    { [endpoint.method.toLowerCase()]: operationOf(path, endpoint, components) },
  ]);
  const used = new Set(endpoints.map(([path]) => tagOf(path)));
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url }],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name as keyof typeof TAGS))
      .map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(paths) as Document['paths'],
    components,
  };
};
