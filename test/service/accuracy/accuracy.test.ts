import assert from 'node:assert/strict';
import { beforeAll, it } from 'vitest';
import type { SubStatus } from '../../../src/protocol/index.js';
import type { Service } from '../../../src/service/index.js';
import { createHashes } from '../../../src/service/keys/hashes.js';
import type { Accuracy } from '../../../src/service/accuracy/read-accuracy.js';
import { forgetOldVerdicts } from '../../../src/service/mail-outcomes/accuracy/verdict-memory.js';
import { createManyHistories } from '../../../src/service/mail-outcomes/mail-outcomes.js';
import { assess } from '../../../src/verifier/score.js';
import { check, problemOf } from '../harness.js';
import { putList } from '../lists/support.js';
import { ended, makeRich, useBench, useStore } from '../lists/work/support.js';
import { KEY, SECRET, scriptedVerifier } from '../scripted.js';
import { onBothStores } from '../stores.js';

const DAY_MS = 86_400_000;
/** A Monday. */
const START = Date.parse('2026-03-02T12:00:00Z');

const CODES: Record<string, SubStatus[]> = { risky: ['catch_all', 'role_account'], unknown: ['smtp_timeout'] };

/** Says what the beginning of the address says. */
const verifier = {
  ...scriptedVerifier(),
  verify: async (email: string) => ({
    ...(await scriptedVerifier().verify(email)),
    ...assess(CODES[email.split('-')[0] ?? ''] ?? []),
  }),
};

