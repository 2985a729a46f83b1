/** Alerts the operator when too many addresses bounce that were called valid. */
import { sql } from 'kysely';
import { BOUNCE_LIMITS } from '../../protocol/index.js';
import { wilson } from '../../util/newcombe.js';
import { everyHour, type Hourly } from '../../util/every-hour.js';
import { describeError, type Logger } from '../monitoring/log.js';
import type { Store } from '../schema.js';
import type { Letter } from '../users/letters.js';
import { allOf, hasDeliveries, type Cases } from '../mail-outcomes/accuracy/cases.js';

/** The share that may bounce, in per cent: mail services are content below it. */
const [LIMIT] = BOUNCE_LIMITS;
/** The outcomes from which on an account is judged. */
const LEAST = 100;
/** The weeks that are looked at, this one among them, and the days without a further letter about the same account. */
const WEEKS = 4;
const QUIET_DAYS = 28;
/** The accounts that a letter names. */
const MOST = 20;

interface OfAccount extends Cases {
  account: number;
}

/** The outcomes of addresses called valid in the latest weeks, by account. */
const readValid = async ({ db, now }: Store): Promise<OfAccount[]> => {
  const { rows } = await sql<OfAccount>`
    select account_id as account, sum(delivered)::integer as delivered, sum(bounced)::integer as bounced from accuracy_weeks
    where kind = 'status' and value = 'valid'
      and week >= date_trunc('week', ${now} at time zone 'UTC')::date - ${sql.lit(7 * (WEEKS - 1))}
    group by account_id order by account_id`.execute(db);
  return rows;
};

/** True if more bounce than may, and chance does not explain it: the whole 95 % interval is above the limit. */
const passes = (cases: Cases): boolean => {
  const all = allOf(cases);
  return all >= LEAST && hasDeliveries(cases) && 100 * wilson({ of: cases.bounced, all }).low > LIMIT;
};

/** The outcomes of addresses called valid in the latest four weeks, for metrics. */
export interface ValidOutcomes extends Cases {
  /** The accounts of which too many bounce. */
  alerts: number;
}

export const validOutcomes = async (store: Store): Promise<ValidOutcomes> => {
  const accounts = await readValid(store);
  return {
    delivered: accounts.reduce((sum, { delivered }) => sum + delivered, 0),
    bounced: accounts.reduce((sum, { bounced }) => sum + bounced, 0),
    alerts: accounts.filter(passes).length,
  };
};

/**
 * Finds the accounts of which too many valid addresses bounce, and that the operator was not alerted to: each once, by
 * one process, and again only after four weeks in which it fell below the limit.
 */
const newAlerts = async (store: Store): Promise<OfAccount[]> => {
  const { db, now } = store;
  const passing = (await readValid(store)).filter(passes);
  const ids = passing.map(({ account }) => account);
  await sql`update accuracy_accounts set alerted_at = null
    where alerted_at < ${now} - ${sql.lit(QUIET_DAYS)} * interval '1 day' and account_id <> all(${ids}::bigint[])`.execute(
    db,
  );
  const { rows } = await sql<{ account: number }>`update accuracy_accounts set alerted_at = ${now}
    where alerted_at is null and account_id = any(${ids}::bigint[]) returning account_id as account`.execute(db);
  return passing.filter(({ account }) => rows.some((row) => row.account === account));
};

const inPercent = (share: number): string => `${(100 * share).toFixed(1)} %`;

const lineOf = ({ account, ...cases }: OfAccount): string => {
  const share = { of: cases.bounced, all: allOf(cases) };
  const { low, high } = wilson(share);
  return `- account ${account}: ${cases.bounced} of ${share.all}, ${inPercent(share.of / share.all)} (${inPercent(low)} to ${inPercent(high)})`;
};

/** The letter about accounts. @param url the public URL. */
const alertLetter = (accounts: readonly OfAccount[], url: string): Letter => ({
  kind: 'accuracy',
  subject: `More than ${LIMIT} % of valid addresses bounce`,
  text: `Of the addresses that were called valid in the last ${WEEKS} weeks at ${url}, more than ${LIMIT} % bounced:

${accounts.slice(0, MOST).map(lineOf).join('\n')}${accounts.length > MOST ? `\n- and ${accounts.length - MOST} more` : ''}

In brackets is the range in which the share is, with 95 % certainty. ${url}/dashboard/#accuracy tells each account by which
reasons. What helps: ask the mail servers (SMTP_PROBE=on), send to catch-all domains in small parts, check lists again that are
older than a month.

You are told of an account once, and again only after it fell below ${LIMIT} %.
`,
  link: null,
});

/** The ways to the operator. */
interface Operator {
  log: Logger;
  /** The public URL. */
  url: string;
  mailOperator: (letter: Letter) => Promise<void>;
}

/** Tells the operator of accounts of which too many valid addresses bounce, by mail and in the log: of each once. */
export const tellOperator = async (store: Store, { log, url, mailOperator }: Operator): Promise<void> => {
  const alerts = await newAlerts(store);
  if (alerts.length === 0) return;
  log.warn({ accounts: alerts.slice(0, MOST) }, `more than ${LIMIT} % of valid addresses bounce`);
  await mailOperator(alertLetter(alerts, url));
};

/** Looks every hour for new alerts. */
export const watchAccuracy = (store: Store, operator: Operator): Hourly =>
  everyHour(async () => {
    try {
      await tellOperator(store, operator);
    } catch (error) {
      operator.log.warn({ error: describeError(error) }, 'the bounces of valid addresses could not be looked at');
    }
  });
