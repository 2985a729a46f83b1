import { readChallenge, type ChallengeSetting } from '../../config/groups.js';
import { altcha } from '../challenge/altcha.js';
import { hcaptcha, recaptcha, turnstile } from '../challenge/providers.js';
import type { Challenge } from '../challenge/types.js';

const PROVIDERS = { turnstile, hcaptcha, recaptcha };

/** Creates the configured challenge. */
export const challengeOf = (setting: ChallengeSetting): Challenge =>
  setting.name === 'altcha' ? altcha() : PROVIDERS[setting.name](setting);

/**
 * Creates the challenge from the settings `CHALLENGE` (altcha, turnstile, hcaptcha or recaptcha), `CHALLENGE_SITE_KEY` and
 * `CHALLENGE_SECRET`. An empty value counts as unset.
 * @param get returns the value of a setting.
 * @returns undefined if no challenge is configured.
 * @throws StartupError with one line that names the setting and what it expects; it never quotes a secret.
 */
export const challengeFromSettings = (get: (name: string) => string | undefined): Challenge | undefined => {
  const names = ['CHALLENGE', 'CHALLENGE_SITE_KEY', 'CHALLENGE_SECRET'];
  const setting = readChallenge(Object.fromEntries(names.map((name) => [name, get(name)])));
  return setting ? challengeOf(setting) : undefined;
};
