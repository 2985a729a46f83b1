import { z } from 'zod';
import { STATUSES, SUB_STATUSES, timestamp } from '../../protocol/index.js';
import { Refusal } from '../../protocol/refusal.js';
import { answerOf, describe, type Endpoints } from '../http/endpoint.js';
import { queryValues, readQuery } from '../http/query.js';
import { field, optional, readBody, readValues } from '../http/request-fields.js';
import { EXAMPLE_TIME, TIME } from '../http/time-schema.js';
import { enter } from '../keys/authenticate.js';
import type { Call } from '../http/call.js';
import type { Caller, KeyLookup } from '../keys/key-lookup.js';
import type { Store } from '../schema.js';
import { get, post, type Origins } from '../users/session-endpoint.js';
import { signedIn, type SessionStore } from '../users/sessions.js';
import { ENOUGH } from '../mail-outcomes/accuracy/cases.js';
import { readAccuracy } from './read-accuracy.js';
import { setMeasured, VERDICT_DAYS } from '../mail-outcomes/accuracy/verdict-memory.js';

/** The weeks that are read by default, and at most. */
const WEEKS = 12;
const MOST_WEEKS = 52;

const PERCENT = z
  .object({ percent: z.number(), low: z.number(), high: z.number() })
  .describe('in per cent, with the 95 % interval by Wilson');
const SHARE = PERCENT.nullable().describe(`null: fewer than ${ENOUGH} outcomes, or no deliveries, are known`);
const CASES = {
  delivered: z.int().describe('verdicts after which mail was delivered'),
  bounced: z.int().describe('verdicts after which mail came back for good'),
};
const OF_STATUS = z.object({ status: z.enum(STATUSES), ...CASES, bounce_percent: SHARE });

const EXAMPLE_SHARE = { percent: 1, low: 0.6, high: 1.7 };
const EXAMPLE_VALID = { status: 'valid', delivered: 1485, bounced: 15, bounce_percent: EXAMPLE_SHARE } as const;

export const ACCURACY = answerOf(
  'The outcomes.',
  z.object({
    remembers_since: TIME.nullable().describe('since when verdicts are remembered to be compared; null: they are not'),
    enough: z.int().describe('the outcomes from which on a share is shown'),
    missing: z
      .enum(['deliveries'])
      .nullable()
      .describe('deliveries: more bounces than deliveries were reported, and no share says anything'),
    all: z.object(CASES),
    statuses: z.array(OF_STATUS),
    codes: z
      .array(z.object({ code: z.enum(SUB_STATUSES), ...CASES, bounce_percent: SHARE }))
      .describe('those with outcomes, the most frequent first'),
    scores: z
      .array(z.object({ from: z.number(), ...CASES, delivered_percent: SHARE }))
      .describe('the tenths of the scale of scores, from 0 and from 0.9 up to 1'),
    weeks: z
      .array(z.object({ week: z.string().describe('its Monday'), statuses: z.array(OF_STATUS) }))
      .describe('by the week of the verdict (UTC), oldest first'),
  }),
  {
    remembers_since: EXAMPLE_TIME,
    enough: ENOUGH,
    missing: null,
    all: { delivered: 1485, bounced: 15 },
    statuses: [EXAMPLE_VALID],
    codes: [{ code: 'smtp_not_checked', delivered: 1485, bounced: 15, bounce_percent: EXAMPLE_SHARE }],
    scores: [{ from: 0.9, delivered: 1485, bounced: 15, delivered_percent: { percent: 99, low: 98.3, high: 99.4 } }],
    weeks: [{ week: '2026-01-26', statuses: [EXAMPLE_VALID] }],
  },
);

const QUERY = {
  weeks: optional(
    field(
      `a whole number of weeks from 1 to ${MOST_WEEKS}`,
      z
        .stringFormat('digits', /^\d{1,2}$/)
        .transform(Number)
        .pipe(z.int().min(1).max(MOST_WEEKS)),
      WEEKS,
    ),
  ),
};
const READ = z.object(QUERY);

const answer = async (store: Store, accountId: number, weeks = WEEKS): Promise<Response> => {
  const { remembers_since: since, ...accuracy } = await readAccuracy(store, accountId, weeks);
  return Response.json({ remembers_since: since && timestamp(since), enough: ENOUGH, ...accuracy });
};

const REMEMBER = { remember: field('true or false', z.boolean(), true) };
const CHANGE = z.strictObject(REMEMBER);

const SUMMARY = 'Tells how right the verdicts were';
const CHANGE_SUMMARY = 'Turns the comparison of verdicts with outcomes on or off';
const CHANGE_DETAILS =
  `On: the last verdict on each mailbox is remembered for ${VERDICT_DAYS} days, under its keyed hash, to be compared with what becomes ` +
  'of mail to it. It turns itself on with the first report of an outcome and the first source. Off: what is remembered is deleted; sums stay.';

/** The parts of the service that these endpoints use. */
interface Parts {
  store: Store;
  lookUp: KeyLookup;
}

const callerOf = ({ lookUp }: Parts, call: Call): Promise<Caller> => enter(lookUp, readQuery(call.request.url), call);

/** @throws Refusal `key_not_allowed` for a test key, whose verdicts are none. */
const checkLive = ({ mode }: Caller): void => {
  if (mode === 'test')
    throw new Refusal('key_not_allowed', 'The verdicts of a test key are not compared: use a live key.');
};

const read = describe(
  {
    summary: SUMMARY,
    details:
      'Of addresses with each verdict, code and score: how many bounced, by the week of the verdict. A mailbox counts once in ' +
      `${VERDICT_DAYS} days, as delivered until mail to it bounces.`,
    access: 'key',
    answer: ACCURACY,
  },
  {
    method: 'GET',
    input: READ,
    async answer(parts: Parts, call) {
      const caller = await callerOf(parts, call);
      const { weeks } = readValues(queryValues(readQuery(call.request.url)), READ);
      checkLive(caller);
      return answer(parts.store, caller.accountId, weeks);
    },
  },
);

const change = describe(
  { summary: CHANGE_SUMMARY, details: CHANGE_DETAILS, access: 'key', answer: ACCURACY },
  {
    method: 'POST',
    input: CHANGE,
    async answer(parts: Parts, call) {
      const caller = await callerOf(parts, call);
      const { remember } = await readBody(call.request, CHANGE);
      checkLive(caller);
      await setMeasured(parts.store, caller.accountId, remember);
      return answer(parts.store, caller.accountId);
    },
  },
);

/** The endpoints for programs, by path. */
export const ACCURACY_ENDPOINTS: Endpoints<Parts> = [
  ['/api/accuracy', read],
  ['/api/accuracy/remember', change],
];

type Signed = SessionStore & Origins;

/** The endpoints of the dashboard. */
export const OWN_ACCURACY_ENDPOINTS = {
  accuracy: describe(
    { summary: SUMMARY, access: 'session', answer: ACCURACY },
    get(QUERY, async (parts: Signed, { body: { weeks }, headers, trace }) => {
      const { accountId } = await signedIn(parts, headers, trace);
      return answer(parts.store, accountId, weeks);
    }),
  ),
  'accuracy/remember': describe(
    { summary: CHANGE_SUMMARY, details: CHANGE_DETAILS, access: 'session', answer: ACCURACY },
    post(REMEMBER, async (parts: Signed, { body: { remember }, headers, trace }) => {
      const { accountId } = await signedIn(parts, headers, trace);
      await setMeasured(parts.store, accountId, remember);
      return answer(parts.store, accountId);
    }),
  ),
};
