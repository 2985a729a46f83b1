import assert from 'node:assert/strict';
import fc from 'fast-check';
import { beforeAll, it } from 'vitest';
import { eraseAccount } from '../../../src/service/erase-account.js';
import { createHashes } from '../../../src/service/keys/hashes.js';
import {
  createDomainOutcomes,
  sharesOf,
  type DomainCounts,
  type TellDomainOutcomes,
} from '../../../src/service/mail-outcomes/domain-outcomes.js';
import { forgetOldOutcomes, remember, type MailReport } from '../../../src/service/mail-outcomes/mail-outcomes.js';
import { deletionsOf } from '../../../src/service/retention.js';
import type { Store } from '../../../src/service/schema.js';
import { inTransaction } from '../../../src/service/store/transaction.js';
import { runs } from '../../support/whole.js';
import { makeRich } from '../lists/work/support.js';
import { SECRET } from '../scripted.js';
import { onBothStores } from '../stores.js';

const HASHES = createHashes(SECRET);
const DAY_MS = 86_400_000;
const START = Date.parse('2026-03-01T12:00:00Z');
const signal = AbortSignal.timeout(600_000);

onBothStores('the outcomes of a domain', ({ place, openStore }) => {
  let store: Store;
  let now = START;
  let asking = 0;
  const others: number[] = [];
  let tell: TellDomainOutcomes;
  let used = 0;

  /** A domain that no other test uses. */
  const newDomain = (): string => `domain-${(used += 1)}.example`;
  const report = (accountId: number, reports: readonly MailReport[], domain = true) =>
    remember(store, { mailbox: HASHES.mailbox, domain: domain ? HASHES.domain : null }, accountId, reports);
  const addresses = (domain: string, count: number, outcome: MailReport['outcome'] = 'delivered'): MailReport[] =>
    Array.from({ length: count }, (_, n) => ({ email: `n${n}@${domain}`, outcome, at: null }));
  /** Lets accounts report of a domain that may be told afterwards. */
  const fill = async (domain: string, accounts = others.slice(0, 5)): Promise<void> => {
    for (const one of accounts) await report(one, addresses(domain, 7));
  };
  const rowsOf = (domain: string) =>
    store.db.selectFrom('mail_outcomes').selectAll().where('domain', '=', HASHES.domain(domain)).execute();

  beforeAll(async () => {
    store = await openStore(await place(), { clock: () => new Date(now) });
    asking = await makeRich(store, 1);
    for (let n = 0; n < 7; n += 1) others.push(await makeRich(store, 1));
    tell = createDomainOutcomes(store, HASHES.domain);
  });

  it('are told in a sentence, of an address in any spelling', async () => {
    const domain = newDomain();
    await fill(domain);
    await report(others[0]!, addresses(domain, 7, 'hard_bounce'));
    assert.equal(
      await tell(asking, ` Who+ever@${domain.toUpperCase()}`),
      'Of the mailboxes of this domain to which other accounts have sent mail in the last 26 weeks, about 100 % had a delivery ' +
        'and about 20 % a hard bounce. This does not change the verdict.',
    );
    await fill('gmail.com');
    assert.notEqual(await tell(asking, 'anna@googlemail.com'), null);
    assert.equal(await tell(asking, 'no address'), null);
    assert.equal(await tell(asking, `anna@${newDomain()}`), null);
  });

  it('are stored as a keyed hash, which is not the one of a mailbox', async () => {
    const domain = newDomain();
    await fill(domain);
    const [row] = await rowsOf(domain);
    assert.ok(row);
    assert.equal(row.domain?.length, 32);
    assert.equal(row.domain.includes(domain), false);
    assert.equal(HASHES.mailbox(domain).equals(HASHES.domain(domain)), false);
    assert.equal(createHashes('another secret').domain(domain).equals(HASHES.domain(domain)), false);
  });

  it('are neither stored nor told where the setting is off', async () => {
    const domain = newDomain();
    for (const one of others) await report(one, addresses(domain, 7), false);
    assert.deepEqual(await rowsOf(domain), []);
    assert.equal(await tell(asking, `anna@${domain}`), null);
    await fill(domain);
    assert.notEqual(await tell(asking, `anna@${domain}`), null);
    assert.equal(await createDomainOutcomes(store, null)(asking, `anna@${domain}`), null);
    // The mailbox is reported once more, after the setting was turned off.
    await report(others[0]!, addresses(domain, 7), false);
    assert.equal((await rowsOf(domain)).length, 28);
  });

  it('are cleared by the retention once the setting is off, and the outcomes stay', async () => {
    const countOutcomes = async (): Promise<number> =>
      (await store.db.selectFrom('mail_outcomes').select('mailbox').execute()).length;
    const clear = (keepsDomains: boolean) =>
      deletionsOf(store, { checks: null, forms: 90, keepsDomains }, signal)['domains of outcomes of mail']?.();
    const domain = newDomain();
    await fill(domain);
    const before = await countOutcomes();
    assert.equal(await clear(true), 0);
    assert.notEqual(await tell(asking, `anna@${domain}`), null);
    assert.ok(Number(await clear(false)) >= 35);
    assert.equal(await clear(false), 0);
    assert.deepEqual(await rowsOf(domain), []);
    assert.equal(await tell(asking, `anna@${domain}`), null);
    assert.equal(await countOutcomes(), before);
  });

  it('leave out the account that asks', async () => {
    const domain = newDomain();
    await fill(domain);
    assert.notEqual(await tell(asking, `anna@${domain}`), null);
    for (const one of others.slice(0, 5)) assert.equal(await tell(one, `anna@${domain}`), null);
    const before = await tell(asking, `anna@${domain}`);
    await report(asking, addresses(domain, 500, 'hard_bounce'));
    assert.equal(await tell(asking, `anna@${domain}`), before);
  });

  it('count mail of the last 26 weeks alone', async () => {
    const domain = newDomain();
    now = START - 183 * DAY_MS;
    await fill(domain);
    assert.notEqual(await tell(asking, `anna@${domain}`), null);
    now = START;
    assert.equal(await tell(asking, `anna@${domain}`), null);
    await fill(domain);
    now = START + 181 * DAY_MS;
    assert.notEqual(await tell(asking, `anna@${domain}`), null);
    now = START;
  });

  it('are deleted with their outcomes after a year, and with the account', async () => {
    const domain = newDomain();
    await fill(domain);
    await inTransaction(store, (inside) =>
      eraseAccount(inside, { accountId: others[4]!, mailbox: HASHES.mailbox('erased@firm.org') }),
    );
    assert.equal((await rowsOf(domain)).length, 28);
    assert.equal(await tell(asking, `anna@${domain}`), null);
    now = START + 366 * DAY_MS;
    await forgetOldOutcomes(store, signal);
    assert.deepEqual(await rowsOf(domain), []);
    now = START;
  });

  it('are told only above the limits, whatever the accounts report', { timeout: 600_000 }, async () => {
    const outcomesFrom = (minLength: number) =>
      fc.array(fc.constantFrom('delivered', 'hard_bounce', 'complaint'), { minLength, maxLength: 26, size: 'max' });
    const accounts = { minLength: 7, maxLength: 7 };
    // Half of the cases have enough of each account to be above the limits.
    const REPORTED = fc.oneof(fc.array(outcomesFrom(0), accounts), fc.array(outcomesFrom(12), accounts));
    let told = 0;
    await fc.assert(
      fc.asyncProperty(REPORTED, fc.nat(30), async (reported, own) => {
        const domain = newDomain();
        await report(asking, addresses(domain, own, 'hard_bounce'));
        const counts: DomainCounts[] = [];
        for (const [n, outcomes] of reported.entries()) {
          const reports = outcomes.map((outcome, m) => ({ email: `n${m}@${domain}`, outcome, at: null }));
          await report(others[n]!, reports);
          const counted = reports
            .map(({ email, outcome }) => ({ key: HASHES.mailbox(email), outcome }))
            .sort((a, b) => a.key.compare(b.key))
            .slice(0, 20);
          const of = (which: string): number => counted.filter(({ outcome }) => outcome === which).length;
          const [delivered, bounced] = [of('delivered'), of('hard_bounce')];
          if (delivered + bounced > 0) counts.push({ mailboxes: delivered + bounced, delivered, bounced });
        }
        const [shares, sentence] = [sharesOf(counts), await tell(asking, `anna@${domain}`)];
        assert.deepEqual(sentence?.match(/\d+ %/g) ?? null, shares && [`${shares.delivered} %`, `${shares.bounced} %`]);
        told += Number(shares !== null);
      }),
      { numRuns: runs(200, 40) },
    );
    assert.ok(told > 0);
  });

  it('of one account alone are never told', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(6), fc.integer({ min: 1, max: 1000 }), async (n, count) => {
        const domain = newDomain();
        await report(others[n]!, addresses(domain, count));
        for (const one of [asking, ...others]) assert.equal(await tell(one, `anna@${domain}`), null);
      }),
      { numRuns: runs(50, 10) },
    );
  });
});
