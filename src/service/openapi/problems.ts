import { PROBLEM_TYPE, PROBLEMS, type ProblemCode } from '../../protocol/index.js';
import type { Endpoint } from '../http/endpoint.js';
import type { Reference, Response, Schema } from './types.js';

const OF_ALL = ['bad_request', 'internal_error', 'unavailable'] as const;
const OF_POSTS = ['origin_not_allowed', 'too_large', 'unsupported_media_type'] as const;
const OF_DELETES = ['origin_not_allowed'] as const;
const OF_SIGNED_POSTS = ['too_large'] as const;
const OF_ACCESS = {
  anyone: [],
  key: ['missing_key', 'wrong_key', 'key_not_allowed', 'rate_limited'],
  session: ['not_signed_in'],
  account: ['missing_key', 'wrong_key', 'key_not_allowed', 'rate_limited', 'not_signed_in'],
  signature: ['wrong_signature'],
} as const satisfies Record<string, readonly ProblemCode[]>;

/** The problems with which an endpoint may answer, in the order of the table. */
const problemsOf = ({
  method,
  description: { access, problems = [] },
}: Pick<Endpoint<never>, 'method' | 'description'>): ProblemCode[] => {
  const codes = new Set<ProblemCode>([
    ...OF_ALL,
    ...(method === 'POST' ? (access === 'signature' ? OF_SIGNED_POSTS : OF_POSTS) : []),
    ...(method === 'DELETE' ? OF_DELETES : []),
    ...OF_ACCESS[access],
    ...problems,
  ]);
  return (Object.keys(PROBLEMS) as ProblemCode[]).filter((code) => codes.has(code));
};

const text = (description: string, examples: unknown[] = []): Schema => ({
  type: 'string',
  description,
  ...(examples.length > 0 && { examples }),
});

/** RFC 9457, with `code` and `message`. */
export const PROBLEM_SCHEMA: Schema = {
  type: 'object',
  description: 'An error (RFC 9457).',
  properties: {
    type: { ...text('names the kind of problem'), format: 'uri' },
    title: text('the kind of problem in words'),
    status: { type: 'integer', description: 'the HTTP status' },
    detail: text('what was wrong in this request, and what would be right; for people'),
    code: text('the kind of problem, for programs'),
    message: text('the same as detail'),
    reason: text('of a file that cannot be used: its fault, for programs', ['no_address_column']),
    sample: {
      type: 'array',
      items: { type: 'array', items: { type: 'string' } },
      description: 'of a file without a column of addresses: its first rows',
    },
  },
  required: ['type', 'title', 'status', 'detail', 'code', 'message'],
};

const exampleOf = (code: ProblemCode) => {
  const [status, title] = PROBLEMS[code];
  return { type: `urn:email-verify:problem:${code}`, title, status, detail: `${title}.`, code, message: `${title}.` };
};

/** The headers of responses with a status. */
const headersOf = (status: number): string[] => [
  'X-Request-Id',
  ...(status === 401 ? ['WWW-Authenticate'] : []),
  ...(status === 429 || status === 503 ? ['Retry-After'] : []),
];

export const headerReferences = (names: string[]): Record<string, Reference> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const responseOf = (status: number, codes: ProblemCode[]): Response => ({
  description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code][1]}.`).join(' '),
  headers: headerReferences(headersOf(status)),
  content: {
    [PROBLEM_TYPE]: {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/Problem' },
          { type: 'object', properties: { status: { const: status }, code: { enum: codes } } },
        ],
      },
      examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
    },
  },
});

/**
 * Refers to the responses of an endpoint's problems, by status.
 * @param responses receives those that are not in it.
 */
export const problemResponses = (
  endpoint: Pick<Endpoint<never>, 'method' | 'description'>,
  responses: Record<string, Response>,
): Record<string, Reference> => {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of problemsOf(endpoint)) {
    const [status] = PROBLEMS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const name = codes.join('-');
      responses[name] ??= responseOf(status, codes);
      return [String(status), { $ref: `#/components/responses/${name}` }];
    }),
  );
};
