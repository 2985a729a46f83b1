import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'vitest';
import { doctor, type DoctorSettings } from '../../src/cli/doctor/doctor.js';
import { examineName } from '../../src/cli/doctor/mail.js';
import { openResolver } from '../../src/cli/doctor/dns.js';
import { startDnsServer, type DnsServer, type Zone } from '../support/dns-server.js';
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

/** An HTTP server whose clock is so many milliseconds ahead of ours. */
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
    ...over
  }: Partial<Omit<DoctorSettings, 'smtp'>> & {
    zone?: Zone;
    aheadMs?: number;
    smtp?: Partial<DoctorSettings['smtp']>;
  } = {},
): Promise<{ passed: boolean; text: string }> => {
  const mailServer = await startSmtpServer();
  t.onTestFinished(() => mailServer.close());
  const dns = await startDns(t, zone);
  const lines: string[] = [];
  const settings: DoctorSettings = {
    dnsServers: [dns.address],
    databaseUrl: null,
    dataDir: makeFolder(t),
    dohUrl: await startClock(t, aheadMs),
    smtp: { probe: false, port: mailServer.port, helo: null, from: '', sourceAddresses: [], proxy: null, ...smtp },
    ...over,
  };
  const passed = await doctor(settings, (line) => lines.push(line));
  return { passed, text: lines.join('\n') };
};

describe('email-verify doctor', () => {
  test('reports ok for each part of a machine without faults', async (t) => {
    const { passed, text } = await examine(t);
    assert.ok(passed);
    assert.match(text, /^ok +DNS +127\.0\.0\.1:\d+: answers in \d+ ms$/m);
    assert.match(text, /^ok +DNS answers +a name that does not exist is reported as such$/m);
    assert.match(text, /^ok +DNSSEC +the resolver validates$/m);
    assert.match(text, /^ok +port \d+ +the mail server of gmail\.com can be reached$/m);
    assert.match(text, /^ok +clock +within \d s of 127\.0\.0\.1:\d+$/m);
    assert.match(text, /^ok +DATA_DIR .* can be written to and synced; [\d.]+ GB left$/m);
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
    const closed = await startSmtpServer();
    await closed.close();
    const off = await examine(t, { smtp: { port: closed.port } });
    assert.ok(off.passed);
    assert.match(off.text, /^warning +port \d+ .*\(ECONNREFUSED\)\. Most hosting providers close it/m);
    const on = await examine(t, { smtp: { port: closed.port, probe: true } });
    assert.ok(!on.passed);
    assert.match(on.text, /^error +port \d+ .*set SMTP_PROXY, or set SMTP_PROBE=off/m);
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
