import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';

/** True where there is no Exim: tests that need a real mail server are skipped. */
export const noExim = spawnSync('exim4', ['--version']).status !== 0;
if (noExim) console.warn('There is no exim4 here; Debian: apt-get install exim4-daemon-light');

/** An Exim on loopback. It delivers nothing. */
export interface Exim {
  port: number;
  /** Reads its main log. */
  log: () => string;
  end: () => Promise<void>;
}

/** Started by root, Exim runs as its own user; by anybody else, as that user, who must be its admin. */
const ownTo = (folder: string): string => {
  if (process.getuid?.() !== 0) return `admin_groups = ${(process.getgroups?.() ?? []).join(' : ')}`;
  const [, , uid, gid] = /^Debian-exim:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? [];
  chownSync(folder, Number(uid), Number(gid));
  return '';
};

/** Without a certificate, Exim makes an RSA key for each connection, which takes a busy machine many seconds. */
const certificateIn = (folder: string): string => {
  const file = join(folder, 'tls.pem');
  const request = [
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-subj',
    '/CN=mx.firm.org',
  ];
  if (spawnSync('openssl', ['req', ...request, '-keyout', file, '-out', `${file}.crt`]).status !== 0) return '';
  appendFileSync(file, readFileSync(`${file}.crt`));
  // Exim's user reads it.
  chmodSync(file, 0o644);
  return `tls_certificate = ${file}`;
};

/**
 * Starts an Exim that takes mail for the mailboxes of firm.org, and for every mailbox of all.org.
 * @param settings further lines of its configuration's first part.
 */
export const startExim = async (mailboxes: readonly string[], settings = ''): Promise<Exim> => {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'ev-exim-'));
  // Exim's user must come through.
  chmodSync(folder, 0o755);
  const spool = join(folder, 'spool');
  mkdirSync(spool);
  const admin = ownTo(spool);
  const config = join(folder, 'exim.conf');
  const lines = [
    ...['primary_hostname = mx.firm.org', `spool_directory = ${spool}`, `log_file_path = ${spool}/%slog`],
    ...[`pid_file_path = ${spool}/exim.pid`, 'local_interfaces = 127.0.0.1', `daemon_smtp_ports = ${port}`],
    ...['keep_environment =', 'host_lookup =', 'rfc1413_query_timeout = 0s', 'acl_smtp_rcpt = rcpt'],
    ...['smtputf8_advertise_hosts = *', certificateIn(folder), admin, settings],
    ...['begin acl', 'rcpt:', 'deny !domains = firm.org : all.org', 'message = relay not permitted'],
    ...['require verify = recipient', 'accept', 'begin routers'],
    ...['all:', 'driver = accept', 'domains = all.org', 'transport = nowhere'],
    ...['some:', 'driver = accept', `local_parts = ${mailboxes.join(' : ')}`, 'transport = nowhere'],
    ...['begin transports', 'nowhere:', 'driver = appendfile', 'file = /dev/null'],
  ];
  writeFileSync(config, `${lines.join('\n')}\n`, { mode: 0o644 });
  const server = spawn('exim4', ['-C', config, '-bdf'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  server.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const abandon = (): void => void server.kill('SIGKILL');
  process.once('exit', abandon);
  const log = (): string => readFileSync(join(spool, 'mainlog'), 'utf8');
  const isUp = (): boolean => {
    try {
      return log().includes('daemon started');
    } catch {
      return false;
    }
  };
  while (!isUp()) {
    if (server.exitCode !== null) throw new Error(`Exim did not start: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    port,
    log,
    async end() {
      if (server.exitCode === null && server.signalCode === null) {
        server.kill('SIGTERM');
        await once(server, 'exit');
      }
      process.off('exit', abandon);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
