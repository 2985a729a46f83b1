import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { ValidationResult } from '../../../src/protocol/index.js';
import type { Service } from '../../../src/service/index.js';
import { forgetOldOutcomes, remember } from '../../../src/service/mail-outcomes/mail-outcomes.js';
import { mailboxKey } from '../../../src/service/mail-outcomes/mailbox-key.js';
import { longestTurn } from '../../support/longest-turn.js';
import { check, problemOf } from '../harness.js';
import { KEY } from '../scripted.js';
import { onBothStores } from '../stores.js';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-03-01T12:00:00Z');

onBothStores('POST /api/outcomes', ({ place, open, openStore }) => {
  let service: Service;
  let where: Awaited<ReturnType<typeof place>>;
  let other = '';
  let now = START;

  const report = (outcomes: unknown, key = KEY): Promise<Response> =>
    service.fetch(
      new Request('http://service/api/outcomes', {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ outcomes }),
      }),
    );
  const stored = async (outcomes: unknown, key = KEY): Promise<unknown> => {
    const response = await report(outcomes, key);
    assert.equal(response.status, 200);
    return response.json();
  };
  const verdictOf = async (email: string): Promise<[status: string, codes: string[]]> => {
    const { status, sub_status } = (await (await check(service, email)).json()) as ValidationResult;
    return [status, sub_status];
  };

  beforeAll(async () => {
    where = await place();
    service = await open(where, { clock: () => new Date(now) });
    await service.accounts.setPlan(service.firstAccount, 'enterprise');
    await service.accounts.addCredits(service.firstAccount, 1000);
    const invited = await service.keys.add(service.firstAccount, { mode: 'test' });
    other = invited.key;
  });

  it('makes a mailbox invalid after a hard bounce, however its address is written, until mail is delivered', async () => {
    assert.deepEqual(await verdictOf('gone.bert@gmail.com'), ['valid', []]);
    const before = new Date(START - 2 * DAY_MS).toISOString();
    assert.deepEqual(await stored([{ email: ' Gone.Bert+shop@gmail.com', outcome: 'hard_bounce', at: before }]), {
      reported: 1,
      mailboxes: 1,
    });
    assert.deepEqual(await verdictOf('gonebert@googlemail.com'), ['invalid', ['bounced']]);
    assert.deepEqual(await verdictOf('gone.berta@gmail.com'), ['valid', []]);
    // Older than the bounce: it comes late, and changes nothing.
    const earlier = new Date(START - 3 * DAY_MS).toISOString();
    await stored([{ email: 'gonebert@gmail.com', outcome: 'delivered', at: earlier }]);
    assert.deepEqual(await verdictOf('gonebert@gmail.com'), ['invalid', ['bounced']]);
    await stored([{ email: 'gonebert@gmail.com', outcome: 'delivered' }]);
    assert.deepEqual(await verdictOf('gonebert@gmail.com'), ['valid', ['delivered']]);
    // The same bounce, told once more.
    await stored([{ email: 'gonebert@gmail.com', outcome: 'hard_bounce', at: before }]);
    assert.deepEqual(await verdictOf('gonebert@gmail.com'), ['valid', ['delivered']]);
  });

  it('counts several reports of one mailbox by their times', async () => {
    const at = (days: number): string => new Date(START - days * DAY_MS).toISOString();
    const sent = [
      { email: 'cara@firm.org', outcome: 'complaint', at: at(4) },
      { email: 'cara@firm.org', outcome: 'hard_bounce', at: at(3) },
      { email: 'CARA@FIRM.ORG', outcome: 'soft_bounce', at: at(1) },
      { email: 'cara@firm.org', outcome: 'delivered', at: '2026-02-27T12:00:00.5+01:00' },
      { email: 'nobody', outcome: 'hard_bounce' },
      { email: 'dora@firm.org', outcome: 'hard_bounce', at: at(366) },
    ];
    assert.deepEqual(await stored(sent), { reported: 6, mailboxes: 1 });
    assert.deepEqual(await verdictOf('cara@firm.org'), ['risky', ['complained', 'delivered']]);
    assert.deepEqual(await verdictOf('dora@firm.org'), ['valid', []]);
  });

  it('takes a time of the future for now', async () => {
    await stored([{ email: 'fred@firm.org', outcome: 'hard_bounce', at: '2199-01-01T00:00:00Z' }]);
    assert.deepEqual(await verdictOf('fred@firm.org'), ['invalid', ['bounced']]);
    now = START + 181 * DAY_MS;
    assert.deepEqual(await verdictOf('fred@firm.org'), ['risky', ['bounced_before']]);
    now = START;
  });

  it('stores nothing for a test key, and no address', async () => {
    assert.deepEqual(await stored([{ email: 'greta@firm.org', outcome: 'hard_bounce' }], other), {
      reported: 1,
      mailboxes: 0,
    });
    assert.deepEqual(await verdictOf('greta@firm.org'), ['valid', []]);
  });

  it('names the report that is wrong, and stores none of them', async () => {
    const right = { email: 'hans@firm.org', outcome: 'hard_bounce' };
    for (const [wrong, detail] of [
      [[right, { ...right, outcome: 'bounce' }], /^outcomes\[1\]\.outcome must be one of delivered, hard_bounce/],
      [[right, { ...right, at: 'yesterday' }], /^outcomes\[1\]\.at must be a time with its offset from UTC/],
      [[right, { ...right, at: '2026-01-31T12:00:00' }], /^outcomes\[1\]\.at must be/],
      [[right, { outcome: 'delivered' }], /^outcomes\[1\]\.email must be the address/],
      [[right, 'hans@firm.org'], /^outcomes\[1\] must be a JSON object with no fields but email, outcome, at/],
      [[right, { ...right, name: 'Hans' }], /^outcomes\[1\]: unknown field "name"; use email, outcome, at\./],
      [[], /^outcomes must be an array of 1 to 1000 objects/],
      [Array.from({ length: 1001 }, () => right), /^outcomes must be an array of 1 to 1000 objects/],
      [right, /^outcomes must be an array/],
    ] as const) {
      const response = await report(wrong);
      assert.equal(response.status, 400);
      assert.match((await problemOf(response)).detail, detail);
    }
    assert.deepEqual(await verdictOf('hans@firm.org'), ['valid', []]);
    assert.equal((await report([right], 'evk_wrong')).status, 401);
    const large = await report(Array.from({ length: 900 }, () => ({ ...right, email: 'a'.repeat(900) })));
    assert.equal(large.status, 413);
  });

  it('takes a thousand reports at once', async () => {
    const many = Array.from({ length: 1000 }, (_, n) => ({ email: `one${n}@firm.org`, outcome: 'delivered' }));
    assert.deepEqual(await stored(many), { reported: 1000, mailboxes: 1000 });
    assert.deepEqual(await verdictOf('one999@firm.org'), ['valid', ['delivered']]);
  });

  it('takes times before the year 1 and after 9999 for very old, and for now', async () => {
    const email = 'calendar@firm.org';
    const late = ['9999-12-31T23:59:59-23:59', '9999-12-31T23:59:59Z'].map((at) => ({
      email,
      outcome: 'hard_bounce',
      at,
    }));
    const early = ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+23:59'].map((at) => ({
      email,
      outcome: 'complaint',
      at,
    }));
    assert.deepEqual(await stored([...late, ...early]), { reported: 4, mailboxes: 1 });
    assert.deepEqual(await verdictOf(email), ['invalid', ['bounced']]);
  });

  it('forgets after a year without a report', async () => {
    const signal = AbortSignal.timeout(60_000);
    await service.close();
    now = START + 364 * DAY_MS;
    const store = await openStore(where, { clock: () => new Date(now) });
    assert.equal(await forgetOldOutcomes(store, signal), 0);
    now = START + 366 * DAY_MS;
    assert.ok((await forgetOldOutcomes(store, signal)) > 1000);
    assert.deepEqual(await store.db.selectFrom('mail_outcomes').select('mailbox').execute(), []);
    await store.close();
  });

  it('lets others go on while thousands of long addresses are read', async () => {
    const store = await openStore(where, { clock: () => new Date(now) });
    const mailbox = (text: string): Buffer => createHmac('sha256', 'a key').update(text).digest();
    const marks = '\u0301\u0323'.repeat(240);
    const reports = Array.from({ length: 4000 }, (_, n) => ({
      email: `a${marks}${n}@shop.example`,
      outcome: 'delivered' as const,
      at: null,
    }));
    const all = await longestTurn(async () => Promise.resolve(reports.map(({ email }) => mailboxKey(mailbox, email))));
    const longest = await longestTurn(() => remember(store, { mailbox, domain: null }, service.firstAccount, reports));
    expect(longest).toBeLessThan(all / 2 + 50);
    await store.close();
  });
});
