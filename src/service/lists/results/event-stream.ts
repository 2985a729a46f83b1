/** Server-sent events (HTML, section 9.2) of which only the latest counts. */

/** A stream of events to one client. */
export interface EventStream {
  readonly body: ReadableStream<Uint8Array>;
  /** Sends an event. A client that reads slowly gets the latest one alone. */
  send: (event: string, data: string) => void;
  /** Sends a comment if nothing was sent for so long, in ms: proxies and the server close a connection without bytes. */
  beat: (silentMs: number) => void;
  /** Closes the stream. @param last waits until the client has read what was sent; else that is dropped. */
  close: (last: boolean) => void;
}

const encoder = new TextEncoder();

/** @param onEnd called once, when the stream is closed or the client goes. */
export const createEventStream = (onEnd: () => void): EventStream => {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  let pending = '';
  let closing = false;
  let ended = false;
  const hasEnded = (): boolean => ended;
  let sentAt = performance.now();
  const end = (): void => {
    if (ended) return;
    ended = true;
    onEnd();
  };
  const flush = (): void => {
    if (ended || (controller.desiredSize ?? 0) <= 0) return;
    const text = pending;
    pending = '';
    if (text !== '') {
      sentAt = performance.now();
      // Calls this function again if a read waits.
      controller.enqueue(encoder.encode(text));
    }
    if (!closing || hasEnded()) return;
    controller.close();
    end();
  };
  const body = new ReadableStream<Uint8Array>({
    start: (made) => {
      controller = made;
    },
    pull: flush,
    cancel: end,
  });
  return {
    body,
    send(event, data) {
      if (closing) return;
      pending = `event: ${event}\ndata: ${data}\n\n`;
      flush();
    },
    beat(silentMs) {
      if (pending !== '' || performance.now() - sentAt < silentMs) return;
      pending = ':\n\n';
      flush();
    },
    close(last) {
      closing = true;
      if (!last) pending = '';
      flush();
      // A client that does not read gets what the stream holds, and its end.
      if (hasEnded() || last) return;
      controller.close();
      end();
    },
  };
};
