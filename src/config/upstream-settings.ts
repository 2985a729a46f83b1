import { readUpstream } from './setting-groups.js';
import { readSettings } from './read-settings.js';
import { readSetting, readVariable, SETTINGS, type Environment } from './settings.js';
import { StartupError } from './startup-error.js';

/** UPSTREAM_RATE if it is set. Its default does not hold for other services. */
const readRate = (environment: Environment): { ratePerSecond?: number } => {
  const ratePerSecond = readVariable(environment, 'UPSTREAM_RATE', SETTINGS.UPSTREAM_RATE.parser);
  return ratePerSecond === null ? {} : { ratePerSecond };
};

const readSes = (environment: Environment) => {
  const { endpoint, apiKey, region, accessKeyId, secretAccessKey, sessionToken } = readSettings(environment, {
    endpoint: 'UPSTREAM_URL',
    apiKey: 'UPSTREAM_KEY',
    region: 'AWS_REGION',
    accessKeyId: 'AWS_ACCESS_KEY_ID',
    secretAccessKey: 'AWS_SECRET_ACCESS_KEY',
    sessionToken: 'AWS_SESSION_TOKEN',
  });
  const required = { AWS_REGION: region, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
  const missing = Object.entries(required).flatMap(([name, value]) => (value === null ? name : []));
  if (apiKey !== null) throw new StartupError('UPSTREAM_KEY is set, but UPSTREAM=ses takes the keys of AWS; unset it.');
  if (region === null || accessKeyId === null || secretAccessKey === null)
    throw new StartupError(`${missing.join(', ')}: not set; UPSTREAM=ses takes all three.`);
  return {
    region,
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken !== null && { sessionToken }) },
    ...(endpoint !== null && { endpoint }),
    ...readRate(environment),
  };
};

const readReacher = (environment: Environment) => {
  const { baseUrl, apiKey } = readSettings(environment, { baseUrl: 'UPSTREAM_URL', apiKey: 'UPSTREAM_KEY' });
  if (baseUrl === null)
    throw new StartupError('UPSTREAM_URL is not set; UPSTREAM=reacher takes the URL of the backend.');
  return { baseUrl, ...(apiKey !== null && { apiKey }), ...readRate(environment) };
};

/**
 * Reads UPSTREAM and the settings of the service that it names.
 * @returns the options of the service by its name; null without a service.
 */
export const readAnyUpstream = (environment: Environment) => {
  const kind = readSetting(environment, 'UPSTREAM');
  if (kind === 'ses') return { ses: readSes(environment) };
  if (kind === 'reacher') return { reacher: readReacher(environment) };
  const service = readUpstream(environment);
  return service && { service };
};

/** A service that the edge asks, with its options. */
export type UpstreamSetting = NonNullable<ReturnType<typeof readAnyUpstream>>;
