import { timeout, withTimeout } from './timeout.js';

/** The body has more bytes than the limit. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';

  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes`);
  }
}

/** Limits for reading a body: its bytes, and a time in milliseconds or a signal, such as that of the fetch. */
export type ReadLimits = { maxBytes: number } & ({ timeoutMs: number } | { signal: AbortSignal });

const utf8 = new TextDecoder('utf-8', { fatal: true });

const readStream = async (
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> => {
  if (!body) return new Uint8Array(0);
  const reader = body.getReader();
  // A stream that has failed rejects `cancel()` too, with the error that `read()` throws.
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel);
  try {
    const bytes = new Uint8Array(maxBytes);
    let length = 0;
    for (;;) {
      const { done, value } = await reader.read();
      // A cancelled stream looks like one that ended, but is incomplete.
      signal.throwIfAborted();
      if (done) return bytes.subarray(0, length);
      if (length + value.byteLength > maxBytes) {
        cancel();
        throw new TooLargeError(maxBytes);
      }
      bytes.set(value, length);
      length += value.byteLength;
    }
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

/**
 * The declared length of a body; null if the header cannot be relied on: sent in chunks (RFC 9112, section 6.3), or
 * compressed.
 */
const declaredLength = ({ headers }: Request | Response): number | null => {
  const length = headers.get('content-length');
  return length === null || headers.has('transfer-encoding') || headers.has('content-encoding') ? null : Number(length);
};

/**
 * Reads a body of a declared length in one call, which is much faster on several runtimes. The runtime delivers no more
 * than the declared length.
 */
const readDeclared = async (message: Request | Response, length: number, maxBytes: number): Promise<Uint8Array> => {
  if (!(length <= maxBytes)) throw new TooLargeError(maxBytes);
  const bytes = await message.arrayBuffer();
  if (bytes.byteLength > maxBytes) throw new TooLargeError(maxBytes);
  return new Uint8Array(bytes);
};

/**
 * Reads the body of a request or a response to its end.
 * @returns the bytes; rejects with a {@link TooLargeError}, a `TimeoutError`, the signal's reason, or the stream's error.
 */
export const readBody = (message: Request | Response, limits: ReadLimits): Promise<Uint8Array> => {
  const { maxBytes } = limits;
  const length = declaredLength(message);
  if (length === null) {
    return 'signal' in limits
      ? readStream(message.body, maxBytes, limits.signal)
      : withTimeout(limits.timeoutMs, (signal) => readStream(message.body, maxBytes, signal));
  }
  const read = readDeclared(message, length, maxBytes);
  return 'signal' in limits ? read : timeout(limits.timeoutMs, read);
};

/** Reads a body as text: {@link readBody}. Rejects with a TypeError too, when the bytes are not UTF-8. */
export const readText = async (message: Request | Response, limits: ReadLimits): Promise<string> =>
  utf8.decode(await readBody(message, limits));
