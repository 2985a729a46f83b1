import { CHALLENGE_SETTINGS, readChallenge, type ChallengeSetting } from '../../config/groups.js';
import { altcha } from '../challenge/altcha.js';
import { hcaptcha, recaptcha, turnstile } from '../challenge/providers.js';
import type { Challenge } from '../challenge/types.js';

const PROVIDERS = { turnstile, hcaptcha, recaptcha };

/** Makes the challenge that a setting names. */
export const challengeOf = (setting: ChallengeSetting): Challenge =>
  setting.name === 'altcha' ? altcha() : PROVIDERS[setting.name](setting);

/**
 * Reads the settings `CHALLENGE` (altcha, turnstile, hcaptcha or recaptcha), `CHALLENGE_SITE_KEY` and `CHALLENGE_SECRET`, as a
 * runtime has them. An empty one is not set.
 * @returns undefined when no challenge is asked for.
 * @throws StartupError with one line that names the setting and says what would be right; it never quotes a secret.
 */
export const challengeFromSettings = (get: (name: string) => string | undefined): Challenge | undefined => {
  const setting = readChallenge(Object.fromEntries(CHALLENGE_SETTINGS.map((name) => [name, get(name)])));
  return setting ? challengeOf(setting) : undefined;
};
