/**
 * A stream that makes its next part when that is asked for. An error cuts it short, which the client notices.
 * @param onEnd called once: all was read, the reader has gone, or a part could not be made.
 */
export const streamOf = (
  parts: AsyncGenerator<string | Uint8Array, void, undefined>,
  onEnd: () => void = () => undefined,
): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder();
  let ended = false;
  const end = (): void => {
    if (!ended) onEnd();
    ended = true;
  };
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await parts.next();
          if (done !== true) {
            controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
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
