import { AwsV4Signer } from 'aws4fetch';
import { timeout, TimeoutError } from '../../../util/timeout.js';
import { httpSend, isSuccess, type HttpAnswer } from '../http/index.js';
import { askedTooOften, refused } from '../refusal.js';
import { noVerdict, type AdaptedUpstream, type Outcome, type UpstreamCalls } from '../types.js';
import { isAscii, isKey, limitsOf, notAsciiOutcome, secureUrl, OptionError } from './checked-options.js';
import { at } from './json-path.js';
import { outcomeOf } from './outcome.js';
import { sesCodes } from './ses-answer.js';

/** Keys of AWS. */
export interface AwsCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  /** Of temporary credentials. */
  sessionToken?: string | undefined;
}

/** Options of `sesUpstream`. */
export interface SesUpstreamOptions extends UpstreamCalls {
  /** The region of SES, such as `eu-central-1`. */
  region: string;
  /**
   * Keys that may call `ses:GetEmailAddressInsights`; or a function that returns them, for temporary keys, such as a
   * credential provider of the AWS SDK, which caches them. The function is called before each call of SES, and its time
   * counts as part of the call.
   */
  credentials: AwsCredentials | (() => AwsCredentials | Promise<AwsCredentials>);
  /**
   * The endpoint of a VPC, with FIPS, or of a partition other than `aws` and `aws-us-gov`, such as
   * `https://email-fips.us-east-1.amazonaws.com`. Default: that of the region.
   */
  endpoint?: string;
  /** Maximum number of calls in any second (1, which SES allows for a new account). */
  ratePerSecond?: number;
}

const PATH = '/v2/email/email-address-insights/';
/** An answer has some 500 bytes. */
const MAX_ANSWER_BYTES = 16_384;
const DEFAULT_RATE = 1;

const REGION = /^[a-z]{2,4}(-[a-z]{2,})+-\d{1,2}$/;
/** Regions whose endpoints are not below amazonaws.com. */
const OTHER_PARTITION = /^(cn|eusc)-|-iso/;

/** Error names of AWS for too many calls, some of them with status 400. */
const THROTTLED = /^(TooManyRequests|Throttl|RequestThrottl|(Request)?LimitExceeded)/;

const isCredentials = (value: unknown): value is AwsCredentials => {
  const token = at(value, 'sessionToken');
  return (
    isKey(at(value, 'accessKeyId')) && isKey(at(value, 'secretAccessKey')) && (token === undefined || isKey(token))
  );
};

const credentialsFailed = (reason: string): Outcome => noVerdict('upstream_error', reason, { outage: true });

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The name of an error: in a header, or in the body of a 400 (Smithy, restJson1), without its namespace and URL. */
const errorName = ({ header, text }: HttpAnswer): string | null => {
  const body = parsed(text);
  const given = header('x-amzn-errortype') ?? at(body, '__type') ?? at(body, 'code');
  return (typeof given === 'string' ? /^(?:[^:]*#)?([A-Za-z]{1,60})(?::|$)/.exec(given)?.[1] : undefined) ?? null;
};

/** The outcome of an error. Its message is left out, since it may quote the address or the key's name. */
const failed = (answer: HttpAnswer, address: string): Outcome => {
  const name = errorName(answer);
  const reason = `status ${answer.status}${name === null ? '' : `, ${name}`}`;
  return name !== null && THROTTLED.test(name) ? askedTooOften(answer, reason) : refused(answer, address, reason);
};

const checkedEndpoint = ({ region, endpoint }: SesUpstreamOptions): string => {
  if (typeof region !== 'string' || !REGION.test(region))
    throw new OptionError('sesUpstream: region', "a region of AWS, such as 'eu-central-1'");
  if (endpoint !== undefined) return secureUrl('sesUpstream: endpoint', endpoint);
  if (OTHER_PARTITION.test(region))
    throw new OptionError('sesUpstream: endpoint', 'the URL of SES in this region, which is not below amazonaws.com');
  return `https://email.${region}.amazonaws.com`;
};

/** Returns the function that supplies the credentials of a call. */
const checkedCredentials = (given: unknown): (() => unknown) => {
  if (typeof given === 'function') return given as () => unknown;
  if (!isCredentials(given))
    throw new OptionError('sesUpstream: credentials', '{accessKeyId, secretAccessKey, sessionToken} or a function');
  const credentials = { ...given };
  return () => credentials;
};

/**
 * Creates an upstream of Amazon SES Email Validation (API v2, `GetEmailAddressInsights`). Each call costs money.
 * Addresses with a non-ASCII local part are `unknown`, since SES does not accept them.
 * @throws TypeError for a wrong option; no message contains a key.
 * @example
 * const edge = createEdge({ …, upstream: sesUpstream({ region: 'eu-central-1', credentials: fromEnv() }) });
 */
export const sesUpstream = (options: SesUpstreamOptions): AdaptedUpstream => {
  const { region, ratePerSecond = DEFAULT_RATE } = options;
  const url = `${checkedEndpoint(options)}${PATH}`;
  const credentialsOf = checkedCredentials(options.credentials);
  const send = httpSend(options.fetch);

  const signedHeaders = async (credentials: AwsCredentials, body: string): Promise<Record<string, string>> => {
    const { accessKeyId, secretAccessKey, sessionToken } = credentials;
    const signer = new AwsV4Signer({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      body,
      service: 'ses',
      region,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== undefined && { sessionToken }),
    });
    const { headers } = await signer.sign();
    return Object.fromEntries(headers);
  };

  return {
    ...limitsOf({ ...options, ratePerSecond }),
    ask: async (address, timeoutMs) => {
      if (!isAscii(address)) return notAsciiOutcome;
      const endsAt = performance.now() + timeoutMs;
      let credentials: unknown;
      try {
        credentials = await timeout(
          timeoutMs,
          Promise.resolve().then(() => credentialsOf()),
        );
      } catch (error) {
        return error instanceof TimeoutError
          ? noVerdict('upstream_timeout', 'no credentials in time', { outage: true })
          : credentialsFailed('the function of credentials failed');
      }
      if (!isCredentials(credentials)) return credentialsFailed('the function of credentials returned none');
      const body = JSON.stringify({ EmailAddress: address });
      const answer = await send(url, {
        headers: await signedHeaders(credentials, body),
        body,
        timeoutMs: Math.max(endsAt - performance.now(), 0),
        maxBytes: MAX_ANSWER_BYTES,
        reads: (status) => isSuccess(status) || status === 400,
      });
      if (!isSuccess(answer.status)) return failed(answer, address);
      return outcomeOf({ email: address, codes: sesCodes(JSON.parse(answer.text)) }, address);
    },
  };
};
