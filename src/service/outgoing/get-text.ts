import { Readable } from 'node:stream';
import { readText } from '../../util/read-body.js';
import { timeout } from '../../util/timeout.js';
import { answerTo, connectTo, type Reach } from './connect.js';

const MAX_BYTES = 16_384;
const TIMEOUT_MS = 5000;

/**
 * Reads a URL: a text of 16 KiB at most, in 5 s. Rejects for another status than 200 to 299, a redirect among them.
 */
export type GetText = (url: string) => Promise<string>;

/** Makes the reader of URLs whose hosts may be reached. */
export const createGetText =
  (reach: Reach): GetText =>
  async (target) => {
    const url = new URL(target);
    if (url.protocol !== 'https:' && !reach.allowPrivate) throw new Error('only https is allowed');
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const request = connectTo(url, reach, { method: 'GET', signal });
    try {
      const response = await timeout(TIMEOUT_MS, answerTo(request));
      const { statusCode: status = 0 } = response;
      if (status < 200 || status > 299) throw new Error(`status ${status}`);
      const body = new Response(Readable.toWeb(response) as ReadableStream);
      return await readText(body, { maxBytes: MAX_BYTES, signal });
    } finally {
      request.destroy();
    }
  };
