/** More bytes came than were asked for. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a body to its end, never more than `maxBytes` of it.
 * @param signal stops the reading and lets go of the stream.
 * @returns the text; rejects with {@link TooLarge}, or with a TypeError when the bytes are not UTF-8.
 */
export const readText = async (
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string> => {
  if (!body) return '';
  const reader = body.getReader();
  // A stream that has failed already refuses the cancelling too; its error is the one that read() throws.
  const letGo = (): void => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', letGo);
  const bytes = new Uint8Array(maxBytes);
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return utf8.decode(bytes.subarray(0, length));
    if (length + value.byteLength > maxBytes) {
      letGo();
      throw new TooLarge(`more than ${maxBytes} bytes`);
    }
    bytes.set(value, length);
    length += value.byteLength;
  }
};
