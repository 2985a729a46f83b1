/** Replies as real servers give them, and their codes. */
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { assess } from '../../../src/verifier/score.js';
import type { SubStatus } from '../../../src/protocol/index.js';
import { address, hosts, onlyAnna, setUp } from './setup.js';
import type { SmtpScript } from '../../support/smtp-server.js';

const refuseMail = (reply: string): SmtpScript => ({
  on: (command) => (command.startsWith('MAIL') ? reply : undefined),
});
/** The reply to the real RCPT; any other mailbox is unknown. */
const rcpt = (reply: string): SmtpScript => ({
  rcpt: (recipient) => (recipient.startsWith('anna@') ? reply : '550 5.1.1 No such user'),
});

const BLOCKED = '550 5.7.1 Service unavailable; client [192.0.2.1] blocked using zen.spamhaus.org';

const CASES: [server: string, script: SmtpScript, status: string, ...codes: SubStatus[]][] = [
  ['250 for this mailbox, 550 for others', rcpt('250 2.1.5 OK'), 'valid'],
  ['251, forwarded', rcpt('251 2.1.5 User not local; will forward'), 'valid'],
  ['252, cannot tell', rcpt('252 2.1.5 Cannot VRFY user'), 'unknown', 'smtp_unavailable'],
  ['an accept-all server', {}, 'risky', 'catch_all'],
  ['550 5.1.1', { rcpt: () => '550 5.1.1 User unknown' }, 'invalid', 'mailbox_not_found'],
  ['550 without an enhanced code', { rcpt: () => '550 No such user here' }, 'invalid', 'mailbox_not_found'],
  ['451 greylisting', rcpt('451 4.7.1 Greylisting in action, please come back later'), 'unknown', 'greylisted'],
  ['450 busy', rcpt('450 4.2.0 Mailbox busy'), 'unknown', 'greylisted'],
  ['421 at the greeting', { greeting: '421 4.3.2 Too busy' }, 'unknown', 'smtp_unavailable'],
  ['421 at RCPT', rcpt('421 4.3.2 Shutting down'), 'unknown', 'smtp_unavailable'],
  ['452 4.2.2, mailbox full', rcpt('452 4.2.2 Mailbox full'), 'risky', 'mailbox_full'],
  ['552 5.2.2, mailbox full', rcpt('552 5.2.2 Over quota'), 'risky', 'mailbox_full'],
  ['550 5.7.1 at the greeting', { greeting: BLOCKED }, 'unknown', 'smtp_blocked'],
  ['554 at the greeting', { greeting: '554 No SMTP service here' }, 'unknown', 'smtp_blocked'],
  ['550 5.7.1 at MAIL', refuseMail(BLOCKED), 'unknown', 'smtp_blocked'],
  ['550 5.7.1 at RCPT', rcpt(BLOCKED), 'unknown', 'smtp_blocked'],
  [
    '550 of a blocklist without an enhanced code',
    rcpt('550 Rejected: your IP has a poor reputation'),
    'unknown',
    'smtp_blocked',
  ],
  [
    '550 5.1.1 for our sender',
    rcpt('550 5.1.1 <probe@verifier.test>: Sender address rejected: User unknown'),
    'unknown',
    'smtp_blocked',
  ],
  [
    '550 5.1.1 that names our address',
    rcpt('550 5.1.1 <probe@verifier.test>: user unknown'),
    'unknown',
    'smtp_blocked',
  ],
  ['550 5.1.1 that names our host', rcpt('550 5.1.1 verifier.test: no such user'), 'unknown', 'smtp_blocked'],
  ['550 5.1.1 of a full mailbox', rcpt('550 5.1.1 Recipient over quota'), 'risky', 'mailbox_full'],
  ['550 5.2.1 for now', rcpt('550 5.2.1 Temporarily disabled, try again later'), 'unknown', 'greylisted'],
  ['550 5.1.1 of a failure', rcpt('550 5.1.1 LDAP lookup failure'), 'unknown', 'smtp_unavailable'],
  ['550 5.1.1 without TLS', rcpt('550 5.1.1 TLS required'), 'unknown', 'smtp_unavailable'],
  ['550 5.1.1 of harvest protection', rcpt('550 5.1.1 Too many unknown users'), 'unknown', 'smtp_blocked'],
  ['550 5.7.1 of Yandex', rcpt('550 5.7.1 No such user! 1508-AZ1'), 'invalid', 'mailbox_not_found'],
  ['550 without a reason', rcpt('550 Requested action not taken'), 'unknown', 'smtp_blocked'],
  ['550 5.2.1', rcpt('550 5.2.1 The account is disabled'), 'invalid', 'mailbox_disabled'],
  [
    'a greeting of several lines',
    { ...rcpt('250 OK'), greeting: '220-mx.test\r\n220-No bulk mail\r\n220 ESMTP' },
    'valid',
  ],
  [
    'a refusal of several lines',
    { rcpt: () => '550-5.1.1 The email account\r\n550-5.1.1 does not exist\r\n550 5.1.1 gsmtp' },
    'invalid',
    'mailbox_not_found',
  ],
  [
    'EHLO unknown, HELO known',
    { rcpt: onlyAnna, on: (command) => (command.startsWith('EHLO') ? '502 5.5.1 What?' : undefined) },
    'valid',
  ],
  ['a server without extensions', { rcpt: onlyAnna, extensions: [] }, 'valid'],
  ['silence instead of a greeting', { greeting: null }, 'unknown', 'smtp_timeout'],
  ['silence after RCPT', { rcpt: () => null }, 'unknown', 'smtp_timeout'],
];

