import { readText, TooLargeError } from '../../util/read-body.js';
import { AnswerRefused, ChallengeUnavailable, type Challenge, type ChallengeContext } from './types.js';

/** Options common to all providers. */
export interface SiteverifyOptions {
  /** The site key at the provider: public, sent to the page. */
  siteKey: string;
  /** The secret key, sent only to the provider. */
  secret: string;
  /**
   * While the provider is down or slow: `allow` (default) issues five tokens per client network and minute; `refuse`
   * answers 503.
   */
  onUnavailable?: 'allow' | 'refuse';
  /** Sends the client's IP address to the provider (`false`). This is personal data, given to a third party. */
  sendClientAddress?: boolean;
  /**
   * Accepted host names besides the page's own, such as that of a frame that shows the challenge. The providers' test keys
   * return a host name of the provider.
   */
  hostnames?: readonly string[];
  /** The URL that verifies answers: the provider's by default. */
  url?: string;
}

/** The part of a provider's response that is used. */
export interface Siteverified {
  success: boolean;
  hostname?: unknown;
  action?: unknown;
  score?: unknown;
  'error-codes'?: unknown;
}

/** The properties of one provider. */
export interface Provider {
  type: string;
  url: string;
  /** The longest answer that is sent to the provider. */
  maxAnswerLength: number;
  /** Further members of the prompt for the page. */
  told?: Record<string, unknown>;
  /** Further form fields of the request to the provider. */
  sent?: Record<string, string>;
  /** Further conditions on an answer that the provider has verified. */
  accepts?: (answer: Siteverified) => boolean;
}

const MAX_ANSWER_BYTES = 16_384;

/**
 * The characters of all providers' answers: base64url and `.`. A firewall before a provider has no reason to reject
 * them.
 */
const ANSWER = /^[\w.-]+$/;

/** Error codes of a wrong secret. No answer from a client can cause them. */
const WRONG_SECRET = ['missing-input-secret', 'invalid-input-secret'];
/**
 * Error codes of an answer for another site key. Any client can get such an answer from its own widget; a wrong
 * `siteKey` looks the same.
 */
const OTHER_SITE = ['sitekey-secret-mismatch'];

const parse = (text: string): Siteverified | null => {
  try {
    const value = JSON.parse(text) as Partial<Siteverified> | null;
    return typeof value?.success === 'boolean' ? (value as Siteverified) : null;
  } catch {
    return null;
  }
};

/** The first of the `known` error codes in a provider's response. */
const codeOf = ({ 'error-codes': codes }: Siteverified, known: readonly string[]): string | undefined =>
  Array.isArray(codes) ? known.find((code) => codes.includes(code)) : undefined;

/**
 * Sends an answer to the provider.
 * @throws AnswerRefused for a status of 400 to 499, which an answer, or a flood of them, can cause.
 * ChallengeUnavailable for other failures, without the original message, which may quote the request.
 */
const ask = async (url: string, form: URLSearchParams, signal: AbortSignal): Promise<Siteverified> => {
  const { status, text } = await fetch(url, {
    method: 'POST',
    body: form,
    headers: { accept: 'application/json' },
    // Do not send the secret to the target of a redirect.
    redirect: 'manual',
    signal,
  })
    .then(async (response) => ({
      status: response.status,
      text: await readText(response, { maxBytes: MAX_ANSWER_BYTES, signal }),
    }))
    .catch((error: unknown) => {
      throw new ChallengeUnavailable(
        error instanceof TooLargeError ? 'the answer is too large' : 'the connection failed',
      );
    });
  const answer = parse(text);
  const wrongSecret = answer && codeOf(answer, WRONG_SECRET);
  if (wrongSecret) throw new ChallengeUnavailable(wrongSecret);
  if (status >= 400 && status < 500) throw new AnswerRefused(`status ${status}`);
  if (status < 300 && answer) return answer;
  throw new ChallengeUnavailable(status < 300 ? 'the answer is not understood' : `status ${status}`);
};

const checked = (type: string, { siteKey, secret, url }: SiteverifyOptions): void => {
  const wrong = (option: string, right: string): TypeError => new TypeError(`${type}: ${option}: it takes ${right}`);
  if (!siteKey) throw wrong('siteKey', 'the public key of your site at the provider');
  if (!secret) throw wrong('secret', 'the secret key of your site at the provider');
  if (url !== undefined && !/^https?:/.test(URL.canParse(url) ? url : '')) throw wrong('url', 'an http(s) URL');
};

/**
 * A challenge of a provider with a `siteverify` endpoint, as introduced by reCAPTCHA.
 * @throws TypeError for an invalid option.
 */
export const siteverify = (provider: Provider, options: SiteverifyOptions): Challenge => {
  const { type, maxAnswerLength, told, sent, accepts = () => true } = provider;
  checked(type, options);
  const { siteKey, secret, url = provider.url, hostnames = [], sendClientAddress, onUnavailable = 'allow' } = options;

  const isOfPage = (hostname: unknown, origin: string): boolean =>
    hostname === undefined || [new URL(origin).hostname, ...hostnames].some((known) => known === hostname);

  const verify = async (answer: string, { origin, clientAddress, signal }: ChallengeContext): Promise<boolean> => {
    // Reject text that cannot be a provider's answer, without a call.
    if (answer.length > maxAnswerLength || !ANSWER.test(answer)) return false;
    const form = new URLSearchParams({ ...sent, secret, response: answer });
    if (sendClientAddress && clientAddress !== undefined) form.set('remoteip', clientAddress);
    const verified = await ask(url, form, signal);
    const failure = codeOf(verified, ['internal-error']);
    if (failure) throw new ChallengeUnavailable(failure);
    const otherSite = codeOf(verified, OTHER_SITE);
    if (otherSite) throw new AnswerRefused(otherSite);
    return verified.success && isOfPage(verified.hostname, origin) && accepts(verified);
  };

  return { onUnavailable, describe: () => ({ ...told, type, siteKey }), verify };
};
