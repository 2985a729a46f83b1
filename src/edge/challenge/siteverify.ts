import { readText, TooLargeError } from '../../util/read-body.js';
import { ChallengeUnavailable, type Challenge, type ChallengeContext } from './types.js';

/** What every provider's challenge takes. */
export interface SiteverifyOptions {
  /** The public key of your site at the provider: the page is told. */
  siteKey: string;
  /** The secret key: it goes to the provider and nowhere else. */
  secret: string;
  /** Whether a token is given while the provider is down or slow (`allow`): the quotas still bound what that can cost. */
  onUnavailable?: 'allow' | 'refuse';
  /** Whether the provider is told the client's network address (`false`): that is personal data, given to a third party. */
  sendClientAddress?: boolean;
  /**
   * Hosts whose answers count beside the page's own, such as that of a frame which shows the challenge. (The providers' test
   * keys name a host of theirs.)
   */
  hostnames?: readonly string[];
  /** Where answers are checked: the provider's own address. */
  url?: string;
}

/** What a provider answers, as far as it is read. */
export interface Siteverified {
  success: boolean;
  hostname?: unknown;
  action?: unknown;
  score?: unknown;
  'error-codes'?: unknown;
}

/** How one provider differs from the others. */
export interface Provider {
  type: string;
  url: string;
  /** The longest answer that is passed on. */
  maxAnswerLength: number;
  /** Further members of what the page is told. */
  told?: Record<string, unknown>;
  /** Further fields of what the provider is sent. */
  sent?: Record<string, string>;
  /** Whether an answer that the provider holds to be right is good enough. */
  accepts?: (answer: Siteverified) => boolean;
}

const MAX_ANSWER_BYTES = 16_384;

/** Codes of a provider's own trouble, or of a wrong setting of the operator's: nobody's answer can bring them about. */
const TROUBLES = ['missing-input-secret', 'invalid-input-secret', 'sitekey-secret-mismatch', 'internal-error'];
/** A provider's way of saying that what was sent it cannot be an answer, which anybody can make it say. */
const NOT_TAKEN = [400, 413, 414, 422];

const parse = (text: string): Siteverified | null => {
  try {
    const value = JSON.parse(text) as Partial<Siteverified> | null;
    return typeof value?.success === 'boolean' ? (value as Siteverified) : null;
  } catch {
    return null;
  }
};

/** @throws ChallengeUnavailable without the message of what failed, which may quote what was sent. */
const ask = async (url: string, form: URLSearchParams, signal: AbortSignal): Promise<Siteverified> => {
  const { status, text } = await fetch(url, {
    method: 'POST',
    body: form,
    headers: { accept: 'application/json' },
    // A redirect is not followed: it would carry the secret to wherever it points.
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
  if (status < 300 && answer) return answer;
  if (NOT_TAKEN.includes(status)) return answer ?? { success: false };
  throw new ChallengeUnavailable(status < 300 ? 'the answer is not understood' : `status ${status}`);
};

const checked = (type: string, { siteKey, secret, url }: SiteverifyOptions): void => {
  const wrong = (option: string, right: string): TypeError => new TypeError(`${type}: ${option}: it takes ${right}`);
  if (!siteKey) throw wrong('siteKey', 'the public key of your site at the provider');
  if (!secret) throw wrong('secret', 'the secret key of your site at the provider');
  if (url !== undefined && !/^https?:/.test(URL.canParse(url) ? url : '')) throw wrong('url', 'an http(s) URL');
};

/**
 * A challenge of a provider that checks answers over HTTP, by the `siteverify` that reCAPTCHA began with.
 * @throws TypeError for a wrong option.
 */
export const siteverify = (provider: Provider, options: SiteverifyOptions): Challenge => {
  const { type, maxAnswerLength, told, sent, accepts = () => true } = provider;
  checked(type, options);
  const { siteKey, secret, url = provider.url, hostnames = [], sendClientAddress, onUnavailable = 'allow' } = options;

  const isOfPage = (hostname: unknown, origin: string): boolean =>
    hostname === undefined || [new URL(origin).hostname, ...hostnames].some((known) => known === hostname);

  const verify = async (answer: string, { origin, clientAddress, signal }: ChallengeContext): Promise<boolean> => {
    // What no provider made is not worth a call.
    if (answer.length > maxAnswerLength || !/^[!-~]+$/.test(answer)) return false;
    const form = new URLSearchParams({ ...sent, secret, response: answer });
    if (sendClientAddress && clientAddress !== undefined) form.set('remoteip', clientAddress);
    const verified = await ask(url, form, signal);
    const codes: unknown[] = Array.isArray(verified['error-codes']) ? verified['error-codes'] : [];
    const trouble = TROUBLES.find((code) => codes.includes(code));
    if (trouble) throw new ChallengeUnavailable(trouble);
    return verified.success && isOfPage(verified.hostname, origin) && accepts(verified);
  };

  return { onUnavailable, describe: () => ({ ...told, type, siteKey }), verify };
};
