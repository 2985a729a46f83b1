import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../../src/protocol/refusal.js';
import { createWebhooks, PROVIDERS } from '../../../../src/service/mail-outcomes/providers/index.js';
import { longestTurn } from '../../../support/longest-turn.js';
import { BODIES } from './bodies.js';
import { CERTIFICATE, CERTIFICATE_URL, sign, SIGNING_KEYS, signSns, type Signed } from './sign.js';

/** The webhooks, and the URLs that they have read. */
const setUp = (certificate = CERTIFICATE) => {
  const asked: string[] = [];
  const webhooks = createWebhooks((url) => {
    asked.push(url);
    return Promise.resolve(certificate);
  });
  return { webhooks, asked };
};
const { webhooks } = setUp();
const read = (
  provider: (typeof PROVIDERS)[number],
  { text, headers }: Signed,
  signingKey = SIGNING_KEYS[provider] ?? '',
) => Promise.resolve().then(() => webhooks[provider].read({ text, headers: new Headers(headers), signingKey }));
const isRefused = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code;

describe('the webhook of a mail provider', () => {
  for (const provider of PROVIDERS) {
    for (const [n, { body, expected }] of BODIES[provider].entries())
      it(`${provider}, message ${n + 1}: ${expected.map(([, outcome]) => outcome).join(', ') || 'nothing'}`, async () => {
        const reports = await read(provider, sign(provider, body));
        assert.deepEqual(
          reports.map(({ email, outcome, at }) => [email, outcome, at?.toISOString()]),
          expected,
        );
      });

    it(`${provider}: whatever is sent in its place is refused, or tells nothing`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.oneof(fc.json(), fc.string()), async (text) => {
          const reports = await read(provider, { text, headers: {} }).catch((error: unknown) => {
            assert.ok(error instanceof Refusal && ['wrong_signature', 'bad_request'].includes(error.code));
            return [];
          });
          assert.deepEqual(reports, []);
        }),
      );
    });
  }

  for (const provider of ['sendgrid', 'resend'] as const)
    it(`${provider}: a changed body, a missing signature and another key are refused`, async () => {
      const signed = sign(provider, BODIES[provider][0]?.body);
      const changed = signed.text.replace('firm.org', 'farm.org');
      await assert.rejects(read(provider, { ...signed, text: changed }), isRefused('wrong_signature'));
      await assert.rejects(read(provider, { ...signed, headers: {} }), isRefused('wrong_signature'));
      const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const other = {
        sendgrid: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
        resend: `whsec_${'A'.repeat(32)}`,
      };
      await assert.rejects(read(provider, signed, other[provider]), isRefused('wrong_signature'));
      await assert.rejects(read(provider, signed, ''), isRefused('wrong_signature'));
    });

  for (const provider of ['postmark', 'brevo', 'sparkpost', 'mailjet'] as const)
    it(`${provider}: a message of half a million things that are no events keeps nobody waiting`, async () => {
      for (const one of ['1,', '{},', '[],']) {
        const text = `[${one.repeat(Math.floor(1_000_000 / one.length))}1]`;
        const longest = await longestTurn(async () => {
          assert.deepEqual(await read(provider, { text, headers: {} }), []);
        });
        const started = performance.now();
        JSON.parse(text);
        // Two to sixteen seconds when all were read at once, and not a tenth of it for the JSON.
        expect(longest, one).toBeLessThan(1500 + 4 * (performance.now() - started));
      }
    });

  it('resend: an event for half a million recipients is left out, and keeps nobody waiting', async () => {
    const event = BODIES.resend.find(({ expected }) => expected.length > 0)?.body as { data: object };
    const signed = sign('resend', { ...event, data: { ...event.data, to: Array.from({ length: 500_000 }, () => 1) } });
    const longest = await longestTurn(async () => {
      assert.deepEqual(await read('resend', signed), []);
    });
    expect(longest).toBeLessThan(2000);
  });

  it('mailgun: another signature is refused', async () => {
    const { text, headers } = sign('mailgun', BODIES.mailgun[0]?.body);
    await assert.rejects(read('mailgun', { text, headers }, 'another key'), isRefused('wrong_signature'));
    const cut = text.replace(/("signature":"[0-9a-f]{62})[0-9a-f]{2}/, '$1');
    assert.notEqual(cut, text);
    await assert.rejects(read('mailgun', { text: cut, headers }), isRefused('wrong_signature'));
  });

  it('resend: a message of an hour ago is refused', async () => {
    const signed = sign('resend', BODIES.resend[0]?.body);
    const old = String(Math.floor(Date.now() / 1000) - 3600);
    await assert.rejects(
      read('resend', { ...signed, headers: { ...signed.headers, 'svix-timestamp': old } }),
      isRefused('wrong_signature'),
    );
  });
});

