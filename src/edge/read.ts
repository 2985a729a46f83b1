import { readBytes } from '../verifier/read.js';

export { TooLarge } from '../verifier/read.js';

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
