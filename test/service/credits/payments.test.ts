import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { beforeAll, it, test } from 'vitest';
import { readServeSettings } from '../../../src/cli/serve-settings.js';
import type { Service } from '../../../src/service/index.js';
import { problemOf } from '../harness.js';
import { onBothStores } from '../stores.js';

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
const [OLD, NEW] = [newSecret(), newSecret()];
const MINUTE_MS = 60_000;

interface Message {
  id?: string;
  /** Offset of the sender's clock, in ms. */
  skewMs?: number;
  secret?: string;
  /** Values to send in place of the signed ones. */
  forged?: { id?: string; timestamp?: string; text?: string; signature?: string };
}

/** A message as a provider's glue sends it. */
const messageOf = (body: unknown, { id = 'msg_1', skewMs = 0, secret = NEW, forged = {} }: Message = {}): Request => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const at = new Date(Date.now() + skewMs);
  return new Request('http://service/api/payments', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': forged.id ?? id,
      'webhook-timestamp': forged.timestamp ?? String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': forged.signature ?? new Webhook(secret).sign(id, at, text),
    },
    body: forged.text ?? text,
  });
};

const purchase = (data: object): object => ({ type: 'credits.purchased', data });

onBothStores('POST /api/payments', ({ open, place }) => {
  let service: Service;
  let account: number;
  beforeAll(async () => {
    service = await open(await place(), { paymentSecrets: [NEW, OLD] });
    account = service.firstAccount;
  });
  const bought = async (): Promise<number> => (await service.accounts.read(account)).credits.bought;
  const send = (data: object, message?: Message): Promise<Response> =>
    service.fetch(messageOf(purchase(data), message));
  const refusal = async (request: Request): Promise<[number, string]> => {
    const before = await bought();
    const response = await service.fetch(request);
    const { code } = await problemOf(response);
    assert.equal(await bought(), before);
    return [response.status, code];
  };

  it('adds bought credits to an account, once for each payment', async () => {
    const before = await bought();
    const data = { account, credits: 5000, reference: 'cs_1' };
    const first = await send(data, { id: 'evt_1' });
    assert.deepEqual([first.status, await first.json()], [200, { added: true }]);
    const other = await send(data, { id: 'evt_2', secret: OLD });
    assert.deepEqual([other.status, await other.json()], [200, { added: false }]);
    assert.equal(await bought(), before + 5000);
  });

  it('takes the id of the message for a payment without a reference', async () => {
    const before = await bought();
    for (const id of ['evt_3', 'evt_3', 'evt_4'])
      assert.equal((await send({ account, credits: 2 }, { id })).status, 200);
    assert.equal(await bought(), before + 4);
  });

  it('credits ten deliveries at once of one payment once', async () => {
    const before = await bought();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send({ account, credits: 7, reference: 'race' }, { id: 'evt_race' })),
    );
    const added = await Promise.all(answers.map(async (one) => ((await one.json()) as { added: boolean }).added));
    assert.equal(added.filter(Boolean).length, 1);
    assert.equal(await bought(), before + 7);
  });

  it('takes clocks that are less than five minutes apart, and no older or newer message', async () => {
    const data = purchase({ account, credits: 1, reference: 'skewed' });
    for (const skewMs of [-4.8 * MINUTE_MS, 4.8 * MINUTE_MS])
      assert.equal((await service.fetch(messageOf(data, { skewMs }))).status, 200);
    for (const skewMs of [-5.2 * MINUTE_MS, 5.2 * MINUTE_MS, -(10 ** 10)])
      assert.deepEqual(await refusal(messageOf(data, { skewMs })), [403, 'wrong_signature']);
  });

  it('refuses what nobody signed with its secret', async () => {
    const data = purchase({ account, credits: 3, reference: 'tampered' });
    const now = Math.floor(Date.now() / 1000);
    const rows: Message[] = [
      { secret: newSecret() },
      { forged: { id: 'msg_2' } },
      { forged: { timestamp: String(now + 30) } },
      { forged: { text: JSON.stringify(purchase({ account, credits: 3000, reference: 'tampered' })) } },
      { forged: { text: '' } },
      ...['v1,', 'v1', 'v2,AAAA', 'AAAA', 'v1a,AAAA', `v1,${'A'.repeat(43)}=`, 'v1,😀'].map((signature) => ({
        forged: { signature: encodeURI(signature) },
      })),
    ];
    for (const row of rows)
      assert.deepEqual(await refusal(messageOf(data, row)), [403, 'wrong_signature'], JSON.stringify(row));
    for (const forged of [{ id: '' }, { id: 'a.1' }, { id: 'x'.repeat(201) }, { timestamp: '1e9' }, { signature: '' }])
      assert.deepEqual(await refusal(messageOf(data, { forged })), [400, 'bad_request'], JSON.stringify(forged));
  });

  it('accepts one right signature among others, as in a change of secrets', async () => {
    const request = messageOf(purchase({ account, credits: 1, reference: 'rotated' }));
    const right = request.headers.get('webhook-signature') ?? '';
    request.headers.set('webhook-signature', `v1,AAAA v1a,BBBB ${right}`);
    assert.equal((await service.fetch(request)).status, 200);
  });

  it('ignores other events', async () => {
    for (const body of [{ type: 'credits.refunded', data: { account, credits: 5 } }, { type: '' }])
      assert.deepEqual(await (await service.fetch(messageOf(body))).json(), { added: false });
  });

  it('says what is wrong with a signed message', async () => {
    const wrong = [
      ...['', 'null', '[]', '{', '"x"', '{"type":5}', '{"type":"credits.purchased"}'],
      ...[{ account: String(account) }, { account: 0 }, { account: 1.5 }, { account: null }, { account: -1 }],
      ...[{ credits: 0 }, { credits: -5 }, { credits: '5' }, { credits: 1e9 }, { credits: 0.5 }],
      ...[
        { reference: '' },
        { reference: 5 },
        { reference: 'a b' },
        { reference: '\0' },
        { reference: 'x'.repeat(201) },
      ],
    ].map((one) => (typeof one === 'string' ? one : purchase({ account, credits: 5, reference: 'x', ...one })));
    for (const body of wrong)
      assert.deepEqual(await refusal(messageOf(body)), [400, 'bad_request'], JSON.stringify(body));
    const unknown = messageOf(purchase({ account: 999_999, credits: 5, reference: 'unknown' }));
    assert.deepEqual(await refusal(unknown), [404, 'not_found']);
    assert.deepEqual(await refusal(messageOf('x'.repeat(20_000))), [413, 'too_large']);
    assert.deepEqual(await refusal(new Request('http://service/api/payments')), [405, 'method_not_allowed']);
  });

  it('refuses another payment with the reference of one before', async () => {
    assert.equal((await send({ account, credits: 5, reference: 'taken' })).status, 200);
    const other = messageOf(purchase({ account, credits: 6, reference: 'taken' }), { id: 'evt_9' });
    assert.deepEqual(await refusal(other), [409, 'conflict']);
  });

  it('survives any signed body', async () => {
    const bodies = fc.oneof(
      fc.string(),
      fc.json(),
      fc.anything().map((data) => JSON.stringify({ type: 'credits.purchased', data })),
    );
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const { status } = await service.fetch(messageOf(body));
        assert.ok([200, 400].includes(status), String(status));
      }),
      { numRuns: 100 },
    );
  });

  it('is not there without a secret', async () => {
    const without = await open(await place());
    const response = await without.fetch(messageOf(purchase({ account, credits: 5 })));
    assert.deepEqual([response.status, (await problemOf(response)).code], [404, 'not_found']);
  });
});

test('PAYMENT_WEBHOOK_SECRET is one secret or several, and no message quotes one', () => {
  const read = (text: string) => readServeSettings({ PAYMENT_WEBHOOK_SECRET: text }).paymentSecrets;
  assert.deepEqual(read(`${OLD} ${NEW}`), [OLD, NEW]);
  assert.deepEqual(read(''), []);
  for (const text of ['secret', 'whsec_', 'whsec_c2hvcnQ=', `${OLD} secret`, `whsec_${'A'.repeat(92)}`, `${OLD}!`])
    assert.throws(
      () => read(text),
      ({ name, message }: Error) =>
        name === 'StartupError' &&
        message.startsWith('PAYMENT_WEBHOOK_SECRET must be') &&
        !/whsec_[A-Za-z\d]/.test(message),
    );
});
