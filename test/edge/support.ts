import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { createEdge, receiptKeyFromSeed, type Edge, type EdgeLogLine, type EdgeOptions } from '../../src/edge/index.js';
import type { EdgeVerdict, Problem, TokenAnswer } from '../../src/protocol/index.js';
import { result } from '../support/result.js';

export { result };

export const ORIGIN = 'https://shop.example';
export const ISSUER = 'https://edge.example';
export const SECRET = 'a secret of more than thirty-two bytes';
export const API_KEY = 'k_very+secret/key&1';
export const CLIENT = '192.0.2.7';
export const receiptKey = await receiptKeyFromSeed(new Uint8Array(32).fill(7));

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** Listens on loopback until the test file ends. */
export const listen = async (server: Server): Promise<string> => {
  // On a busy machine an idle connection would be closed at the moment when it is used again.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

export type Script = (email: string, response: ServerResponse, request: IncomingMessage) => void;

export const answerJson = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

export interface Upstream {
  baseUrl: string;
  /** The raw URLs that were asked for. */
  urls: string[];
}

/** An outside service of the interface, over real HTTP, that does what the test's script says. */
export const startUpstream = async (
  script: Script = (email, response) => {
    answerJson(response, result(email));
  },
): Promise<Upstream> => {
  const urls: string[] = [];
  const server = createServer((request, response) => {
    urls.push(request.url ?? '');
    const { searchParams } = new URL(request.url ?? '', 'http://upstream');
    script(searchParams.get('email') ?? '', response, request);
  });
  return { baseUrl: await listen(server), urls };
};

/**
 * An edge before an upstream at this URL, its clock and its log in the test's hand; with `ownClock`, on the system's
 * clocks.
 */
export const setUp = (
  baseUrl: string,
  over: Partial<EdgeOptions> & { timeoutMs?: number; ownClock?: boolean } = {},
): { edge: Edge; clock: { now: number }; lines: EdgeLogLine[] } => {
  const clock = { now: Date.now() };
  const lines: EdgeLogLine[] = [];
  const { timeoutMs = 20_000, ownClock = false, ...options } = over;
  const edge = createEdge({
    origins: [ORIGIN],
    secret: SECRET,
    receiptKey,
    issuer: ISSUER,
    upstream: { baseUrl, apiKey: API_KEY, timeoutMs, ratePerSecond: Infinity },
    ...(!ownClock && { now: () => clock.now }),
    log: (line) => lines.push(line),
    // Tests of quotas use up small ones; the adaptive challenge has tests of its own.
    challenge: 'off',
    ...options,
  });
  return { edge, clock, lines };
};

export interface Caller {
  origin?: string | null;
  client?: string;
}

export const post = (
  edge: Edge,
  path: string,
  body: BodyInit | null,
  { origin = ORIGIN, client = CLIENT }: Caller = {},
): Promise<Response> => {
  const headers = new Headers({ 'content-type': 'text/plain' });
  if (origin !== null) headers.set('origin', origin);
  return edge(new Request(`${ISSUER}${path}`, { method: 'POST', headers, body }), { clientAddress: client });
};

export const fetchToken = async (edge: Edge, caller?: Caller): Promise<string> => {
  const response = await post(edge, '/token', null, caller);
  assert.equal(response.status, 200);
  return ((await response.json()) as TokenAnswer).token;
};

export const validate = (edge: Edge, token: string, email: string, caller?: Caller): Promise<Response> =>
  post(edge, '/validate', JSON.stringify({ token, email }), caller);

/** One check with a token of its own. */
export const checkOnce = async (edge: Edge, email: string, caller?: Caller): Promise<EdgeVerdict> => {
  const response = await validate(edge, await fetchToken(edge, caller), email, caller);
  assert.equal(response.status, 200);
  return (await response.json()) as EdgeVerdict;
};

/** Asserts that an answer is a problem of this kind, readable by the page of this origin, and gives it. */
export const assertProblem = async (
  response: Response,
  status: number,
  code: string,
  readableBy: string | null = ORIGIN,
): Promise<Problem> => {
  const body = (await response.json()) as Problem;
  assert.deepEqual([response.status, body.code, body.status], [status, code, status], body.detail);
  assert.equal(response.headers.get('content-type'), 'application/problem+json');
  assert.equal(response.headers.get('access-control-allow-origin'), readableBy);
  assert.equal(response.headers.get('vary'), 'Origin');
  return body;
};

/** Another door's way of making a JWT: by hand, so that any header and any signature can be tried. */
export const forge = (header: object, payload: object, signature = ''): string => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part(header)}.${part(payload)}.${signature}`;
};

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Other texts with the same bytes: base64 has unused bits at its end, padding, and another alphabet. */
export const respellings = (jws: string): Record<string, string> => {
  const last = BASE64URL.indexOf(jws.at(-1)!);
  const [head = '', ...rest] = jws.split('.');
  const at = jws.lastIndexOf('.');
  const signature = jws.slice(at).replace(/[-_]/, (sign) => (sign === '-' ? '+' : '/'));
  return {
    'an unused bit that is set': `${jws.slice(0, -1)}${BASE64URL[last + 1]!}`,
    padding: `${jws}=`,
    'all padding': `${jws}==`,
    'padding of the header': [`${head}=`, ...rest].join('.'),
    'a line break': `${jws}\n`,
    'a space inside': `${jws.slice(0, -5)} ${jws.slice(-5)}`,
    'an empty part': `${jws}.`,
    // Not every signature has a character of the other alphabet.
    ...(signature !== jws.slice(at) && { 'the other alphabet': jws.slice(0, at) + signature }),
  };
};
