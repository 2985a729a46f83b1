import { siteverify, type SiteverifyOptions, type Siteverified } from './siteverify.js';
import type { Challenge } from './types.js';

/** Options of providers that let a page name what it asks for. */
export interface ActionOptions extends SiteverifyOptions {
  /** The page is told to name this action, and answers of another one are wrong. */
  action?: string;
}

/** Options of {@link recaptcha}. */
export interface RecaptchaOptions extends ActionOptions {
  /** The lowest score that counts as a person, from 0 to 1: for reCAPTCHA v3, whose answers have one (0.5). */
  minScore?: number;
}

const named = ({
  action,
}: ActionOptions): { told: Record<string, unknown>; matches: (answer: Siteverified) => boolean } =>
  action === undefined
    ? { told: {}, matches: () => true }
    : { told: { action }, matches: (answer) => answer.action === action };

/** Neither reCAPTCHA nor hCaptcha names a limit; answers of more than 4,000 characters have been seen. */
const UNLIMITED = 16_000;

/**
 * Cloudflare Turnstile. The page is told `{type: 'turnstile', siteKey}`.
 * @throws TypeError for a wrong option.
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
 * hCaptcha. The page is told `{type: 'hcaptcha', siteKey}`.
 * @throws TypeError for a wrong option.
 */
export const hcaptcha = (options: SiteverifyOptions): Challenge =>
  siteverify(
    {
      type: 'hcaptcha',
      url: 'https://api.hcaptcha.com/siteverify',
      maxAnswerLength: UNLIMITED,
      // Another site's answers, of the same account, are none of this one's.
      sent: { sitekey: options.siteKey },
    },
    options,
  );

/**
 * Google reCAPTCHA, v2 or v3. The page is told `{type: 'recaptcha', siteKey}`. With `minScore` an answer without a score, as
 * v2 has it, is wrong.
 * @throws TypeError for a wrong option.
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
