import { TooLargeError } from '../../../util/read-body.js';
import { timeout } from '../../../util/timeout.js';
import { isSuccess, NoHeadersError, type HttpAnswer, type HttpGet } from './types.js';

interface Response {
  statusCode?: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  on(event: 'data', listener: (chunk: Buffer) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
}

interface Request {
  on(event: 'response', listener: (response: Response) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  destroy(): unknown;
}

/** The part of node:http and of node:https that is used here. Written out, so that our types need no `@types/node`. */
export interface NodeHttp {
  get(url: URL, options: { headers: Readonly<Record<string, string>> }): Request;
}

/** As Node's fetch sends them, except that no encoding is accepted: nothing here decodes one. */
const HEADERS = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'node' };

const utf8 = new TextDecoder('utf-8', { fatal: true });

const failed = (cause?: unknown): Error => new Error('the connection failed', { cause });

const responseTo = (request: Request): Promise<Response> =>
  new Promise((resolve, reject) => {
    let answered = false;
    request.on('response', (response) => {
      answered = true;
      resolve(response);
    });
    request.on('error', (cause) => {
      reject(failed(cause));
    });
    // A server that changes the protocol ends the request without an error.
    request.on('close', () => {
      if (!answered) reject(failed());
    });
  });

const bytesOf = (response: Response, maxBytes: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    response.on('data', (chunk) => {
      length += chunk.length;
      if (length > maxBytes) reject(new TooLargeError(maxBytes));
      else chunks.push(chunk);
    });
    response.on('end', () => {
      resolve(Buffer.concat(chunks));
    });
    response.on('error', (cause) => {
      reject(failed(cause));
    });
  });

const answerTo = async (request: Request, maxBytes: number): Promise<HttpAnswer> => {
  const response = await responseTo(request);
  const { statusCode: status = 0, headers } = response;
  const retryAfter = headers['retry-after']?.toString() ?? null;
  if (isSuccess(status)) return { status, retryAfter, text: utf8.decode(await bytesOf(response, maxBytes)) };
  request.destroy();
  return { status, retryAfter, text: '' };
};

/**
 * For Node: its fetch takes several times as long. The connections are those of Node's global agent, which keeps them for further requests
 * and knows the operator's proxy (`NODE_USE_ENV_PROXY`).
 */
export const nodeGet =
  (http: NodeHttp, https: NodeHttp): HttpGet =>
  async (url, { timeoutMs, maxBytes }) => {
    const target = new URL(url);
    const request = (target.protocol === 'https:' ? https : http).get(target, { headers: HEADERS });
    const progress = { hasHeaders: false };
    request.on('response', () => (progress.hasHeaders = true));
    try {
      return await timeout(timeoutMs, answerTo(request, maxBytes));
    } catch (error) {
      request.destroy();
      throw progress.hasHeaders ? error : new NoHeadersError('no headers', { cause: error });
    }
  };
