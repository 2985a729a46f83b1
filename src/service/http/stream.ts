/** The time in which a reader must ask for the next part, in ms: a stream may hold a place. */
const STALL_MS = 60_000;

/**
 * A stream that makes its next part when that is asked for. An error cuts it short, which the client notices.
 * @param onEnd called once: all was read, the reader has gone or asks for nothing any more, or a part could not be made.
 * @param stallMs how long a reader may ask for nothing.
 */
export const streamOf = (
  parts: AsyncGenerator<string | Uint8Array, void, undefined>,
  onEnd: () => void = () => undefined,
  stallMs = STALL_MS,
): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder();
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => {
    clearTimeout(timer);
    if (!ended) onEnd();
    ended = true;
  };
  const expectReader = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    timer = setTimeout(() => {
      end();
      controller.error(new Error(`the reader took nothing for ${stallMs / 1000} s`));
      void parts.return(undefined).catch(() => undefined);
    }, stallMs).unref();
  };
  return new ReadableStream(
    {
      start: expectReader,
      async pull(controller) {
        clearTimeout(timer);
        try {
          const { done, value } = await parts.next();
          if (done !== true) {
            controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
            expectReader(controller);
            return;
          }
          controller.close();
        } catch (error) {
          end();
          throw error;
        }
        end();
      },
      async cancel() {
        end();
        await parts.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
};
