import { siteverify, type SiteverifyOptions, type Siteverified } from './siteverify.js';
import type { Challenge } from './types.js';

/** Options of providers with actions. */
export interface ActionOptions extends SiteverifyOptions {
  /** The action that the page must use; answers for another action are rejected. */
  action?: string;
}

/** Options of {@link recaptcha}. */
export interface RecaptchaOptions extends ActionOptions {
  /** The lowest accepted score, from 0 to 1, for reCAPTCHA v3 (0.5). */
  minScore?: number;
}

const named = ({
  action,
}: ActionOptions): { told: Record<string, unknown>; matches: (answer: Siteverified) => boolean } =>
  action === undefined
    ? { told: {}, matches: () => true }
    : { told: { action }, matches: (answer) => answer.action === action };

/** Neither reCAPTCHA nor hCaptcha documents a limit; answers can have more than 4,000 characters. */
const UNLIMITED = 16_000;

/**
 * Cloudflare Turnstile. The page gets `{type: 'turnstile', siteKey}`.
 * @throws TypeError for an invalid option.
 * @example
 * createEdge({ ...options, challenge: turnstile({ siteKey: '0x4AAA…', secret: process.env.TURNSTILE_SECRET }) });
 */
export const turnstile = (options: ActionOptions): Challenge => {
  const { told, matches } = named(options);
  return siteverify(
    {
      type: 'turnstile',
      url: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
      maxAnswerLength: 2048,
      told,
      accepts: matches,
    },
    options,
  );
};

/**
 * hCaptcha. The page gets `{type: 'hcaptcha', siteKey}`.
 * @throws TypeError for an invalid option.
 */
export const hcaptcha = (options: SiteverifyOptions): Challenge =>
  siteverify(
    {
      type: 'hcaptcha',
      url: 'https://api.hcaptcha.com/siteverify',
      maxAnswerLength: UNLIMITED,
      // Rejects answers for another site of the same account.
      sent: { sitekey: options.siteKey },
    },
    options,
  );

/**
 * Google reCAPTCHA, v2 or v3. The page gets `{type: 'recaptcha', siteKey}`. With `minScore`, an answer without a score
 * (v2) is rejected.
 * @throws TypeError for an invalid option.
 */
export const recaptcha = (options: RecaptchaOptions): Challenge => {
  const { minScore } = options;
  if (minScore !== undefined && !(minScore >= 0 && minScore <= 1)) {
    throw new TypeError('recaptcha: minScore: it takes a number from 0 to 1');
  }
  const { told, matches } = named(options);
  const isPerson = ({ score }: Siteverified): boolean =>
    typeof score === 'number' ? score >= (minScore ?? 0.5) : minScore === undefined;
  return siteverify(
    {
      type: 'recaptcha',
      url: 'https://www.google.com/recaptcha/api/siteverify',
      maxAnswerLength: UNLIMITED,
      told,
      accepts: (answer) => matches(answer) && isPerson(answer),
    },
    options,
  );
};