describe('Amazon SES through SNS', () => {
  const NOTICE = JSON.stringify(BODIES.ses[0]?.body);
  const send = ({ text }: Signed, { webhooks: { ses } } = setUp()) =>
    Promise.resolve(ses.read({ text, headers: new Headers(), signingKey: '' }));

  it('takes both versions of the signature, and reads each certificate once', async () => {
    const world = setUp();
    assert.equal((await send(signSns({ Message: NOTICE }, '1'), world)).length, 2);
    assert.equal((await send(signSns({ Message: NOTICE, Subject: 'Amazon SES' }, '2'), world)).length, 2);
    assert.deepEqual(world.asked, [CERTIFICATE_URL]);
  });

  it('confirms its subscription at Amazon alone', async () => {
    const SubscribeURL =
      'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=arn:aws:sns:eu-west-1:123456789012:bounces&Token=2336412f37';
    const subscription = {
      Type: 'SubscriptionConfirmation',
      Message: 'You have chosen to subscribe',
      Token: '2336412f37',
    };
    const world = setUp();
    assert.deepEqual(await send(signSns({ ...subscription, SubscribeURL }), world), []);
    assert.deepEqual(world.asked, [CERTIFICATE_URL, SubscribeURL]);
    for (const url of [
      'https://sns.eu-west-1.amazonaws.com.evil.example/?Action=ConfirmSubscription&Token=1',
      'https://evil.example/?Action=ConfirmSubscription&Token=1',
      'http://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=1',
      'https://sns.eu-west-1.amazonaws.com/?Action=DeleteTopic&Token=1',
      'https://user@sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=1',
    ]) {
      const other = setUp();
      await assert.rejects(send(signSns({ ...subscription, SubscribeURL: url }), other), isRefused('wrong_signature'));
      assert.deepEqual(other.asked, [CERTIFICATE_URL]);
    }
  });

  it('reads no certificate of another host, and refuses every changed member', async () => {
    const { text } = signSns({ Message: NOTICE });
    const message = JSON.parse(text) as Record<string, string>;
    for (const url of [
      'https://evil.example/SimpleNotificationService-0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a.pem',
      CERTIFICATE_URL.replace('https', 'http'),
      CERTIFICATE_URL.replace('eu-west-1', 'evil'),
      CERTIFICATE_URL.replace('eu-west-1', 'eu-west-1.evil'),
      CERTIFICATE_URL.replace('amazonaws.com', 'amazonaws.com.evil.example'),
      CERTIFICATE_URL.replace('sns.', 'evil-bucket.s3.'),
      `${CERTIFICATE_URL}?x`,
    ]) {
      const world = setUp();
      const sent = { text: JSON.stringify({ ...message, SigningCertURL: url }), headers: {} };
      await assert.rejects(send(sent, world), isRefused('wrong_signature'));
      assert.deepEqual(world.asked, []);
    }
    for (const name of ['Message', 'MessageId', 'Timestamp', 'TopicArn', 'Signature', 'SignatureVersion', 'Type']) {
      const changed = { ...message, [name]: name === 'SignatureVersion' ? '1' : `x${message[name]}` };
      await assert.rejects(send({ text: JSON.stringify(changed), headers: {} }), isRefused('wrong_signature'));
    }
    const added = JSON.stringify({ ...message, Subject: 'added' });
    await assert.rejects(send({ text: added, headers: {} }), isRefused('wrong_signature'));
  });

  it('asks to try again when Amazon does not answer', async () => {
    const { ses } = createWebhooks(() => Promise.reject(new Error('away')));
    const { text } = signSns({ Message: NOTICE });
    await assert.rejects(
      Promise.resolve(ses.read({ text, headers: new Headers(), signingKey: '' })),
      isRefused('unavailable'),
    );
  });
});
