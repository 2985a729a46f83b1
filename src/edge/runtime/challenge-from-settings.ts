import { readChallenge, type ChallengeSetting } from '../../config/setting-groups.js';
import { altcha } from '../challenge/altcha.js';
import { hcaptcha, recaptcha, turnstile } from '../challenge/providers.js';
import type { ChallengeOption } from '../options.js';

const PROVIDERS = { turnstile, hcaptcha, recaptcha };

/** Creates the configured challenge. */
export const challengeOf = (setting: ChallengeSetting): ChallengeOption => {
  if (setting.name === 'adaptive' || setting.name === 'off') return setting.name;
  return setting.name === 'altcha' ? altcha() : PROVIDERS[setting.name](setting);
};

/**
 * Creates the challenge from the settings `CHALLENGE` (adaptive, off, altcha, turnstile, hcaptcha or recaptcha),
 * `CHALLENGE_SITE_KEY` and `CHALLENGE_SECRET`. An empty value counts as unset.
 * @param get returns the value of a setting.
 * @returns `adaptive` if `CHALLENGE` is unset.
 * @throws StartupError with one line that names the setting and what it expects; it never quotes a secret.
 */
export const challengeFromSettings = (get: (name: string) => string | undefined): ChallengeOption => {
  const names = ['CHALLENGE', 'CHALLENGE_SITE_KEY', 'CHALLENGE_SECRET'];
  return challengeOf(readChallenge(Object.fromEntries(names.map((name) => [name, get(name)]))));
};
