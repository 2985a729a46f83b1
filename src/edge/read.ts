import { inTime, withDeadline } from './deadline.js';
import { readBytes, TooLarge } from '../verifier/read.js';

export { TooLarge };

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a body to its end as text: {@link readBytes}.
 * @returns the text; rejects with a TypeError when the bytes are not UTF-8.
 */
export const readText = async (
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string> => utf8.decode(await readBytes(body, maxBytes, signal));

/** How many bytes a message says it has, if that can be relied on: not in chunks (RFC 9112, section 6.3), not compressed. */
const lengthOf = (headers: Headers): number | null => {
  const length = headers.get('content-length');
  return length === null || headers.has('transfer-encoding') || headers.has('content-encoding') ? null : Number(length);
};

/**
 * Reads a body that declares its length in one go: no more of it comes than that, and several runtimes are far faster at it.
 * @returns the text; rejects with {@link TooLarge}, or with a TypeError when the bytes are not UTF-8.
 */
const readDeclared = async (message: Request | Response, length: number, maxBytes: number): Promise<string> => {
  if (!(length <= maxBytes)) throw new TooLarge(`more than ${maxBytes} bytes`);
  const bytes = await message.arrayBuffer();
  if (bytes.byteLength > maxBytes) throw new TooLarge(`more than ${maxBytes} bytes`);
  return utf8.decode(bytes);
};

/**
 * Reads the body of a request as text.
 * @returns the text; rejects with {@link TooLarge}, with a `DeadlinePassed`, or with a TypeError when the bytes are not UTF-8.
 */
export const readRequest = (request: Request, maxBytes: number, timeoutMs: number): Promise<string> => {
  const length = lengthOf(request.headers);
  return length === null
    ? withDeadline(timeoutMs, (signal) => readText(request.body, maxBytes, signal))
    : inTime(timeoutMs, readDeclared(request, length, maxBytes));
};

/**
 * Reads the body of an answer as text.
 * @param signal stops the reading: that of the fetch, which lets go of the connection.
 */
export const readResponse = (response: Response, maxBytes: number, signal: AbortSignal): Promise<string> => {
  const length = lengthOf(response.headers);
  return length === null ? readText(response.body, maxBytes, signal) : readDeclared(response, length, maxBytes);
};
