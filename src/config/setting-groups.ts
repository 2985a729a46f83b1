/** Settings that are read and checked together. */
import { readSettings } from './read-settings.js';
import { readSetting, type Environment, type SettingValue } from './settings.js';
import { StartupError } from './startup-error.js';

export type Listening = ReturnType<typeof readListening>;

/** Reads the address on which a server listens, and the number of reverse proxies before it. */
export const readListening = (environment: Environment) =>
  readSettings(environment, {
    /** 0 takes a free one. */
    port: 'PORT',
    /** Null: all addresses of this machine. */
    host: 'HOST',
    trustedProxies: 'TRUSTED_PROXIES',
  });

/**
 * Reads UPSTREAM_URL, UPSTREAM_KEY and UPSTREAM_RATE.
 * @returns the service, as the option `upstream` of `createEdge`; null if the first two are unset.
 */
export const readUpstream = (environment: Environment) => {
  const { baseUrl, apiKey, ratePerSecond } = readSettings(environment, {
    baseUrl: 'UPSTREAM_URL',
    apiKey: 'UPSTREAM_KEY',
    ratePerSecond: 'UPSTREAM_RATE',
  });
  if (baseUrl !== null && apiKey !== null) return { baseUrl, apiKey, ratePerSecond };
  if (baseUrl === null && apiKey === null) return null;
  const [missing, given] = baseUrl === null ? ['UPSTREAM_URL', 'UPSTREAM_KEY'] : ['UPSTREAM_KEY', 'UPSTREAM_URL'];
  throw new StartupError(`${given} is set but ${missing} is not; set both, or neither.`);
};

/**
 * Reads TEST_MODE.
 * @throws StartupError in production: verdicts of test mode check nothing.
 */
export const readTestMode = (environment: Environment): boolean => {
  const isOn = readSetting(environment, 'TEST_MODE') ?? false;
  if (isOn && environment['NODE_ENV'] === 'production')
    throw new StartupError('TEST_MODE=1 is for tests: it checks nothing. Unset it, or NODE_ENV=production.');
  return isOn;
};

/** The warning at the start in test mode. */
export const TEST_MODE_WARNING =
  'TEST_MODE=1: nothing is checked. The local part of an address names its verdict, and verifyReceipt refuses the receipts without acceptTest.';

export type SmtpSettings = ReturnType<typeof readSmtp>;

/** Reads the settings of the SMTP probe. */
export const readSmtp = (environment: Environment) => {
  const { probe, sourceAddresses, ...others } = readSettings(environment, {
    probe: 'SMTP_PROBE',
    port: 'SMTP_PORT',
    /** Null: the name of this machine. */
    helo: 'SMTP_HELO',
    /** `""`: the null reverse-path. */
    from: 'SMTP_FROM',
    sourceAddresses: 'SMTP_SOURCE_ADDRESSES',
    proxy: 'SMTP_PROXY',
  });
  return {
    ...others,
    probe: probe === 'on',
    /** Empty: the system's choice. */
    sourceAddresses: sourceAddresses ?? [],
  };
};

/**
 * Reads SMTP_URL and MAIL_FROM.
 * @returns the option `mail` of `createService`; null if both are unset.
 */
export const readMail = (environment: Environment) => {
  const { url, from } = readSettings(environment, { url: 'SMTP_URL', from: 'MAIL_FROM' });
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

/** Reads CHALLENGE and its two keys. Challenges of providers require both keys; the built-in ones take none. */
export const readChallenge = (environment: Environment): ChallengeSetting => {
  const { name, siteKey, secret } = readSettings(environment, {
    name: 'CHALLENGE',
    siteKey: 'CHALLENGE_SITE_KEY',
    secret: 'CHALLENGE_SECRET',
  });
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
