import { Readable } from 'node:stream';
import { readText } from '../../util/read-body.js';
import { withTimeout } from '../../util/timeout.js';
import { answerTo, connectTo, type Reach } from './connect.js';

/** Reads a URL. Rejects for another status than 200 to 299, a redirect among them. */
export type GetText = (url: string, stop?: AbortSignal) => Promise<string>;

/** Makes the reader of URLs whose hosts may be reached: by default a text of 16 KiB at most, in 5 s. */
export const createGetText =
  (reach: Reach, { maxBytes = 16_384, timeoutMs = 5000 } = {}): GetText =>
  async (target, stop) => {
    const url = new URL(target);
    if (url.protocol !== 'https:' && !reach.allowPrivate) throw new Error('only https is allowed');
    const get = async (signal: AbortSignal): Promise<string> => {
      const request = connectTo(url, reach, { method: 'GET', signal });
      try {
        const response = await answerTo(request);
        const { statusCode: status = 0 } = response;
        if (status < 200 || status > 299) throw new Error(`status ${status}`);
        const body = new Response(Readable.toWeb(response) as ReadableStream);
        return await readText(body, { maxBytes, signal });
      } finally {
        request.destroy();
      }
    };
    return withTimeout(timeoutMs, get, stop);
  };
