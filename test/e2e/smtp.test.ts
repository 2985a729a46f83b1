/** `email-verify check` as a process, with SMTP_PROBE=on: against a DNS server and mail servers on loopback. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { ValidationResult } from '../../src/protocol/index.js';
import { startDnsServer, type DnsServer } from '../support/dns-server.js';
import { startSmtpServer, type SmtpServer } from '../support/smtp-server.js';
import { startSocksServer } from '../support/socks-server.js';
import { run } from './support/program.js';
import { whole } from '../support/whole.js';

// Linux answers on all of 127.0.0.0/8; elsewhere the addresses would have to be added to an interface.
const skip = process.platform !== 'linux';
const ADDRESSES = ['anna@firm.org', 'bob@firm.org', 'anna@other.org', 'bob@other.org'];
const MAIL_HOSTS = ['127.0.0.2', '127.0.0.3'];
const rcpt = (recipient: string): string => (recipient.startsWith('anna@') ? '250 OK' : '550 5.1.1 User unknown');

let dns: DnsServer;
let servers: SmtpServer[];

beforeAll(async () => {
  if (skip) return;
  dns = await startDnsServer({
    zone: {
      'firm.org': { MX: ['mx.firm.org'] },
      'mx.firm.org': { A: ['127.0.0.2'] },
      'other.org': { MX: ['mx.other.org'] },
      'mx.other.org': { A: ['127.0.0.3'] },
    },
  });
  const first = await startSmtpServer({ host: '127.0.0.2', rcpt });
  servers = [first, await startSmtpServer({ host: '127.0.0.3', port: first.port, rcpt })];
});

afterAll(async () => {
  if (skip) return;
  await Promise.all([dns, ...servers].map((server) => server.close()));
});

/** Runs `check`. @returns the results by address, the exit code, and the sessions that the servers saw meanwhile. */
const check = async (env: Record<string, string>) => {
  const seen = servers.map(({ sessions }) => sessions.length);
  const { code, stdout, stderr } = await run(['check', '--json', ...ADDRESSES], {
    DNS_SERVERS: dns.address,
    PRIVATE_NETWORKS: 'on',
    SMTP_PROBE: 'on',
    SMTP_PORT: String(servers[0]?.port),
    SMTP_HELO: 'probe.firm.example',
    SMTP_FROM: 'probe@firm.example',
    ...env,
  });
  const lines = stdout.split('\n').filter(Boolean);
  const results = lines.map((line) => JSON.parse(line) as ValidationResult);
  const sessions = servers.map((server, n) => server.sessions.slice(seen[n]));
  return { statuses: results.map(({ email, status }) => `${email} ${status}`), code, stderr, sessions };
};

const RIGHT = ['anna@firm.org valid', 'bob@firm.org invalid', 'anna@other.org valid', 'bob@other.org invalid'];

describe.skipIf(skip)('email-verify check with SMTP_PROBE=on', () => {
  // Checks have a time limit, which a busy machine can pass.
  test(
    'asks the mail servers, from SMTP_SOURCE_ADDRESSES in turn, with SMTP_HELO and SMTP_FROM',
    { retry: 2 },
    async () => {
      const sources = ['127.0.0.21', '127.0.0.22'];
      const { statuses, code, stderr, sessions } = await check({ SMTP_SOURCE_ADDRESSES: sources.join(',') });
      assert.deepEqual([statuses, code, stderr], [RIGHT, 2, '']);
      const all = sessions.flat();
      assert.deepEqual([...new Set(all.map(({ from }) => from))].sort(), sources);
      // A session that another one has made needless ends at once.
      const used = all
        .map(({ commands }) => commands.filter((command) => command !== 'QUIT'))
        .filter(({ length }) => length > 1);
      assert.ok(used.length >= 2);
      for (const [ehlo, mail] of used)
        assert.deepEqual([ehlo, mail], ['EHLO probe.firm.example', 'MAIL FROM:<probe@firm.example>']);
    },
  );

  test.runIf(whole)('connects through SMTP_PROXY only, with its login', async (t) => {
    const proxy = await startSocksServer('anna:geh:eim');
    t.onTestFinished(() => proxy.close());
    const { statuses, stderr } = await check({ SMTP_PROXY: `socks5://anna:geh%3Aeim@127.0.0.1:${proxy.port}` });
    assert.deepEqual([statuses, stderr], [RIGHT, '']);
    const port = servers[0]?.port;
    assert.deepEqual(
      [...new Set(proxy.destinations)].sort(),
      MAIL_HOSTS.map((host) => `${host}:${port}`),
    );
    const refused = await check({ SMTP_PROXY: `socks5://anna:wrong@127.0.0.1:${proxy.port}` });
    assert.deepEqual(
      refused.statuses,
      ADDRESSES.map((email) => `${email} unknown`),
    );
    assert.ok(!refused.stderr.includes('wrong'));
    assert.deepEqual(refused.sessions.flat(), [], 'no connection goes past the proxy');
  });
});
