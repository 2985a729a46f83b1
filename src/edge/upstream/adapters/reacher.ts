import { canonicalUrl, isBaseUrl } from '../../../util/url.js';
import { httpSend, isSuccess } from '../http/index.js';
import { refused } from '../refusal.js';
import type { AdaptedUpstream, UpstreamCalls } from '../types.js';
import { isAscii, isKey, limitsOf, notAsciiOutcome, OptionError } from './checked-options.js';
import { at } from './json-path.js';
import { outcomeOf } from './outcome.js';
import { reacherMxRecord, readReacher } from './reacher-answer.js';

/** Options of `reacherUpstream`. */
export interface ReacherUpstreamOptions extends UpstreamCalls {
  /**
   * The URL of the backend, to which `/v1/check_email` is appended, such as `http://reacher:8080` or
   * `https://api.reacher.email`.
   */
  baseUrl: string;
  /**
   * The `header_secret` of your own backend, or the API key of the hosted one: sent as `x-reacher-secret` and as
   * `Authorization`.
   */
  apiKey?: string | undefined;
  /** `v1` (default) respects the backend's throttle; `v0` is for backends before 0.10. */
  version?: 'v0' | 'v1';
}

const VERSIONS: readonly string[] = ['v0', 'v1'];

/** An answer has some 2,000 bytes, most of them for its `debug`. */
const MAX_ANSWER_BYTES = 65_536;

/**
 * Creates an upstream of Reacher's HTTP API (check-if-email-exists). Addresses with a non-ASCII local part are
 * `unknown`, since Reacher does not accept them.
 * @throws TypeError for a wrong option; no message contains a key.
 * @example
 * const upstream = reacherUpstream({ baseUrl: 'http://127.0.0.1:8080', apiKey: process.env.REACHER_SECRET });
 * const edge = createEdge({ …, upstream });
 */
export const reacherUpstream = (options: ReacherUpstreamOptions): AdaptedUpstream => {
  const { baseUrl, apiKey, version = 'v1' } = options;
  if (typeof baseUrl !== 'string' || !isBaseUrl(baseUrl))
    throw new OptionError('reacherUpstream: baseUrl', "an http(s) URL without credentials, '?' or '#'");
  if (apiKey !== undefined && !isKey(apiKey))
    throw new OptionError('reacherUpstream: apiKey', 'printable ASCII characters, without spaces at its ends');
  if (!VERSIONS.includes(version)) throw new OptionError('reacherUpstream: version', "'v0' or 'v1'");
  const url = `${canonicalUrl(baseUrl)}/${version}/check_email`;
  const headers = {
    'content-type': 'application/json',
    ...(apiKey !== undefined && { authorization: apiKey, 'x-reacher-secret': apiKey }),
  };
  const send = httpSend(options.fetch);

  return {
    ...limitsOf(options),
    ask: async (address, timeoutMs) => {
      if (!isAscii(address)) return notAsciiOutcome;
      const body = JSON.stringify({ to_email: address });
      const answer = await send(url, { headers, body, timeoutMs, maxBytes: MAX_ANSWER_BYTES });
      if (!isSuccess(answer.status)) return refused(answer, address);
      const found: unknown = JSON.parse(answer.text);
      return outcomeOf(
        { email: at(found, 'input'), mx_record: reacherMxRecord(found), ...readReacher(found, address) },
        address,
      );
    },
  };
};
