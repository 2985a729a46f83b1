/**
 * Replies that servers were seen to give, and what they say of a mailbox.
 * @see https://www.rfc-editor.org/rfc/rfc3463
 * @see https://www.rfc-editor.org/rfc/rfc5321#section-4.2
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { classifyRcpt, throttlingSignal, isSessionLimit, type Finding } from '../../../src/verifier/smtp/classify.js';
import { ReplyParser, type Reply } from '../../../src/verifier/smtp/reply.js';
import { findReceiver } from '../../../src/verifier/shaping/receivers.js';

const ANNA = 'anna.smith@firm.org';

const read = (text: string): Reply => {
  const [reply] = new ReplyParser().push(Buffer.from(`${text}\r\n`));
  assert.ok(reply);
  return reply;
};

const finding = (text: string, address = ANNA, host = 'mx.firm.org'): Finding =>
  classifyRcpt(read(text), address, findReceiver(host, '192.0.2.1').notFound);

const ROWS: Record<Finding, string[]> = {
  exists: ['250 OK', '250 2.1.5 Recipient OK', '251 User not local; will forward to <b@c.org>'],
  mailbox_not_found: [
    '550 5.1.1 <anna.smith@firm.org>: Recipient address rejected: User unknown in local recipient table',
    '550-5.1.1 The email account that you tried to reach does not exist. Please try\r\n550 5.1.1 https://support.google.com/mail/?p=NoSuchUser',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
    '550 sorry, no mailbox here by that name. (#5.1.1)',
    '550 5.1.2 Domain not found',
    '553 5.1.3 Invalid address format',
    '550 5.1.6 Recipient no longer on server',
    '550 No such user here',
    '550 Unrouteable address',
    '550 <anna.smith@firm.org> User unknown',
    '550 Unknown user: anna.smith',
    '550 Mailbox not found',
    '554 delivery error: This user doesn’t have an account: no such user',
    '550 anna.smith... No such mailbox',
    '550 5.2.0 No such mailbox',
    '550 Benutzer unbekannt',
    '550 Empfaenger existiert nicht / Empfänger existiert nicht',
    '550 Utilisateur inconnu',
    '550 El usuario no existe',
    '550 Utente sconosciuto',
    '550 Usuário inexistente',
    '550 Nie ma takiego użytkownika',
    '550 пользователь не найден',
    '550 用户不存在',
    '550 Kullanıcı bulunamadı',
    '551 User not found',
  ],
  mailbox_full: [
    '452 4.2.2 The email account that you tried to reach is over quota',
    '552 5.2.2 Mailbox full',
    '452 Mailbox full',
    '552 Requested mail action aborted: exceeded storage allocation',
    '550 Benutzer hat zuviele Mails / User has too many messages on server',
    '552',
    '550 Quota exceeded',
  ],
  mailbox_disabled: [
    '550 5.2.1 The email account that you tried to reach is disabled',
    '550 Account has been disabled',
    '554 account inactive',
  ],
  greylisted: [
    '450 4.7.1 Greylisted, see http://postgrey.schweikert.ch/help',
    '451 4.7.1 Please try again later',
    '451 Temporary local problem',
    '450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages',
    '550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages',
    '450 4.1.1 unverified address',
  ],
  smtp_unavailable: [
    '252 Cannot VRFY',
    '354 Go on',
    '421 4.3.2 Service shutting down',
    '452 4.3.1 Insufficient system storage',
    '452 4.5.3 Too many recipients',
    '451 4.3.0 Temporary lookup failure',
    '452 Requested action not taken: insufficient system storage',
    '500 What?',
    '503 5.5.1 Need MAIL first',
    '555 5.5.4 Unsupported option',
    '530 5.0.0 STARTTLS first',
  ],
  smtp_blocked: [
    '550 5.7.1 Recipient not authorized, your IP has been found on a block list',
    '550 5.7.1 User unknown',
    '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org',
    '550 Rejected because 192.0.2.1 is in a black list at zen.spamhaus.org',
    '550 5.1.1 User unknown; your IP address has a poor reputation',
    '550 Your host has no PTR record',
    '550 Dynamic IP addresses are not accepted',
    '550 5.1.8 <probe@x.org>: Sender address rejected: Domain not found',
    '550 5.1.0 <probe@x.org>: Sender address rejected: User unknown in virtual alias table',
    '550 Verification failed for <probe@x.org>\r\n550 Sender verify failed: no such user here',
    '550 5.4.1 Recipient address rejected: Access denied',
    '554 5.7.1 Relay access denied',
    '550 relaying to this domain is not permitted: unknown user',
    '550',
    '550 Requested action not taken: mailbox unavailable',
    '550 5.1.0 Address rejected',
    '554 Transaction failed',
    '550 Domain does not exist',
    '550 5.0.0',
    '553 mailbox name not allowed',
  ],
};

describe('a reply to RCPT', () => {
  for (const [expected, texts] of Object.entries(ROWS)) {
    for (const text of texts) {
      test(`${expected}: ${text}`, () => {
        assert.equal(finding(text), expected);
      });
    }
  }

  test('that repeats the address proves nothing by the address', () => {
    for (const local of ['no-such-user', 'mailbox.full', 'user_unknown', 'account.disabled', '"unknown user"']) {
      for (const form of [`<${local}@firm.org>`, `${local}@firm.org`, local, `<${local}>`, `"${local}"`]) {
        assert.equal(finding(`550 ${form} refused`, `${local}@firm.org`), 'smtp_blocked', form);
      }
    }
    assert.equal(finding('550 user-unknown.com: no', 'anna@user-unknown.com'), 'smtp_blocked');
    assert.equal(finding('550 5.1.1 <abuse@firm.org>: user unknown', 'abuse@firm.org'), 'mailbox_not_found');
  });

  test('means more at some receivers', () => {
    const unavailable = '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302)';
    assert.equal(finding(unavailable), 'smtp_blocked');
    assert.equal(finding(unavailable, ANNA, 'firm-org.olc.protection.outlook.com'), 'mailbox_not_found');
    const denied = '550 5.4.1 Recipient address rejected: Access denied. AS(201806281)';
    assert.equal(finding(denied, ANNA, 'firm-org.mail.protection.outlook.com'), 'mailbox_not_found');
    const gmx = '550 Requested action not taken: mailbox unavailable';
    assert.equal(finding(gmx, ANNA, 'mx00.gmx.net'), 'mailbox_not_found');
    assert.equal(finding('550 Reject due to policy restrictions', ANNA, 'mx00.gmx.net'), 'smtp_blocked');
    // The same first line, before a refusal of the sender.
    for (const more of ['invalid DNS MX or A/AAAA resource record', 'Failure sending mail. Try again later'])
      assert.equal(finding(gmx.replace(' ', '-') + `\r\n550 ${more}`, ANNA, 'mx00.gmx.net'), 'smtp_blocked', more);
    for (const [host, text] of [
      ['firm-org.olc.protection.outlook.com', unavailable],
      ['firm-org.mail.protection.outlook.com', denied],
    ] as const)
      assert.equal(finding(`${text} your IP is on a block list`, ANNA, host), 'smtp_blocked', host);
  });

  test('never says that there is no mailbox by 4xx, by 5.7.x, or by a text about the sender', () => {
    const said = [...ROWS.mailbox_not_found, ...ROWS.mailbox_disabled].map((text) => text.replace(/^\d+[ -]?/, ''));
    const never = (text: string): void => {
      assert.ok(!['mailbox_not_found', 'mailbox_disabled'].includes(finding(text)), text);
    };
    fc.assert(
      fc.property(fc.constantFrom(...said), fc.integer({ min: 400, max: 499 }), fc.nat(30), (text, code, detail) => {
        const plain = text.replace(/[\r\n].*/s, '').replace(/^5\.\d+\.\d+ /, '');
        never(`${code} ${plain}`);
        never(`550 5.7.${detail} ${plain}`);
        never(`550 5.1.1 Sender address rejected: ${plain}`);
        never(`550 5.1.1 blocked: ${plain}`);
      }),
    );
  });

  test('is read in little time, whatever it is', () => {
    for (const text of [
      '<'.repeat(8000),
      '@'.repeat(8000),
      'a@'.repeat(4000),
      'no such '.repeat(1000),
      'й'.repeat(4000),
    ]) {
      const lines = Array<string>(200).fill(text);
      const times = Array.from({ length: 10 }, () => {
        const started = performance.now();
        classifyRcpt({ code: 550, enhanced: null, lines }, ANNA);
        return performance.now() - started;
      });
      assert.ok(Math.min(...times) < 200, text.slice(0, 9));
    }
  });
});

