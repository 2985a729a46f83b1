import { hostname } from 'node:os';
import type { SmtpSettings } from '../../config/setting-groups.js';
import { StartupError } from '../../config/startup-error.js';
import { DEFAULT_DOH_URL } from '../../verifier/doh.js';
import type { Environment } from '../../config/settings.js';
import { examineDns, openResolver } from './dns.js';
import { plain, type Paint } from '../colour.js';
import type { Finding } from './finding.js';
import { examineClock, examineDataDir, examinePostgres } from './machine.js';
import { examineName, examinePort } from './mail.js';
import { examineListening, examineNames, examineSecret } from './environment.js';

/** The settings to examine. */
export interface DoctorSettings {
  port: number;
  /** Null for all addresses of this machine. */
  host: string | null;
  /** The address on which metrics are served, or null. */
  metrics: { port: number; host: string } | null;
  secret: string | null;
  dnsServers: string[] | null;
  databaseUrl: string | null;
  dataDir: string;
  /** The setting DOH_URL, whose `Date` header is the reference for the clock; null for {@link DEFAULT_DOH_URL}. */
  dohUrl: string | null;
  smtp: SmtpSettings;
}

const examineMail = async ({ dnsServers, smtp }: DoctorSettings): Promise<Finding[]> => {
  const resolver = openResolver(dnsServers);
  const { finding, address } = await examinePort(resolver, smtp);
  // The name is sent to SMTP servers only.
  return smtp.probe ? [finding, await examineName(resolver, smtp.helo ?? hostname(), address)] : [finding];
};

/** The colours of levels on a terminal. */
const COLOURS = { ok: 'green', warning: 'yellow', error: 'red' } as const;

/**
 * Prints a line for each finding.
 * @returns true if there is no error.
 */
const report = (findings: readonly Finding[], print: (line: string) => void, paint: Paint): boolean => {
  const width = Math.max(...findings.map(({ part }) => part.length));
  for (const { level, part, text } of findings)
    print(`${paint(COLOURS[level], level.padEnd(7))}  ${part.padEnd(width)}  ${text}`);
  return findings.every(({ level }) => level !== 'error');
};

/**
 * Examines the machine, without starting anything.
 * @param environment searched for variables with nearly the name of a setting.
 */
const examine = async (settings: DoctorSettings, environment: Environment): Promise<Finding[]> => {
  const { dnsServers, databaseUrl, dataDir, dohUrl, metrics } = settings;
  const metricsPlace = metrics && { ...metrics, names: { port: 'METRICS_PORT', host: 'METRICS_HOST' } };
  const atOnce = [...examineNames(environment), examineSecret(settings)];
  const findings = await Promise.all([
    examineListening(settings, dataDir),
    metricsPlace === null ? [] : examineListening(metricsPlace, dataDir),
    databaseUrl === null ? examineDataDir(dataDir) : examinePostgres(databaseUrl),
    examineDns(openResolver(dnsServers)),
    examineMail(settings),
    examineClock(dohUrl ?? DEFAULT_DOH_URL),
  ]);
  return [...atOnce, ...findings.flat()];
};

/**
 * `email-verify-server doctor`: examines the settings and the parts of the machine that this program needs, and prints
 * a line for each: the finding, and its remedy. If settings are wrong, only they are reported, since nothing can be
 * examined by them.
 * @param read reads the settings of an environment.
 * @returns true if there is no error.
 */
export const doctor = async (
  environment: Environment,
  read: (environment: Environment) => DoctorSettings,
  print: (line: string) => void,
  paint = plain,
): Promise<boolean> => {
  let settings: DoctorSettings;
  try {
    settings = read(environment);
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    const wrong = error.message.split('\n').map((text): Finding => ({ level: 'error', part: 'settings', text }));
    return report([...wrong, ...examineNames(environment)], print, paint);
  }
  return report(await examine(settings, environment), print, paint);
};
