import type { Access, Answer, BoundEndpoint, Method } from '../http/endpoint.js';
import { jsonSchema } from './json-schema.js';
import { headerReferences, PROBLEM_SCHEMA, problemResponses } from './problems.js';
import type { Document, Operation, Parameter, Response, Schema } from './types.js';

type Described = Pick<BoundEndpoint, 'method' | 'input' | 'description'>;

const INFO = {
  title: 'E-mail verification',
  version: '1',
  summary:
    'Checks addresses: how they are written, whether the domain takes mail, and, if mail servers are asked, the mailbox.',
  description:
    'Errors are problems (RFC 9457) with a code for programs. Any other method than the documented one is answered with ' +
    '405 method_not_allowed, OPTIONS with 204 and the header Allow. Requests of pages of other sites are not allowed: there are no CORS headers. ' +
    'Answers may get further fields and codes.',
  license: { name: 'MIT', identifier: 'MIT' },
};

const TAGS = {
  Checks: 'For programs: with an API key.',
  Lists: 'For programs with an API key, and for people who are signed in: lists of addresses.',
  Outcomes: 'For programs with an API key, for edges, and for mail providers: what became of mail and of forms.',
  Rules: 'For programs with an API key, and for people who are signed in: addresses that are allowed or denied.',
  Payments: 'For a payment provider: signed messages.',
  Users: 'For people who sign in: registering, sessions, passwords.',
  Dashboard: 'For people who are signed in: the own account.',
  Description: 'This description.',
} as const;

const tagOf = (path: string): keyof typeof TAGS => {
  if (path.startsWith('/api/auth/')) return 'Users';
  if (path.startsWith('/api/dashboard/')) return 'Dashboard';
  if (path === '/api/payments') return 'Payments';
  if (path.startsWith('/api/batch')) return 'Lists';
  if (/^\/api\/(outcomes|accuracy)/.test(path)) return 'Outcomes';
  if (path.startsWith('/api/rules')) return 'Rules';
  return path === '/api/openapi.json' ? 'Description' : 'Checks';
};

/** `/api/auth/sign-in` is `signIn`, `DELETE /api/batch/{id}` is `batchIdDelete`. */
const operationIdOf = (path: string, method: Method): string =>
  `${path.replace(/^\/api\/(auth\/)?/, '').replaceAll(/[{}]/g, '')}${method === 'DELETE' ? '/delete' : ''}`.replace(
    /[^a-z]+([a-z])/g,
    (_, letter: string) => letter.toUpperCase(),
  );

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const HEADERS = {
  'X-Request-Id': 'Names the request in the log of the service. A well-formed one of the request is kept.',
  'Retry-After': 'The seconds after which to try again.',
  'WWW-Authenticate': 'A way to authenticate.',
};

const text = (description: string) => ({ description, schema: { type: 'string' } });

/** The header `Origin` of what changes something: with a key, none is needed. */
const originOf = (access: Access): Parameter => ({
  name: 'Origin',
  in: 'header',
  required: access !== 'account',
  description: `The URL of the dashboard. Browsers send it${access === 'account' ? '; required with a session' : ''}.`,
  schema: { type: 'string' },
});

/** The signed headers of a message (Standard Webhooks 1.0). */
const SIGNED: Parameter[] = Object.entries({
  'webhook-id': 'Names the message.',
  'webhook-timestamp': 'When it was sent, in seconds since 1970: 5 minutes ago at most.',
}).map(([name, description]) => ({ name, in: 'header', required: true, description, schema: { type: 'string' } }));

const SECURITY: Record<string, Record<string, never[]>[]> = {
  anyone: [{}],
  key: [{ apikey: [] }, { key: [] }, { bearer: [] }],
  session: [{ session: [] }],
  account: [{ apikey: [] }, { key: [] }, { bearer: [] }, { session: [] }],
  signature: [{ signature: [] }],
};

/** The parameters of a query or a path: their values are text that is read. */
const parametersOf = (place: 'query' | 'path', input: Schema): Parameter[] =>
  Object.entries(input.properties ?? {}).map(([name, { description = '', examples, ...schema }]) => ({
    name,
    in: place,
    required: place === 'path' || (input.required?.includes(name) ?? false),
    description: capital(`${description}.`),
    schema,
    ...(examples && { example: examples[0] }),
  }));

