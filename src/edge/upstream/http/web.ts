import { readText } from '../../../util/read-body.js';
import { withTimeout } from '../../../util/timeout.js';
import { isSuccess, NoHeadersError, type HttpSend } from './types.js';

/** The runtime's fetch, or the handler of a service in this process. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The client for any runtime. */
export const webSend =
  (send: Fetch): HttpSend =>
  async (url, { timeoutMs, maxBytes, headers: more, body, reads = isSuccess }) => {
    const progress = { hasHeaders: false };
    try {
      return await withTimeout(timeoutMs, async (signal) => {
        const response = await send(url, {
          headers: { accept: 'application/json', ...more },
          ...(body !== undefined && { method: 'POST', body }),
          // `redirect: 'error'` does not exist on Workers.
          redirect: 'manual',
          signal,
        });
        progress.hasHeaders = true;
        const { status, headers } = response;
        const text = reads(status) ? await readText(response, { maxBytes, signal }) : '';
        return { status, header: (name) => headers.get(name), text };
      });
    } catch (error) {
      throw progress.hasHeaders ? error : new NoHeadersError('no headers', { cause: error });
    }
  };
