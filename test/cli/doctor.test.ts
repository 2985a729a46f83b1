import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'vitest';
import type { Environment } from '../../src/config/settings.js';
import { doctor, type DoctorSettings } from '../../src/cli/doctor/doctor.js';
import { serveControl } from '../../src/cli/control-socket.js';
import { examineName } from '../../src/cli/doctor/mail.js';
import { StartupError } from '../../src/config/startup-error.js';
import { openResolver } from '../../src/cli/doctor/dns.js';
import { startDnsServer, type DnsServer, type Zone } from '../support/dns-server.js';
import { freePort } from '../support/free-port.js';
import { startSmtpServer } from '../support/smtp-server.js';

const INTERNET: Zone = {
  'gmail.com': { MX: ['mx.gmail.com'] },
  'mx.gmail.com': { A: ['127.0.0.1'] },
  'dnssec-failed.org': { behaviour: 'servfail' },
};

const startDns = async (t: TestContext, zone: Zone): Promise<DnsServer> => {
  const dns = await startDnsServer({ zone });
  t.onTestFinished(() => dns.close());
  return dns;
};

/** An HTTP server whose clock is `aheadMs` milliseconds ahead of ours. */
const startClock = async (t: TestContext, aheadMs: number): Promise<string> => {
  const server: Server = createServer((_, response) => {
    response.setHeader('date', new Date(Date.now() + aheadMs).toUTCString());
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};

const makeFolder = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'email-verify-'));
  t.onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
};

/** Runs the doctor on a machine without faults, except those of the test. */
const examine = async (
  t: TestContext,
  {
    zone = INTERNET,
    aheadMs = 0,
    smtp,
    environment = {},
    ...over
  }: Partial<Omit<DoctorSettings, 'smtp'>> & {
    zone?: Zone;
    aheadMs?: number;
    smtp?: Partial<DoctorSettings['smtp']>;
    environment?: Environment;
  } = {},
): Promise<{ passed: boolean; text: string }> => {
  const mailServer = await startSmtpServer();
  t.onTestFinished(() => mailServer.close());
  const dns = await startDns(t, zone);
  const lines: string[] = [];
  const settings: DoctorSettings = {
    port: 0,
    host: '127.0.0.1',
    metrics: null,
    secret: null,
    dnsServers: [dns.address],
    databaseUrl: null,
    dataDir: makeFolder(t),
    dohUrl: await startClock(t, aheadMs),
    smtp: { probe: false, port: mailServer.port, helo: null, from: '', sourceAddresses: [], proxy: null, ...smtp },
    ...over,
  };
  const passed = await doctor(
    environment,
    () => settings,
    (line) => lines.push(line),
  );
  return { passed, text: lines.join('\n') };
};

describe('email-verify-server doctor', () => {
  test('reports ok for each part of a machine without faults', async (t) => {
    const { passed, text } = await examine(t);
    assert.ok(passed);
    assert.match(text, /^ok +DNS +127\.0\.0\.1:\d+: answers in \d+ ms$/m);
    assert.match(text, /^ok +DNS answers +a name that does not exist is reported as such$/m);
    assert.match(text, /^ok +DNSSEC +the resolver validates$/m);
    assert.match(text, /^ok +port \d+ +the mail server of gmail\.com can be reached$/m);
    assert.match(text, /^ok +clock +within \d s of 127\.0\.0\.1:\d+$/m);
    assert.match(text, /^ok +DATA_DIR .* can be written to and synced; [\d.]+ GB left$/m);
    assert.match(text, /^ok +SECRET +the first start makes one in .*secret$/m);
    assert.match(text, /^ok +PORT +0 takes a free one$/m);
  });

  test('reports a resolver that is cut off from the internet, and a closed port', async (t) => {
    const { passed, text } = await examine(t, { zone: {} });
    assert.ok(!passed);
    assert.match(text, /^error +DNS .* does not know gmail\.com: it is cut off .* Set DNS_SERVERS/m);
    assert.match(text, /^warning +port \d+ +the mail server of gmail\.com cannot be reached/m);
  });

  test('warns of a resolver that does not validate', async (t) => {
    const { passed, text } = await examine(t, { zone: { ...INTERNET, 'dnssec-failed.org': { A: ['1.2.3.4'] } } });
    assert.ok(passed);
    assert.match(text, /^warning +DNSSEC +the resolver does not validate/m);
  });

  test('reports a closed port as an error only where mailboxes are probed', async (t) => {
    const port = await freePort();
    const off = await examine(t, { smtp: { port } });
    assert.ok(off.passed);
    assert.match(off.text, /^warning +port \d+ .*\(ECONNREFUSED\)\. Most hosting providers close it/m);
    const on = await examine(t, { smtp: { port, probe: true } });
    assert.ok(!on.passed);
    assert.match(on.text, /^error +port \d+ .*set SMTP_PROXY, or set SMTP_PROBE=off/m);
  });

  test('reports a mail server that accepts the connection and says nothing', async (t) => {
    const silent = createTcpServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    t.onTestFinished(() => void silent.close());
    const { passed, text } = await examine(t, { smtp: { port: (silent.address() as AddressInfo).port } });
    assert.ok(passed);
    assert.match(text, /^warning +port \d+ .*cannot be reached \(no answer\)/m);
  });

  test('reports a clock that is fast or slow', async (t) => {
    for (const [aheadMs, word] of [
      [90_000, 'slow'],
      [-90_000, 'fast'],
    ] as const) {
      const { passed, text } = await examine(t, { aheadMs });
      assert.ok(!passed);
      assert.match(text, new RegExp(`^error +clock +\\d+ s ${word}: receipts would be refused`, 'm'));
    }
  });

  test('reports that the clock could not be compared, and why', async (t) => {
    const { passed, text } = await examine(t, { dohUrl: 'http://127.0.0.1:9/' });
    assert.ok(passed);
    // Node's fetch refuses some ports by itself.
    assert.match(text, /^warning +clock +could not be compared: 127\.0\.0\.1:9 did not answer \(\w+\)\.$/m);
  });

  test('reports a DATA_DIR that is no folder, and does not create a missing one', async (t) => {
    const file = join(makeFolder(t), 'file');
    writeFileSync(file, '');
    const wrong = await examine(t, { dataDir: file });
    assert.ok(!wrong.passed);
    assert.match(wrong.text, /^error +DATA_DIR .*file is not a folder/m);
    const missing = await examine(t, { dataDir: join(file, '..', 'none') });
    assert.match(missing.text, /^ok +DATA_DIR .*none does not exist yet: the first start makes it/m);
  });

  test('reports a PostgreSQL that does not answer, without its password', async (t) => {
    const { passed, text } = await examine(t, { databaseUrl: 'postgres://user:geheim@127.0.0.1:9/name' });
    assert.ok(!passed);
    assert.match(text, /^error +DATABASE_URL +PostgreSQL does not answer \(ECONNREFUSED\)/m);
    assert.ok(!text.includes('geheim'));
  });
});

