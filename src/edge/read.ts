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

/**
 * Reads the body of a request as text. One that declares its length is read in one go: a server takes no more of it than that, and
 * several runtimes are far faster at it.
 * @returns the text; rejects with {@link TooLarge}, with a `DeadlinePassed`, or with a TypeError when the bytes are not UTF-8.
 */
export const readRequest = async (request: Request, maxBytes: number, timeoutMs: number): Promise<string> => {
  const length = request.headers.get('content-length');
  // A body in chunks has the length that it has, whatever else it declares (RFC 9112, section 6.3).
  if (length === null || request.headers.has('transfer-encoding'))
    return withDeadline(timeoutMs, (signal) => readText(request.body, maxBytes, signal));
  if (!(Number(length) <= maxBytes)) throw new TooLarge(`more than ${maxBytes} bytes`);
  const bytes = await inTime(timeoutMs, request.arrayBuffer());
  if (bytes.byteLength > maxBytes) throw new TooLarge(`more than ${maxBytes} bytes`);
  return utf8.decode(bytes);
};
