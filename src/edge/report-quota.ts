import {
  areOfUses,
  OUTCOMES,
  rateLimitHeaders,
  sumCounts,
  type OutcomeCounts,
  type OutcomeReport,
} from '../protocol/index.js';
import { isRecord } from '../protocol/is-record.js';
import { Refusal } from '../protocol/refusal.js';
import type { Client } from './hashed-client.js';
import { DAY_MS, limitsOf, MINUTE_MS, rateLimited, take, TOKEN, TOKEN_WINDOW_MS, type Counting } from './quota.js';
import type { Grant } from './token.js';

/** Reports of outcomes with one token: a person sends a form or two. */
const REPORTS_PER_TOKEN = 20;

/**
 * The part of a network's checks of a day that it may report as rests of uses of which their token reported no
 * beginning: of people who came from another network, or back after their token's end.
 */
const CARRIED_SHARE = 1 / 20;

/** The sum of a token's reports so far, and their number. */
interface Tally {
  reports: number;
  counts: OutcomeCounts;
}

const NO_TALLY: Tally = { reports: 0, counts: {} };

const readTally = (text: string | null): Tally => {
  if (text === null) return NO_TALLY;
  const value: unknown = JSON.parse(text);
  if (!isRecord(value) || !isRecord(value['counts'])) return NO_TALLY;
  const { reports, counts: given } = value;
  const counts: OutcomeCounts = {};
  for (const outcome of OUTCOMES) if (typeof given[outcome] === 'number') counts[outcome] = given[outcome];
  return { reports: Number(reports), counts };
};

/**
 * Adds a part of a use to those that its token has reported in the same group.
 * @returns false if no uses have such parts: this one's beginning is not among them.
 */
const addPart = async (
  { store }: Counting,
  { jti }: Grant,
  client: Client,
  { counts, held_out: heldOut }: OutcomeReport,
): Promise<boolean> => {
  const key = `p${heldOut ? 'h' : 'a'}:${jti}`;
  // Numbers the parts, so that of those which arrive at once one alone finds the sum of the parts before it.
  const limit = { name: TOKEN, key, limit: REPORTS_PER_TOKEN, windowMs: TOKEN_WINDOW_MS };
  const { states } = await take(store, client, [limit]);
  const number = REPORTS_PER_TOKEN - (states[0]?.remaining ?? 0);
  const last = readTally(await store.get(key));
  const before = last.reports === number - 1 ? last.counts : {};
  const sum = sumCounts(before, counts);
  const isPart = areOfUses(sum);
  const tally: Tally = { reports: number, counts: isPart ? sum : before };
  await store.set(key, JSON.stringify(tally), TOKEN_WINDOW_MS);
  return isPart;
};

/**
 * Counts a report of outcomes against its token first, and against its network: with the number of tokens a minute and of
 * checks a day. The rest of a use whose beginning the token did not report counts against a part of the day's checks, too.
 * @returns the `RateLimit` headers.
 * @throws Refusal `token_spent` or `rate_limited`.
 */
export const takeReport = async (
  counting: Counting,
  grant: Grant,
  client: Client,
  report: OutcomeReport,
): Promise<Record<string, string>> => {
  const { store, quotas } = counting;
  const { tokensPerClientPerMinute, checksPerClientPerDay } = quotas;
  const { states, refused } = await take(store, client, [
    { name: TOKEN, key: `o:${grant.jti}`, limit: REPORTS_PER_TOKEN, windowMs: TOKEN_WINDOW_MS },
    ...limitsOf(client, 'o', { name: 'outcomes', limit: tokensPerClientPerMinute, windowMs: MINUTE_MS }),
    ...limitsOf(client, 'od', { name: 'outcomes-day', limit: checksPerClientPerDay, windowMs: DAY_MS }),
  ]);
  if (refused?.name === TOKEN) {
    const detail = `The ${REPORTS_PER_TOKEN} reports of this token are used up.`;
    throw new Refusal('token_spent', detail, rateLimitHeaders(states));
  }
  if (refused) throw rateLimited('reports of outcomes', refused, states);
  const isWhole = report.counts.used === 1 && report.counts.sent === 1;
  if (!isWhole && !(await addPart(counting, grant, client, report))) {
    const limit = Math.ceil(CARRIED_SHARE * checksPerClientPerDay);
    const carried = await take(store, client, limitsOf(client, 'oc', { name: 'carried', limit, windowMs: DAY_MS }));
    if (carried.refused)
      throw rateLimited('reports of uses whose beginning was not reported', carried.refused, carried.states);
  }
  return rateLimitHeaders(states);
};

/**
 * New form names of an origin that a network may open in a day (UTC), in both groups together. Those of an IPv6 /48
 * open fewer than an origin has places for, so that no single stranger fills a day's table with invented names.
 */
const FORMS_PER_CLIENT = 8;

/**
 * Tells whether a form of an origin keeps its name today. A name that was opened by anyone today is free; a new one
 * counts against the network of its client, and on the next day it is new again.
 * @param table of the origin and day.
 * @param row of the group and the form.
 */
export const takeFormName = async (
  { store }: Pick<Counting, 'store'>,
  { table, row }: { table: string; row: string },
  client: Client,
): Promise<boolean> => {
  const key = `n:${table} ${row}`;
  if ((await store.get(key)) !== null) return true;
  const limit = { name: 'forms', limit: FORMS_PER_CLIENT, windowMs: DAY_MS };
  const { refused } = await take(store, client, limitsOf(client, `f:${table}`, limit));
  if (refused) return false;
  await store.set(key, '1', DAY_MS);
  return true;
};
