/** Settings that are read and checked together. */
import { readSetting, type Environment, type SettingValue } from './settings.js';
import { StartupError } from './startup-error.js';

export type Listening = ReturnType<typeof readListening>;

/** Reads where a server listens, and the number of reverse proxies before it. */
export const readListening = (environment: Environment) => ({
  /** 0 takes a free one. */
  port: readSetting(environment, 'PORT'),
  /** Null: all addresses of this machine. */
  host: readSetting(environment, 'HOST'),
  trustedProxies: readSetting(environment, 'TRUSTED_PROXIES'),
});

/**
 * Reads UPSTREAM_URL, UPSTREAM_KEY and UPSTREAM_RATE; null without the first two.
 * @returns the service, as the option `upstream` of `createEdge`.
 */
export const readUpstream = (environment: Environment) => {
  const baseUrl = readSetting(environment, 'UPSTREAM_URL');
  const apiKey = readSetting(environment, 'UPSTREAM_KEY');
  const ratePerSecond = readSetting(environment, 'UPSTREAM_RATE');
  if (baseUrl !== null && apiKey !== null) return { baseUrl, apiKey, ratePerSecond };
  if (baseUrl === null && apiKey === null) return null;
  const [missing, given] = baseUrl === null ? ['UPSTREAM_URL', 'UPSTREAM_KEY'] : ['UPSTREAM_KEY', 'UPSTREAM_URL'];
  throw new StartupError(`${given} is set but ${missing} is not; set both, or neither.`);
};

export type SmtpSettings = ReturnType<typeof readSmtp>;

/** Reads whether and how mailboxes are probed. */
export const readSmtp = (environment: Environment) => ({
  probe: readSetting(environment, 'SMTP_PROBE') === 'on',
  port: readSetting(environment, 'SMTP_PORT'),
  /** Null: the name of this machine. */
  helo: readSetting(environment, 'SMTP_HELO'),
  /** `""`: the null reverse-path. */
  from: readSetting(environment, 'SMTP_FROM'),
  /** Empty: the system's choice. */
  sourceAddresses: readSetting(environment, 'SMTP_SOURCE_ADDRESSES') ?? [],
  proxy: readSetting(environment, 'SMTP_PROXY'),
});

/**
 * Reads SMTP_URL and MAIL_FROM; null without both.
 * @returns the option `mail` of `createService`.
 */
export const readMail = (environment: Environment) => {
  const url = readSetting(environment, 'SMTP_URL');
  const from = readSetting(environment, 'MAIL_FROM');
  if (url !== null && from !== null) return { url, from };
  if (url === null && from === null) return null;
  throw new StartupError(
    url === null
      ? 'MAIL_FROM is set but SMTP_URL is not; set both, or neither.'
      : 'SMTP_URL is set but MAIL_FROM is not; set both, or neither.',
  );
};

type ChallengeName = SettingValue<'CHALLENGE'>;
/** Challenges that need no provider. */
type BuiltIn = 'adaptive' | 'off' | 'altcha';

/** A challenge, with the keys of the site at its provider. */
export type ChallengeSetting =
  { [N in BuiltIn]: { name: N } }[BuiltIn] | { name: Exclude<ChallengeName, BuiltIn>; siteKey: string; secret: string };

/** Reads CHALLENGE and its two keys: every provider takes both of them, and the others none. */
export const readChallenge = (environment: Environment): ChallengeSetting => {
  const name = readSetting(environment, 'CHALLENGE');
  const siteKey = readSetting(environment, 'CHALLENGE_SITE_KEY');
  const secret = readSetting(environment, 'CHALLENGE_SECRET');
  const keys = { CHALLENGE_SITE_KEY: siteKey, CHALLENGE_SECRET: secret };
  const named = (isSet: boolean): string =>
    Object.entries(keys)
      .filter(([, value]) => (value !== null) === isSet)
      .map(([key]) => key)
      .join(' and ');
  if (name !== 'adaptive' && name !== 'off' && name !== 'altcha') {
    if (siteKey !== null && secret !== null) return { name, siteKey, secret };
    throw new StartupError(`${named(false)}: not set; ${name} shows both keys of your site in its dashboard.`);
  }
  const surplus = named(true);
  if (surplus !== '') {
    throw new StartupError(
      `${surplus}: set, but CHALLENGE is ${name}, which takes none; set it to turnstile, hcaptcha or recaptcha.`,
    );
  }
  return { name };
};
