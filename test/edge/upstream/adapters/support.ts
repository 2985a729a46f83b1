import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { reacherUpstream, sesUpstream, type AdaptedUpstream } from '../../../../src/edge/upstream/adapters/index.js';
import type { UpstreamCalls } from '../../../../src/edge/upstream/types.js';
import { listen } from '../../support.js';

/** The keys of the examples in AWS's manual. */
export const CREDENTIALS = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  sessionToken: 'AQoDYXdzEPT//////////wEXAMPLEtoken==',
};
export const REGION = 'eu-central-1';
export const REACHER_KEY = 'reacher+secret/key';

/** A request, as a service got it. */
export interface Got {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Reply = (response: ServerResponse, got: Got) => void;

/** A service over real HTTP; its requests are kept. */
export const startService = async (reply: Reply): Promise<{ url: string; requests: Got[] }> => {
  const requests: Got[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const got = { method, url, headers, body: Buffer.concat(chunks).toString() };
      requests.push(got);
      reply(response, got);
    });
  });
  return { url: await listen(server), requests };
};

export const replyJson =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };

export const ses = (endpoint: string, over: UpstreamCalls = {}): AdaptedUpstream =>
  sesUpstream({ region: REGION, endpoint, credentials: CREDENTIALS, ratePerSecond: Infinity, ...over });

export const reacher = (baseUrl: string, over: UpstreamCalls = {}): AdaptedUpstream =>
  reacherUpstream({ baseUrl, apiKey: REACHER_KEY, ratePerSecond: Infinity, ...over });

/** The answer of AWS's manual for an address without fault, with other evaluations; null leaves one out. */
export const sesAnswer = (isValid: string, over: Record<string, string | null> = {}): unknown => {
  const evaluations: Record<string, string | null> = {
    HasValidSyntax: 'HIGH',
    HasValidDnsRecords: 'HIGH',
    MailboxExists: 'HIGH',
    IsRoleAddress: 'LOW',
    IsDisposable: 'LOW',
    IsRandomInput: 'LOW',
    ...over,
  };
  const given = Object.entries(evaluations).filter(([, word]) => word !== null);
  return {
    MailboxValidation: {
      IsValid: { ConfidenceVerdict: isValid },
      Evaluations: Object.fromEntries(given.map(([name, word]) => [name, { ConfidenceVerdict: word }])),
    },
  };
};

/** The answer of Reacher's manual, for an address without fault, with other members by their paths. */
export const reacherAnswer = (input: string, over: Record<string, unknown> = {}): unknown => {
  const domain = input.slice(input.lastIndexOf('@') + 1);
  const answer: Record<string, unknown> = {
    input,
    is_reachable: 'safe',
    misc: { is_disposable: false, is_role_account: false, is_b2c: false, gravatar_url: null, haveibeenpwned: null },
    mx: { accepts_mail: true, records: [`alt1.mx.${domain}.`, `mx.${domain}.`] },
    smtp: {
      can_connect_smtp: true,
      has_full_inbox: false,
      is_catch_all: false,
      is_deliverable: true,
      is_disabled: false,
    },
    syntax: {
      address: input,
      domain,
      is_valid_syntax: true,
      username: input.slice(0, input.lastIndexOf('@')),
      normalized_email: input,
      suggestion: null,
    },
    debug: {
      backend_name: 'backend-dev',
      start_time: '2026-01-31T12:00:00.000000000Z',
      end_time: '2026-01-31T12:00:00.337252296Z',
      duration: { secs: 0, nanos: 337_252_296 },
      smtp: { verif_method: { type: 'Smtp', host: `mx.${domain}.` } },
    },
  };
  for (const [path, value] of Object.entries(over)) {
    const names = path.split('.');
    const last = names.pop()!;
    const parent = names.reduce((one, name) => one[name] as Record<string, unknown>, answer);
    parent[last] = value;
  }
  return answer;
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Checks the signature of a request, as AWS does (Signature Version 4), for the keys above. */
export const isSigned = ({ method, url, headers, body }: Got, { sessionToken, ...keys } = CREDENTIALS): boolean => {
  const [, id, scope = '', signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const date = String(headers['x-amz-date']);
  const day = date.slice(0, 8);
  const isComplete = ['host', 'x-amz-date', 'x-amz-security-token'].every((name) => signed.split(';').includes(name));
  const isFresh = /^\d{8}T\d{6}Z$/.test(date);
  if (!isComplete || !isFresh || id !== keys.accessKeyId || headers['x-amz-security-token'] !== sessionToken)
    return false;
  if (scope !== `${day}/${REGION}/ses/aws4_request`) return false;
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, url, '', lines.join(''), signed, sha256(body)].join('\n');
  const key = scope
    .split('/')
    .reduce<string | Buffer>((parent, part) => hmac(parent, part), `AWS4${keys.secretAccessKey}`);
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  return hmac(key, text).toString('hex') === signature;
};
