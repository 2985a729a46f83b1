import { readText } from '../../../util/read-body.js';
import { withTimeout } from '../../../util/timeout.js';
import { isSuccess, NoHeadersError, type HttpGet } from './types.js';

/** The runtime's fetch, or the handler of a service in this process. */
type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** For any runtime. */
export const webGet =
  (send: Fetch): HttpGet =>
  async (url, { timeoutMs, maxBytes }) => {
    const progress = { hasHeaders: false };
    try {
      return await withTimeout(timeoutMs, async (signal) => {
        // `redirect: 'error'` does not exist on Workers.
        const response = await send(url, { headers: { accept: 'application/json' }, redirect: 'manual', signal });
        progress.hasHeaders = true;
        const { status, headers } = response;
        const text = isSuccess(status) ? await readText(response, { maxBytes, signal }) : '';
        return { status, retryAfter: headers.get('retry-after'), text };
      });
    } catch (error) {
      throw progress.hasHeaders ? error : new NoHeadersError('no headers', { cause: error });
    }
  };
