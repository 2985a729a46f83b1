/**
 * Greylists in front of the user table: each verdict comes after their delay.
 * @see https://www.rfc-editor.org/rfc/rfc6647
 */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'vitest';
import type { ProberOptions } from '../../../src/verifier/smtp/prober.js';
import { postgrey } from '../../support/postgrey.js';
import { startSmtpServer, type SmtpServer } from '../../support/smtp-server.js';
import { address, hosts, setUpProber } from './setup.js';

const MINUTE_MS = 60_000;
const FROM = 'probe@verifier.test';

/** A server behind Postgrey, a clock for both sides, and probers that ask it. */
const start = async (
  t: TestContext,
  exists: (local: string) => boolean,
): Promise<{ server: SmtpServer; pass: (ms: number) => void; prober: (options?: Partial<ProberOptions>) => Probe }> => {
  let now = 1_800_000_000_000;
  const greylist = postgrey(() => now / 1000);
  let sender = '';
  const server = await startSmtpServer({
    on: (command) => {
      if (command.startsWith('MAIL')) sender = /<(.*)>/.exec(command)![1]!;
      return undefined;
    },
    rcpt: (recipient, { from = '' }) =>
      greylist.check(from, sender, recipient) ??
      (exists(recipient.split('@')[0]!)
        ? '250 2.1.5 Ok'
        : `550 5.1.1 <${recipient}>: Recipient address rejected: User unknown`),
  });
  t.onTestFinished(() => server.close());
  return {
    server,
    pass: (ms) => void (now += ms),
    prober: (options) => {
      const prober = setUpProber(t, server.port, { now: () => now, ...options });
      return (text) => prober.probe(address(text), hosts('127.0.0.1'), { timeoutMs: 5000 });
    },
  };
};
type Probe = (text: string) => Promise<string[]>;

const usual = (local: string): boolean => ['anna', 'john.smith', 'postmaster'].includes(local);

describe('behind Postgrey', () => {
  for (const from of ['', FROM]) {
    test(`a mailbox is valid at the retry after its delay, from <${from}>`, async (t) => {
      const { pass, prober } = await start(t, usual);
      const probe = prober({ from });
      assert.deepEqual(await probe('anna@firm.org'), ['greylisted']);
      pass(4 * MINUTE_MS);
      assert.deepEqual(await probe('anna@firm.org'), ['greylisted']);
      pass(MINUTE_MS + 1000);
      assert.deepEqual(await probe('anna@firm.org'), []);
    });

    test(`an unknown name is not found at the retry after its delay, from <${from}>`, async (t) => {
      const { pass, prober } = await start(t, usual);
      const probe = prober({ from });
      for (const local of ['nobody', 'gone', 'x'])
        assert.deepEqual(await probe(`${local}@firm.org`), ['greylisted'], local);
      pass(5 * MINUTE_MS);
      for (const local of ['nobody', 'gone', 'x'])
        assert.deepEqual(await probe(`${local}@firm.org`), ['mailbox_not_found'], local);
    });
  }

  test('a catch-all domain is found at the retry', async (t) => {
    const { pass, prober } = await start(t, () => true);
    const probe = prober();
    assert.deepEqual(await probe('anna@firm.org'), ['greylisted']);
    pass(5 * MINUTE_MS);
    assert.deepEqual(await probe('anna@firm.org'), ['catch_all']);
  });

  test('all addresses of a domain are found out at their first retry, in any order', async (t) => {
    const { pass, prober } = await start(t, usual);
    const probe = prober();
    const all = ['anna', 'john.smith', 'nobody', 'no.one', 'a1'];
    for (const local of all) assert.deepEqual(await probe(`${local}@firm.org`), ['greylisted'], local);
    pass(5 * MINUTE_MS + 1000);
    const found = await Promise.all(all.reverse().map((local) => probe(`${local}@firm.org`)));
    const lost = ['mailbox_not_found'];
    assert.deepEqual(found, [lost, lost, lost, [], []]);
  });

  test('another process with the same secret asks for the same random name', async (t) => {
    const { pass, prober } = await start(t, usual);
    assert.deepEqual(await prober({ secret: 'one' })('anna@firm.org'), ['greylisted']);
    pass(5 * MINUTE_MS);
    assert.deepEqual(await prober({ secret: 'one' })('anna@firm.org'), []);
  });

  test('a process with another secret has to wait for its own', async (t) => {
    const { pass, prober } = await start(t, usual);
    await prober({ secret: 'one' })('anna@firm.org');
    pass(5 * MINUTE_MS);
    const probe = prober({ secret: 'two' });
    assert.deepEqual(await probe('anna@firm.org'), ['greylisted']);
    pass(5 * MINUTE_MS);
    assert.deepEqual(await probe('anna@firm.org'), []);
  });

  test('one of several source addresses asks all, so that the network does not change', async (t) => {
    const { server, pass, prober } = await start(t, usual);
    const probe = prober({ sourceAddresses: ['127.0.1.1', '127.0.2.1', '127.0.3.1', '127.0.4.1'] });
    await probe('anna@firm.org');
    pass(5 * MINUTE_MS);
    assert.deepEqual(await probe('anna@firm.org'), []);
    assert.equal(new Set(server.sessions.map(({ from }) => from)).size, 1);
  });

  test('each recipient is asked for once in a try, however many addresses of the domain are', async (t) => {
    const { server, prober } = await start(t, usual);
    const probe = prober();
    await Promise.all(['anna', 'bob', 'c', 'd'].map((local) => probe(`${local}@firm.org`)));
    assert.equal(server.recipients.length, new Set(server.recipients).size);
    assert.equal(server.recipients.length, 6);
  });
});
