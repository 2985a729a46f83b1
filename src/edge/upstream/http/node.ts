import { TooLargeError } from '../../../util/read-body.js';
import { timeout } from '../../../util/timeout.js';
import { isSuccess, NoHeadersError, type HttpAnswer, type HttpRequest, type HttpSend } from './types.js';

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
  end(body?: string): unknown;
  destroy(): unknown;
}

/**
 * The part of node:http and of node:https that is used here. Declared by hand, so that the published types need no
 * `@types/node`.
 */
export interface NodeHttp {
  request(url: URL, options: { method: string; headers: Readonly<Record<string, string>> }): Request;
}

/** The headers of Node's fetch, except for the encoding: nothing here decodes a body. */
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
    // A server that switches protocols ends the request without an error.
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

const answerTo = async (
  request: Request,
  { maxBytes, reads = isSuccess }: Pick<HttpRequest, 'maxBytes' | 'reads'>,
): Promise<HttpAnswer> => {
  const response = await responseTo(request);
  const { statusCode: status = 0, headers } = response;
  const header = (name: string): string | null => headers[name]?.toString() ?? null;
  if (reads(status)) return { status, header, text: utf8.decode(await bytesOf(response, maxBytes)) };
  request.destroy();
  return { status, header, text: '' };
};

/**
 * The client for Node, whose fetch takes several times as long. It uses Node's global agent, which keeps connections
 * alive and respects the operator's proxy (`NODE_USE_ENV_PROXY`).
 */
export const nodeSend =
  (http: NodeHttp, https: NodeHttp): HttpSend =>
  async (url, { timeoutMs, headers, body, ...answer }) => {
    const target = new URL(url);
    const request = (target.protocol === 'https:' ? https : http).request(target, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...HEADERS, ...headers },
    });
    const progress = { hasHeaders: false };
    request.on('response', () => (progress.hasHeaders = true));
    try {
      const answered = answerTo(request, answer);
      request.end(body);
      return await timeout(timeoutMs, answered);
    } catch (error) {
      request.destroy();
      throw progress.hasHeaders ? error : new NoHeadersError('no headers', { cause: error });
    }
  };