const exampleOf = ({ properties = {} }: Schema): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, { examples }]) => (examples ? [[name, examples[0]]] : [])),
  );

/** The parts of an answer of other media types, by type. */
const mediaOf = ({ otherMedia }: Answer): Response['content'] =>
  Object.fromEntries(
    Object.entries(otherMedia).map(([type, example]) => [type, { schema: { type: 'string' }, example }]),
  );

const operationOf = (path: string, endpoint: Described, { schemas, responses }: Document['components']): Operation => {
  const { method, input, description } = endpoint;
  const {
    summary,
    details,
    access,
    answer,
    otherAnswer,
    headers = {},
    otherBodies = {},
    takesFile = false,
  } = description;
  const operationId = operationIdOf(path, method);
  const put = (name: string, schema: Schema): Schema => {
    schemas[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  };
  const responseOf = (one: Answer, name: string): Response => ({
    description: one.description,
    headers: {
      ...headerReferences(['X-Request-Id']),
      ...Object.fromEntries(Object.entries(one.headers).map(([header, value]) => [header, text(value)])),
    },
    content: {
      'application/json': { schema: put(name, jsonSchema(one.schema, 'output')), example: one.example },
      ...mediaOf(one),
    },
  });
  const body = method === 'POST' && !takesFile ? jsonSchema(input, 'input') : null;
  return {
    operationId,
    tags: [tagOf(path)],
    summary: `${summary}.`,
    ...(details !== undefined && { description: details }),
    security: SECURITY[access] ?? [],
    parameters: [
      ...(description.path ? parametersOf('path', jsonSchema(description.path, 'input', true)) : []),
      ...(body ? [] : parametersOf('query', jsonSchema(input, 'output'))),
      ...(access === 'signature' ? SIGNED : method === 'GET' ? [] : [originOf(access)]),
      ...Object.entries(headers).map(([name, description]): Parameter => ({
        name,
        in: 'header',
        required: false,
        ...text(description),
      })),
    ],
    ...(method === 'POST' && {
      requestBody: {
        required: takesFile || Object.keys(body?.properties ?? {}).length > 0,
        content: {
          ...(body && {
            'application/json': { schema: put(`${capital(operationId)}Request`, body), example: exampleOf(body) },
          }),
          ...Object.fromEntries(
            Object.entries(otherBodies).map(([type, value]) => [
              type,
              { schema: { type: 'string', description: value } },
            ]),
          ),
        },
      },
    }),
    responses: {
      [answer.status]: responseOf(answer, `${capital(operationId)}Answer`),
      ...(otherAnswer && { [otherAnswer.status]: responseOf(otherAnswer, `${capital(operationId)}OtherAnswer`) }),
      ...(answer.partial !== undefined && {
        206: {
          description: answer.partial,
          headers: { ...headerReferences(['X-Request-Id']), 'Content-Range': text('Which bytes of how many.') },
          content: mediaOf(answer),
        },
      }),
      ...problemResponses(endpoint, responses),
    },
  };
};

/**
 * Makes the OpenAPI 3.1 document of endpoints: their input is described by the schemas that check it.
 * @param url the base URL of the service.
 * @param sessionCookie the name of the cookie of sessions.
 */
export const createDocument = (
  endpoints: readonly (readonly [path: string, endpoint: Described])[],
  { url, sessionCookie }: { url: string; sessionCookie: string },
): Document => {
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
        name: sessionCookie,
        description: 'The session of somebody who has signed in.',
      },
    },
  };
  const paths: Document['paths'] = {};
  for (const [path, endpoint] of endpoints)
    (paths[path] ??= {})[endpoint.method.toLowerCase() as Lowercase<Method>] = operationOf(path, endpoint, components);
  const used = new Set(endpoints.map(([path]) => tagOf(path)));
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url }],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name as keyof typeof TAGS))
      .map(([name, description]) => ({ name, description })),
    paths,
    components,
  };
};
