/**
 * The shares of a domain: what became of other accounts' mail to it. docs/service/mail-outcomes.md says why the limits are
 * what they are.
 */
import { sql } from 'kysely';
import type { Store } from '../schema.js';
import { changeInSteps } from '../store/in-steps.js';
import { domainKey, type OutcomeHashes } from './mailbox-key.js';

/** The mailboxes of one account that are counted: always the same ones, whatever other accounts report. */
const MOST_MAILBOXES = 20;
/** The accounts that are counted, the oldest ones: it bounds the look-up. */
const MOST_ACCOUNTS = 50;
/** The weeks in which a delivery or a hard bounce has to be. */
const WEEKS = 26;
/** Accounts of one person, besides the one that asks, that must not reach another's numbers. */
const COLLUDING = 2;
/** The mailboxes that remain without those accounts, at least. */
const LEAST_MAILBOXES = 20;
/** One account has at most one part in this many of what remains: so at least this many accounts do. */
const PARTS = 3;
/** Shares are rounded to this many percent. */
const STEP_PERCENT = 5;

/** The counted mailboxes of one account, and those with a delivery and with a hard bounce. */
export interface DomainCounts {
  mailboxes: number;
  delivered: number;
  bounced: number;
}

/** Shares of mailboxes, in percent. */
export interface DomainShares {
  delivered: number;
  bounced: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/**
 * The shares of all mailboxes of a domain. Null: too few accounts or mailboxes, or too much of one account.
 *
 * Whichever two accounts are left out, at least 20 mailboxes remain, and no account has more than a third of them. It is
 * enough to try the accounts with the most mailboxes.
 * @param counts one for each account, without the one that asks.
 */
export const sharesOf = (counts: readonly DomainCounts[]): DomainShares | null => {
  const sizes = counts.map(({ mailboxes }) => mailboxes).sort((a, b) => b - a);
  const all = sum(sizes);
  const withoutLargest = sum(sizes.slice(COLLUDING));
  const withLargest = all - sum(sizes.slice(1, 1 + COLLUDING));
  if (withoutLargest < LEAST_MAILBOXES || (sizes[0] ?? 0) * PARTS > withLargest) return null;
  const percent = (part: 'delivered' | 'bounced'): number =>
    Math.round(((100 / STEP_PERCENT) * sum(counts.map((one) => one[part]))) / all) * STEP_PERCENT;
  return { delivered: percent('delivered'), bounced: percent('bounced') };
};

/** Counts the mailboxes of a domain by account, with one pass over an index, without an account. */
const readCounts = async ({ db, now }: Store, without: number, domain: Buffer): Promise<DomainCounts[]> => {
  const since = sql`${now} - ${sql.lit(WEEKS)} * interval '1 week'`;
  // From account to account, a few rows of each: a provider's domain has millions of rows. Only the index of domains has
  // this order. By account_id alone PostgreSQL would walk over all rows of an account in its primary key.
  const { rows } = await sql<DomainCounts>`
    with recursive accounts as (
      (select domain, account_id, 1 as nth from mail_outcomes
        where domain is not null and (domain, account_id) >= (${domain}, 0) order by domain, account_id limit 1)
      union all
      select later.domain, later.account_id, nth + 1 from accounts cross join lateral (
        select domain, account_id from mail_outcomes
        where domain is not null and (domain, account_id) > (accounts.domain, accounts.account_id)
        order by domain, account_id limit 1
      ) as later
      where accounts.domain = ${domain} and nth < ${sql.lit(MOST_ACCOUNTS)}
    )
    select count(*)::integer as mailboxes, count(*) filter (where delivered_at > ${since})::integer as delivered,
      count(*) filter (where bounced_at > ${since})::integer as bounced
    from accounts cross join lateral (
      select delivered_at, bounced_at from mail_outcomes
      where domain = ${domain} and account_id = accounts.account_id
      order by mailbox limit ${sql.lit(MOST_MAILBOXES)}
    ) as counted
    where accounts.domain = ${domain} and accounts.account_id <> ${without}
      and (delivered_at > ${since} or bounced_at > ${since})
    group by accounts.account_id`.execute(db);
  return rows;
};

const sentence = ({ delivered, bounced }: DomainShares): string =>
  `Of the mailboxes of this domain to which other accounts have sent mail in the last ${WEEKS} weeks, about ` +
  `${delivered} % had a delivery and about ${bounced} % a hard bounce. This does not change the verdict.`;

/** Says in a sentence what became of other accounts' mail to an address's domain; null: nothing may be told. */
export type TellDomainOutcomes = (accountId: number, email: string) => Promise<string | null>;

/** Creates the teller. Without a hash of domains it tells nothing, and asks nothing. */
export const createDomainOutcomes =
  (store: Store, hashDomain: OutcomeHashes['domain']): TellDomainOutcomes =>
  async (accountId, email) => {
    const key = hashDomain === null ? null : domainKey(hashDomain, email);
    const shares = key === null ? null : sharesOf(await readCounts(store, accountId, key));
    return shares === null ? null : sentence(shares);
  };

/** Clears the hashes of domains. @returns the number of changed rows. */
export const forgetDomains = (store: Store, signal: AbortSignal): Promise<number> =>
  changeInSteps(
    store,
    {
      ...{ table: 'mail_outcomes', key: ['account_id', 'mailbox'] },
      where: sql`domain is not null`,
      set: sql`domain = null`,
    },
    signal,
  );
