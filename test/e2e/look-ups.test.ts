/**
 * `serve` as a process: no name that a stranger gives is looked up by `getaddrinfo`, which holds a thread for as long
 * as a name server is silent.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { startReceiver, type Receiver } from '../service/lists/callbacks/receiver.js';
import { signSns } from '../service/mail-outcomes/providers/sign.js';
import { startDnsServer, type DnsServer } from '../support/dns-server.js';
import { eventually } from '../support/eventually.js';
import { putDatabase } from '../support/pglite-template.js';
import { startSmtpServer, type SmtpServer } from '../support/smtp-server.js';
import { startProgram, temporaryFolder, type Program } from './support/program.js';

const HOOK = pathToFileURL(join(import.meta.dirname, 'fixtures/system-look-ups.mjs')).href;

describe.skipIf(process.platform !== 'linux')('the names that are looked up by the system', () => {
  const folder = temporaryFolder();
  const file = join(folder.path, 'look-ups');
  let dns: DnsServer;
  let smtp: SmtpServer;
  let receiver: Receiver;
  let program: Program;
  beforeAll(async () => {
    writeFileSync(file, '');
    dns = await startDnsServer({
      zone: {
        'firm.org': { MX: ['mx.firm.org'] },
        'mx.firm.org': { A: ['127.0.0.2'] },
        'hook.firm.org': { A: ['127.0.0.1'] },
      },
    });
    smtp = await startSmtpServer({ host: '127.0.0.2', rcpt: () => '250 OK' });
    receiver = await startReceiver();
    const dataDir = join(folder.path, 'data');
    await putDatabase(dataDir);
    program = await startProgram({
      NODE_OPTIONS: `--import=${HOOK}`,
      LOOK_UPS: file,
      DATA_DIR: dataDir,
      HOST: 'localhost',
      LOG_LEVEL: 'silent',
      DNS_SERVERS: dns.address,
      PRIVATE_NETWORKS: 'on',
      CALLBACK_PRIVATE_HOSTS: 'on',
      SMTP_PROBE: 'on',
      SMTP_PORT: String(smtp.port),
    });
  });
  afterAll(async () => {
    await program.end();
    await Promise.all([dns.close(), smtp.close(), receiver.close()]);
    folder.remove();
  });

  it('are those of the operator alone: checks, mail servers, callbacks and certificates have a resolver of ours', async () => {
    const headers = { 'x-api-key': program.key ?? '' };
    const checked = await fetch(`${program.url}/api/validate?email=anna@firm.org`, { headers });
    assert.equal(checked.status, 200, await checked.text());
    const form = new FormData();
    form.set('callback_url', `http://hook.firm.org:${receiver.port}/callbacks`);
    form.set('file', new Blob(['bert@firm.org\ncarla@nowhere.test\n']), 'list.csv');
    const uploaded = await fetch(`${program.url}/api/batch/upload`, { method: 'POST', headers, body: form });
    assert.equal(uploaded.status, 201, await uploaded.text());
    await eventually(() => receiver.messages.length === 1);
    assert.ok(smtp.sessions.length > 0);
    const post = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
    const added = await fetch(`${program.url}/api/outcomes/sources/add`, { ...post, body: '{"provider":"ses"}' });
    const { url } = (await added.json()) as { url: string };
    // Its certificate is at a host that its sender names.
    const told = await fetch(url, { method: 'POST', body: signSns({ Message: '{}' }).text });
    assert.equal(told.status, 503, await told.text());
    assert.ok(dns.queries.some(({ name }) => name === 'sns.eu-west-1.amazonaws.com'));
    const names = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    assert.deepEqual([...new Set(names)], ['localhost']);
  });
});
