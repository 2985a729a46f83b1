import assert from 'node:assert/strict';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, afterAll, describe, onTestFinished, test } from 'vitest';
import { StartupError } from '../../../src/config/startup-error.js';
import { fetchListener } from '../../../src/edge/runtime/node-server.js';
import type { Service } from '../../../src/service/index.js';
import { createVerifier } from '../../../src/verifier/index.js';
import { startDnsServer, type DnsServer } from '../../support/dns-server.js';
import { useHarness } from '../../service/harness.js';
import { KEY } from '../../service/scripted.js';
import { usePlaces } from '../../service/stores.js';
import { addresses, NOW, openBench, ZONE } from './support.js';

const listen = async (server: Server): Promise<string> => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

describe('email-verify list --service', () => {
  const { open } = useHarness();
  const place = usePlaces();
  let dns: DnsServer;
  let service: Service;
  let server: Server;
  let url: string;
  /** The number of bytes after which the first download is aborted. */
  let cutAt = Infinity;
  let ranges: (string | undefined)[] = [];

  /** A proxy that breaks downloads off. */
  const startProxy = async (to: string): Promise<Server> => {
    const proxy = createServer((incoming, outgoing) => {
      const forwarded = request(to + (incoming.url ?? ''), { method: incoming.method, headers: incoming.headers });
      incoming.pipe(forwarded);
      forwarded.on('response', (answer: IncomingMessage) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        const isDownload = incoming.url?.includes('/results') === true;
        if (isDownload) ranges.push(incoming.headers.range);
        if (!isDownload || cutAt === Infinity) {
          answer.pipe(outgoing);
          return;
        }
        const limit = cutAt;
        cutAt = Infinity;
        let sent = 0;
        answer.on('data', (chunk: Buffer) => {
          if (sent >= limit) return;
          const part = chunk.subarray(0, limit - sent);
          sent += part.length;
          outgoing.write(part, () => sent >= limit && outgoing.destroy());
        });
      });
    });
    url = await listen(proxy);
    return proxy;
  };

  let behind: Server;
  beforeAll(async () => {
    dns = await startDnsServer({ zone: ZONE });
    const verifier = createVerifier({ dnsServers: [dns.address], now: () => NOW });
    service = await open(await place(), { verifier, worksOnLists: true });
    await service.accounts.addCredits(service.firstAccount, 10_000);
    behind = createServer(fetchListener((request) => service.fetch(request), assert.ifError));
    server = await startProxy(await listen(behind));
  });
  afterAll(async () => {
    server.close();
    behind.close();
    await dns.close();
  });

  const LIST = `Name,Mail,Note\n${[
    ...addresses(200).map((email, n) => `Person ${n},${email},"a ""note"" ${n}"`),
    'Twin,person0@FIRM0.org,=1+1',
    'Nobody,no address',
    'Info,info@firm1.org,x,more',
    'G,a.b@gmail.com',
    'H,ab+c@gmail.com',
    'I," person1@firm1.org "',
    'J," unique@firm1.org "',
    '',
  ].join('\n')}`;

  test.each([[[]], [['--remove-duplicates', '--header']], [['--remove-same-mailbox', '--column', '2']], [['--json']]])(
    'with %j writes the same bytes as this process does',
    async (options) => {
      const bench = await openBench({ onTestFinished });
      const file = bench.put('list.csv', LIST);
      const here = await bench.run([file, '-o', join(bench.folder, 'here'), ...options]);
      assert.equal(here.error, null);
      const there = await bench.run([file, '-o', join(bench.folder, 'there'), ...options, '--service', url], {
        key: KEY,
      });
      assert.equal(there.error, null);
      assert.equal(bench.read('there'), bench.read('here'));
      const [ours, theirs] = [here, there].map(({ stderr }) => /^Projected bounces: .*$/m.exec(stderr)?.[0]);
      assert.match(ours ?? '', /^Projected bounces: 14\.\d to 27\.\d % of the addresses \(general ranges\)\.$/);
      assert.equal(theirs, ours);
    },
  );

  test('uploads a file once, however often it is started, and goes on with a download that broke off', async (t) => {
    const bench = await openBench(t);
    const file = bench.put('customers.csv', LIST);
    const run = (out: string) => bench.run([file, '-o', join(bench.folder, out), '--service', url], { key: KEY });
    const first = await run('first.csv');
    assert.equal(first.error, null);
    const id = /^List (\d+): The list was accepted: 207 entries/m.exec(first.stderr)?.[1];
    [cutAt, ranges] = [5000, []];
    const second = await run('second.csv');
    assert.equal(second.error, null);
    assert.match(second.stderr, new RegExp(`^List ${id}: The list was accepted before\\.$`, 'm'));
    assert.deepEqual(ranges, [undefined, 'bytes=5000-']);
    assert.equal(bench.read('second.csv'), bench.read('first.csv'));
    // One that was deleted is a list to check again.
    await fetch(`${url}/api/batch/${id}`, { method: 'DELETE', headers: { 'x-api-key': KEY } });
    const third = await run('third.csv');
    assert.match(third.stderr, /^List \d+: The list was accepted: 207 entries/m);
    assert.equal(bench.read('third.csv'), bench.read('first.csv'));
  });

  test('says in one line what the service refuses, or that it is not there', async (t) => {
    const bench = await openBench(t);
    const file = bench.put('list.csv', LIST);
    const refusal = async (key: string | undefined, to = url): Promise<string> => {
      const { error } = await bench.run([file, '-o', join(bench.folder, 'out.csv'), '--service', to], { key });
      assert(error instanceof StartupError);
      return error.message;
    };
    assert.equal(await refusal(undefined), 'EMAIL_VERIFY_KEY must be an API key of the service, in the environment.');
    assert.match(await refusal('wrong'), /^The service answered 401: /);
    const nobody = createServer();
    const closed = await listen(nobody);
    nobody.close();
    await once(nobody, 'close');
    assert.equal(
      await refusal(KEY, closed),
      `${closed} cannot be reached (ECONNREFUSED); start the same command again when it can.`,
    );
  });
});
