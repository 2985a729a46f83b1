import { readText as readMessage, TooLargeError as TooLarge } from '../util/read-body.js';

export { TooLarge };

/** Reads a body to its end as text. */
export const readText = (
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string> => readMessage(new Response(body), { maxBytes, signal });

/** Reads the body of a request as text. */
export const readRequest = (request: Request, maxBytes: number, timeoutMs: number): Promise<string> =>
  readMessage(request, { maxBytes, timeoutMs });

/** Reads the body of a response as text. */
export const readResponse = (response: Response, maxBytes: number, signal: AbortSignal): Promise<string> =>
  readMessage(response, { maxBytes, signal });