describe('email-verify-server doctor, before a start', () => {
  /** A port that a program has. */
  const takePort = async (t: TestContext): Promise<number> => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.onTestFinished(() => void server.close());
    return (server.address() as AddressInfo).port;
  };

  test('names the port that is taken by its setting', async (t) => {
    const port = await takePort(t);
    const { passed, text } = await examine(t, { port, metrics: { port, host: '127.0.0.1' } });
    assert.ok(!passed);
    const said = (name: string) =>
      new RegExp(`^error +${name} +${name} ${port} is in use by another program; set ${name} to another one\\.$`, 'm');
    assert.match(text, said('PORT'));
    assert.match(text, said('METRICS_PORT'));
  });

  test('takes the port of the service that runs on the data folder for its own', async (t) => {
    const [port, dataDir] = [await takePort(t), makeFolder(t)];
    const control = await serveControl(
      dataDir,
      () => Promise.resolve(new Response()),
      () => undefined,
    );
    t.onTestFinished(() => control.close());
    const { text } = await examine(t, { port, dataDir });
    assert.match(text, new RegExp(`^ok +PORT +${port} is in use; a service runs on DATA_DIR$`, 'm'));
  });

  test('warns of names that are one letter off a setting, not of others', async (t) => {
    const environment = { ALLOWED_ORIGIN: 'x', CHECKS_PER_DAYS: '1', HOME: '/', PATH: '/', SMTP_HOST: 'x', PORT: '1' };
    const { text } = await examine(t, { environment });
    assert.deepEqual(
      text.match(/^.* settings +.*$/gm)?.map((line) => line.replace(/ +/g, ' ')),
      [
        'warning settings ALLOWED_ORIGIN is no setting: did you mean ALLOWED_ORIGINS?',
        'warning settings CHECKS_PER_DAYS is no setting: did you mean CHECKS_PER_DAY?',
      ],
    );
  });

  test('reports every wrong setting', async () => {
    const lines: string[] = [];
    const read = (): DoctorSettings => {
      throw new StartupError('PORT must be …\nSECRET must be …');
    };
    const passed = await doctor({}, read, (line) => lines.push(line));
    assert.equal(passed, false);
    assert.deepEqual(lines, ['error    settings  PORT must be …', 'error    settings  SECRET must be …']);
  });

  test('warns of secrets that machines on one PostgreSQL would not share', async (t) => {
    const databaseUrl = 'postgres://127.0.0.1:9/name';
    assert.match((await examine(t, { databaseUrl })).text, /^warning +SECRET +is not set: each machine makes its own/m);
    assert.match((await examine(t, { databaseUrl, secret: 'x' })).text, /^ok +SECRET +is set$/m);
  });
});

describe('the name for HELO', () => {
  const examineAs = async (t: TestContext, helo: string, address: string | null, zone: Zone = {}) => {
    const dns = await startDns(t, zone);
    return examineName(openResolver([dns.address]), helo, address);
  };

  test('is ok when name and address resolve to each other', async (t) => {
    const zone: Zone = {
      'probe.firm.org': { A: ['8.8.4.4'] },
      '4.4.8.8.in-addr.arpa': { PTR: ['Probe.firm.org'] },
    };
    assert.equal((await examineAs(t, 'probe.firm.org', '8.8.4.4', zone)).level, 'ok');
  });

  test('is a warning without an address record or a PTR record', async (t) => {
    const forward = await examineAs(t, 'probe.firm.org', '8.8.4.4');
    assert.match(forward.text, /^probe\.firm\.org does not resolve to 8\.8\.4\.4/);
    const back = await examineAs(t, 'probe.firm.org', '8.8.4.4', { 'probe.firm.org': { A: ['8.8.4.4'] } });
    assert.match(back.text, /^the PTR record of 8\.8\.4\.4 is missing, not probe\.firm\.org/);
  });

  test('is a warning behind NAT, and when it is not fully qualified', async (t) => {
    assert.match((await examineAs(t, 'probe.firm.org', '10.0.0.7')).text, /10\.0\.0\.7 is a private one/);
    assert.match((await examineAs(t, 'localhost', null)).text, /is not fully qualified\. Set SMTP_HELO/);
  });
});