describe('a server that answers', () => {
  for (const [server, script, status, ...codes] of CASES) {
    test.concurrent(`${server}: ${status} ${codes.join(', ')}`, async (t) => {
      const { server, probe } = await setUp(t, script);
      const found = await probe('anna@firm.org', codes.includes('smtp_timeout') ? 1000 : 10_000);
      assert.deepEqual(found, codes);
      assert.equal(assess(codes).status, status);
      const said = server.sessions.flatMap(({ commands }) => commands);
      assert.ok(!said.some((command) => /^(DATA|BDAT|VRFY|EXPN)/i.test(command)), said.join());
    });
  }
});

describe('the mailbox that cannot exist', () => {
  test('is asked for only after the real one was accepted, in the same session', async (t) => {
    const { server, probe } = await setUp(t, { rcpt: onlyAnna });
    assert.deepEqual(await probe('bob@firm.org'), ['mailbox_not_found']);
    assert.deepEqual(server.recipients, ['bob@firm.org']);
    const before = server.sessions.length;
    assert.deepEqual(await probe('anna@firm.org'), []);
    const [, , random, ...more] = server.recipients;
    assert.match(random ?? '', /^[a-z]{10}@firm\.org$/);
    assert.deepEqual([more, server.sessions.length - before], [[], 1]);
  });

  for (const [what, reply, ...codes] of [
    ['accepted', '250 OK', 'catch_all'],
    ['refused', '550 5.1.1 No such user'],
    ['refused for reasons of its own', '550 5.7.1 No such user!'],
    ['refused without a reason', '554 Sorry'],
    ['greylisted', '451 4.7.1 Greylisted', 'greylisted'],
    ['refused since we are blocked', '550 5.7.1 Blocked by policy', 'smtp_blocked'],
  ] as const) {
    test(`${what}: ${codes.join() || 'the real one is no catch-all'}`, async (t) => {
      const { server, probe } = await setUp(t, { rcpt: (recipient) => (/^[ab]@/.test(recipient) ? '250 OK' : reply) });
      assert.deepEqual(await probe('a@firm.org'), codes);
      assert.deepEqual(await probe('b@firm.org'), codes);
      assert.equal(server.recipients.length, 3, 'asked once for the domain');
    });
  }

  test('is remembered for a day when it told, for minutes when it did not', async (t) => {
    let now = 0;
    let reply = '451 4.3.0 Later';
    const rcptOf = (recipient: string): string => (recipient.startsWith('anna@') ? '250 OK' : reply);
    const { server, probe } = await setUp(t, { rcpt: rcptOf }, { now: () => now });
    const asked = async (): Promise<number> => {
      const before = server.recipients.length;
      await probe('anna@firm.org');
      return server.recipients.length - before;
    };
    assert.equal(await asked(), 2);
    reply = '550 5.1.1 No such user';
    now += 299_000;
    assert.equal(await asked(), 1);
    now += 2000;
    assert.equal(await asked(), 2);
    now += 86_300_000;
    assert.equal(await asked(), 1);
    now += 200_000;
    assert.equal(await asked(), 2);
  });

  test('is asked for once, however many probes wait for it', async (t) => {
    const { server, prober } = await setUp(t, {
      rcpt: (recipient) => (/^p\d+@/.test(recipient) ? '250 OK' : '550 5.1.1 No'),
    });
    const probes = Array.from({ length: 30 }, (_, n) =>
      prober.probe(address(`p${n}@firm.org`), hosts('127.0.0.1'), { timeoutMs: 5000 }),
    );
    assert.ok((await Promise.all(probes)).every((codes) => codes.length === 0));
    assert.equal(server.recipients.length, 31);
  });
});
