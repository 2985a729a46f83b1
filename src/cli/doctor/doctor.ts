import { hostname } from 'node:os';
import type { SmtpSettings } from '../../config/groups.js';
import { DEFAULT_DOH_URL } from '../../verifier/doh.js';
import { examineDns, openResolver } from './dns.js';
import type { Finding } from './finding.js';
import { examineClock, examineDataDir, examinePostgres } from './machine.js';
import { examineName, examinePort } from './mail.js';

/** The settings to examine. */
export interface DoctorSettings {
  dnsServers: string[] | null;
  databaseUrl: string | null;
  dataDir: string;
  /** The setting DOH_URL, whose `Date` header is the reference for the clock; null: {@link DEFAULT_DOH_URL}. */
  dohUrl: string | null;
  smtp: SmtpSettings;
}

const examineMail = async ({ dnsServers, smtp }: DoctorSettings): Promise<Finding[]> => {
  const resolver = openResolver(dnsServers);
  const { finding, address } = await examinePort(resolver, smtp);
  // The name is sent to SMTP servers only.
  return smtp.probe ? [finding, await examineName(resolver, smtp.helo ?? hostname(), address)] : [finding];
};

/**
 * `email-verify doctor`: examines the parts of the machine that this program needs, and prints a line for each: the finding, and how to
 * mend it.
 * @returns true when there is no error.
 */
export const doctor = async (settings: DoctorSettings, print: (line: string) => void): Promise<boolean> => {
  const { dnsServers, databaseUrl, dataDir, dohUrl } = settings;
  const findings = await Promise.all([
    examineDns(openResolver(dnsServers)),
    examineMail(settings),
    examineClock(dohUrl ?? DEFAULT_DOH_URL),
    databaseUrl === null ? examineDataDir(dataDir) : examinePostgres(databaseUrl),
  ]);
  const all = findings.flat();
  const width = Math.max(...all.map(({ part }) => part.length));
  for (const { level, part, text } of all) print(`${level.padEnd(7)}  ${part.padEnd(width)}  ${text}`);
  return all.every(({ level }) => level !== 'error');
};
