/** More bytes came than were asked for. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/**
 * Reads a body to its end, never more than `maxBytes` of it.
 * @param signal stops the reading and lets go of the stream.
 * @returns the bytes; rejects with {@link TooLarge}, with the signal's reason, or with what the stream fails with.
 */
export const readBytes = async (
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> => {
  if (!body) return new Uint8Array(0);
  const reader = body.getReader();
  // A stream that has failed already refuses the cancelling too; its error is the one that read() throws.
  const letGo = (): void => void reader.cancel().catch(() => undefined);
  if (signal.aborted) letGo();
  signal.addEventListener('abort', letGo);
  try {
    const bytes = new Uint8Array(maxBytes);
    let length = 0;
    for (;;) {
      const { done, value } = await reader.read();
      // A stream that was let go ends as one that was read to its end: what came of it is not the whole.
      signal.throwIfAborted();
      if (done) return bytes.subarray(0, length);
      if (length + value.byteLength > maxBytes) {
        letGo();
        throw new TooLarge(`more than ${maxBytes} bytes`);
      }
      bytes.set(value, length);
      length += value.byteLength;
    }
  } finally {
    signal.removeEventListener('abort', letGo);
  }
};