describe('a throttling signal', () => {
  for (const [text, severity] of [
    ['250 OK', null],
    ['550 5.1.1 User unknown', null],
    ['451 4.7.1 Greylisted', null],
    ['450 4.2.1 Mailbox busy', null],
    ['554 5.7.1 Relay access denied', null],
    ['550 5.7.64 TenantAttribution; Relay Access Denied', null],
    ['421 4.7.0 Too many connections', 'slow'],
    ['451 4.7.500 Server busy. Please try again later', 'slow'],
    ['550 5.7.1 Blocked', 'slow'],
    ['421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to user complaints', 'stop'],
    ['421 4.7.28 IP has been temporarily rate limited due to IP reputation', 'stop'],
  ] as const) {
    test(`${severity ?? 'none'}: ${text}`, () => {
      assert.equal(throttlingSignal(read(text)), severity);
    });
  }
});

describe('a session limit', () => {
  for (const [text, isLimit] of [
    ['452 4.5.3 Too many recipients', true],
    ['452 Too many recipients', true],
    ['451 4.4.4 Mail received as unauthenticated', true],
    ['421 4.7.0 Too many errors', true],
    ['550 5.5.3 Too many recipients', true],
    ['550 Legitimate bounces are never sent to more than one recipient.', true],
    ['452 4.2.2 Over quota', false],
    ['452 Mailbox full', false],
    ['550 5.1.1 User unknown', false],
    ['250 OK', false],
  ] as const) {
    test(`${isLimit}: ${text}`, () => {
      assert.equal(isSessionLimit(read(text)), isLimit);
    });
  }
});
