import { altcha } from './altcha.js';
import { hcaptcha, recaptcha, turnstile } from './providers.js';
import type { Challenge } from './types.js';

const PROVIDERS = { turnstile, hcaptcha, recaptcha };
const KINDS = ['altcha', ...Object.keys(PROVIDERS)].join(', ');

/**
 * Reads the settings `CHALLENGE` (altcha, turnstile, hcaptcha or recaptcha), `CHALLENGE_SITE_KEY` and `CHALLENGE_SECRET`, as a
 * runtime has them. What is empty is not set.
 * @returns undefined when no challenge is asked for.
 * @throws TypeError with one line that names the setting and says what would be right; it never quotes a secret.
 */
export const challengeFromSettings = (get: (name: string) => string | undefined): Challenge | undefined => {
  const [kind = '', siteKey = '', secret = ''] = ['CHALLENGE', 'CHALLENGE_SITE_KEY', 'CHALLENGE_SECRET'].map((name) =>
    get(name)?.trim(),
  );
  const keys = { CHALLENGE_SITE_KEY: siteKey, CHALLENGE_SECRET: secret };
  const named = (isSet: boolean): string =>
    Object.entries(keys)
      .filter(([, value]) => (value !== '') === isSet)
      .map(([name]) => name)
      .join(' and ');
  if (kind === '' || kind === 'altcha') {
    const surplus = named(true);
    if (surplus === '') return kind === '' ? undefined : altcha();
    throw new TypeError(
      kind === ''
        ? `${surplus}: set, but CHALLENGE is not; it takes one of ${KINDS}.`
        : `${surplus}: set, but altcha takes none: it needs no provider.`,
    );
  }
  if (!Object.hasOwn(PROVIDERS, kind)) throw new TypeError(`CHALLENGE: it takes one of ${KINDS}.`);
  const missing = named(false);
  if (missing === '') return PROVIDERS[kind as keyof typeof PROVIDERS]({ siteKey, secret });
  throw new TypeError(`${missing}: not set; ${kind} shows both keys of your site in its dashboard.`);
};