onBothStores('GET /api/accuracy', ({ place, open, openStore }) => {
  let service: Service;
  let where: Awaited<ReturnType<typeof place>>;
  let now = START;

  const ask = (path: string, body?: unknown, key = KEY): Promise<Response> =>
    service.fetch(
      new Request(`http://service/api/${path}`, {
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      }),
    );
  const read = async (query = ''): Promise<Accuracy & { enough: number }> => {
    const response = await ask(`accuracy${query}`);
    assert.equal(response.status, 200);
    return (await response.json()) as Accuracy & { enough: number };
  };
  const addresses = (name: string, count: number): string[] =>
    Array.from({ length: count }, (_, n) => `${name}-${n}@firm.org`);
  const checkAll = async (emails: readonly string[]): Promise<void> => {
    for (const email of emails) assert.equal((await check(service, email)).status, 200);
  };
  const report = async (emails: readonly string[], outcome: string, at?: number): Promise<void> => {
    const outcomes = emails.map((email) => ({ email, outcome, ...(at && { at: new Date(at).toISOString() }) }));
    assert.equal((await ask('outcomes', { outcomes })).status, 200);
  };
  const counts = ({ statuses }: Pick<Accuracy, 'statuses'>): Record<string, [number, number]> =>
    Object.fromEntries(statuses.map(({ status, delivered, bounced }) => [status, [delivered, bounced]]));

  beforeAll(async () => {
    where = await place();
    service = await open(where, { clock: () => new Date(now), verifier });
    await service.accounts.setPlan(service.firstAccount, 'enterprise');
    await service.accounts.addCredits(service.firstAccount, 1000);
  });

  it('remembers nothing until an account reports an outcome, or asks for it', async () => {
    await checkAll(['early-1@firm.org']);
    assert.equal((await read()).remembers_since, null);
    await report(['early-1@firm.org'], 'delivered');
    const accuracy = await read();
    assert.equal(accuracy.remembers_since, '2026-03-02T12:00:00+00:00');
    assert.deepEqual(accuracy.all, { delivered: 0, bounced: 0 });
  });

  it('counts what became of mail by the verdict before it, each mailbox once', async () => {
    const [valid, risky, unknown] = [addresses('valid', 60), addresses('risky', 3), addresses('unknown', 2)];
    await checkAll([...valid, ...risky, ...unknown]);
    now = START + 7 * DAY_MS;
    await report([...valid.slice(1), ...risky.slice(1)], 'delivered');
    await report(['VALID-0@firm.org', valid[0]!, 'never-checked@firm.org'], 'hard_bounce');
    await report([risky[0]!], 'soft_bounce');
    await report([unknown[0]!], 'complaint');
    const { statuses, codes, scores, weeks, enough, missing } = await read('?weeks=2');
    assert.deepEqual(counts({ statuses }), { valid: [59, 1], risky: [2, 0], unknown: [1, 0], invalid: [0, 0] });
    assert.deepEqual(statuses.find(({ status }) => status === 'valid')?.bounce_percent, {
      ...{ percent: 1.7, low: 0.3, high: 8.9 },
    });
    assert.deepEqual([enough, missing], [50, null]);
    assert.ok(statuses.every(({ status, bounce_percent }) => status === 'valid' || bounce_percent === null));
    assert.deepEqual(
      codes.map(({ code, delivered, bounced }) => [code, delivered, bounced]),
      [
        ['catch_all', 2, 0],
        ['role_account', 2, 0],
        ['smtp_timeout', 1, 0],
      ],
    );
    assert.deepEqual(
      scores
        .map(({ from, delivered, bounced }) => [from, delivered, bounced])
        .filter(([, ...many]) => many.some(Boolean)),
      [
        [0.5, 1, 0],
        [0.6, 2, 0],
        [0.9, 59, 1],
      ],
    );
    // Those of the week in which they were checked.
    assert.deepEqual(
      weeks.map(({ week, statuses }) => [week, counts({ statuses })['valid']]),
      [
        ['2026-03-02', [59, 1]],
        ['2026-03-09', [0, 0]],
      ],
    );
    assert.deepEqual((await read('?weeks=1')).all, { delivered: 0, bounced: 0 });
  });

  it('counts a bounce after a delivery in its place, and nothing after a bounce', async () => {
    await report(['valid-1@firm.org'], 'hard_bounce');
    await report(['valid-0@firm.org', 'valid-1@firm.org'], 'delivered');
    assert.deepEqual(counts(await read())['valid'], [58, 2]);
  });

  it('leaves an outcome from before the verdict aside', async () => {
    await checkAll(['late-1@firm.org']);
    await report(['late-1@firm.org'], 'hard_bounce', now - DAY_MS);
    assert.deepEqual(counts(await read())['valid'], [58, 2]);
    await report(['late-1@firm.org'], 'delivered', now - 500);
    assert.deepEqual(counts(await read())['valid'], [59, 2]);
  });

  it('counts the last verdict before the outcome, and a mailbox that was counted not again for 90 days', async () => {
    // The first report makes it valid or invalid; its verdict then is not what was right or wrong before.
    await checkAll(['risky-1@firm.org', 'valid-0@firm.org']);
    await report(['risky-1@firm.org'], 'hard_bounce');
    assert.deepEqual(counts(await read()), { valid: [59, 2], risky: [1, 1], unknown: [1, 0], invalid: [0, 0] });
  });

  it('shows no share when more bounces than deliveries were reported: they are bounces alone', async () => {
    const gone = addresses('gone', 70);
    await checkAll(gone);
    await report(gone, 'hard_bounce');
    const { missing, statuses, scores } = await read();
    assert.equal(missing, 'deliveries');
    assert.ok(statuses.every(({ bounce_percent }) => bounce_percent === null));
    assert.ok(scores.every(({ delivered_percent }) => delivered_percent === null));
  });

  it('forgets what it remembers when the account turns it off, and stays off', async () => {
    await checkAll(['off-1@firm.org']);
    const off = await ask('accuracy/remember', { remember: false });
    assert.equal(((await off.json()) as Accuracy).remembers_since, null);
    await report(['off-1@firm.org'], 'delivered');
    await checkAll(['off-2@firm.org']);
    await report(['off-2@firm.org'], 'delivered');
    const { all, remembers_since: since } = await read();
    assert.deepEqual([since, all.delivered], [null, 61]);
    await ask('accuracy/remember', { remember: true });
    await checkAll(['on-1@firm.org']);
    await report(['on-1@firm.org'], 'delivered');
    assert.equal((await read()).all.delivered, 62);
  });

  it('refuses test keys, other numbers of weeks, and other bodies', async () => {
    const { key } = await service.keys.add(service.firstAccount, { mode: 'test' });
    assert.equal((await ask('accuracy', undefined, key)).status, 403);
    assert.equal((await ask('accuracy/remember', { remember: true }, key)).status, 403);
    for (const weeks of ['0', '53', 'x', '1.5', '']) {
      const response = await ask(`accuracy?weeks=${weeks}`);
      assert.equal(response.status, 400);
      assert.match((await problemOf(response)).detail, /^weeks must be a whole number of weeks from 1 to 52/);
    }
    assert.equal((await ask('accuracy/remember', { remember: 'yes' })).status, 400);
  });

  it('forgets verdicts after 90 days, and sums after two years', async () => {
    const signal = AbortSignal.timeout(60_000);
    await service.close();
    now = START + 90 * DAY_MS - 1000;
    const store = await openStore(where, { clock: () => new Date(now) });
    const left = async (table: 'remembered_verdicts' | 'accuracy_weeks'): Promise<number> => {
      const rows = await store.db.selectFrom(table).select('account_id').execute();
      return rows.length;
    };
    assert.equal(await forgetOldVerdicts(store, signal), 0);
    now = START + 105 * DAY_MS;
    await forgetOldVerdicts(store, signal);
    assert.equal(await left('remembered_verdicts'), 0);
    assert.ok((await left('accuracy_weeks')) > 0);
    now = START + 800 * DAY_MS;
    await forgetOldVerdicts(store, signal);
    assert.equal(await left('accuracy_weeks'), 0);
    await store.close();
  });
});

const { mailbox } = createHashes(SECRET);

onBothStores('a list of an account that is measured', (harness) => {
  const openOne = useStore(harness);
  const { work } = useBench({ 'firm.org': { MX: ['mx.firm.org'] }, 'mx.firm.org': { A: ['1.2.3.4'] } });

  it('leaves its verdicts to be compared, each mailbox once, and one of another account none', async () => {
    const store = await openOne();
    const [accountId, other] = [await makeRich(store), await makeRich(store)];
    const rows = ['one', 'two', 'ONE', 'no address'].map((name) => [`${name}@firm.org`]);
    await store.db
      .insertInto('accuracy_accounts')
      .values({ account_id: accountId, remembers_since: new Date(), alerted_at: null })
      .execute();
    const ids = [await putList(store, rows, { accountId }), await putList(store, rows, { accountId: other })];
    work(store, {}, { histories: createManyHistories(store, mailbox) });
    for (const id of ids) await ended(store, id);
    const remembered = await store.db
      .selectFrom('remembered_verdicts')
      .select(['account_id', 'status', 'codes'])
      .execute();
    assert.deepEqual(remembered, [
      { account_id: accountId, status: 'valid', codes: ['smtp_not_checked'] },
      { account_id: accountId, status: 'valid', codes: ['smtp_not_checked'] },
    ]);
  });
});
