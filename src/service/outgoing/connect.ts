/** Connections to hosts that customers name, which may be anybody's. */
import { request as requestHttp, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from '../../util/ip-address.js';
import type { LookUp } from './look-up.js';

/** The hosts that may be reached, and what finds their addresses. */
export interface Reach {
  /** True: hosts of private networks and http are allowed. */
  allowPrivate: boolean;
  lookUp: LookUp;
}

/** The bytes of an answer's headers that are read. */
const MAX_HEADERS = 8192;
const USER_AGENT = 'email-verify';

/** An attempt that ends for a reason of ours. */
export class Refused extends Error {
  override name = 'Refused';
}

/**
 * The look-up of a connection: all addresses of the host must be of the Internet. Node connects to the very addresses that
 * this returns, so that no later answer of DNS counts.
 */
const checkedLookup =
  ({ lookUp, allowPrivate }: Reach): LookupFunction =>
  (host, { all }, callback) => {
    lookUp(host).then(
      (found) => {
        const [first] = found;
        const isFine = allowPrivate || found.every(({ address }) => isPublicAddress(address));
        if (first === undefined) callback(new Refused('the host has no address'), '');
        else if (!isFine) callback(new Refused('the host is of a private network'), '');
        else if (all === true) callback(null, [...found]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => {
        callback(error as Error, '');
      },
    );
  };

/**
 * Begins a request. Its connection goes past the proxy of the environment, which would look the host up itself, and is
 * used once.
 */
export const connectTo = (
  url: URL,
  reach: Reach,
  { headers, ...options }: Pick<RequestOptions, 'method' | 'signal'> & { headers?: Record<string, string | number> },
): ClientRequest =>
  (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    ...options,
    agent: false,
    lookup: checkedLookup(reach),
    maxHeaderSize: MAX_HEADERS,
    headers: { ...headers, 'user-agent': USER_AGENT },
  });

/** Sends a request and waits for the headers of its answer. */
export const answerTo = (request: ClientRequest, body = ''): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.on('response', resolve);
    request.on('error', reject);
    // A server that changes the protocol ends the request without an error.
    request.on('close', () => {
      reject(new Error('no answer'));
    });
    request.end(body);
  });
