import { z } from 'zod';
import {
  formName,
  MAX_BATCH_ROWS,
  MAX_FORM_LENGTH,
  OUTCOME_COUNTERS,
  OUTCOMES,
  WAIT_BOUNDS,
} from '../../protocol/index.js';
import { isRecord } from '../../protocol/is-record.js';
import { answerOf, describe, type Endpoints } from '../http/endpoint.js';
import { queryValues, readQuery } from '../http/query.js';
import { field, optional, readBody, readValues } from '../http/request-fields.js';
import { enter } from '../keys/authenticate.js';
import type { KeyLookup } from '../keys/key-lookup.js';
import { RATE_HEADERS, type TakeRate } from '../keys/rate-limit.js';
import type { Store } from '../schema.js';
import { countBatch, readTotals } from './form-outcomes.js';

/** The parts of the service that these endpoints use. */
interface Parts {
  store: Store;
  lookUp: KeyLookup;
  takeRate: TakeRate;
}

/** The limit of a body, in bytes: 200 rows with all counters. */
const MAX_BYTES = 524_288;
/** A form is used less often in a batch, which an edge sends every few seconds. */
const MAX_COUNT = 1_000_000;
const MAX_ORIGIN_LENGTH = 300;
/** An origin is in ASCII (RFC 6454 §6.2): nothing in it can be hidden, or look like another one. */
const ORIGIN = /^[!-~]+$/;

const EXAMPLE_ROW = {
  origin: 'https://shop.example',
  day: '2026-01-31',
  form: '/sign-up',
  held_out: false,
  counters: { used: 2, checked: 2, sent: 1, verdict_ms_600: 2 },
};

const KNOWN = new Set(OUTCOME_COUNTERS);

/** Counters of a row: those that are known, and as many that a newer edge may send. */
const MOST_COUNTERS = 2 * KNOWN.size;

/** Counters by name, without those that are not known. Of too many none is looked at: a row can have 50,000. */
const COUNTERS = z.preprocess(
  (given) => (isRecord(given) && Object.keys(given).length > MOST_COUNTERS ? null : given),
  z
    .record(z.string().max(40), z.int().min(0).max(MAX_COUNT))
    .transform((counters) => Object.fromEntries(Object.entries(counters).filter(([name]) => KNOWN.has(name)))),
);

const ROW = z.strictObject({
  origin: field(
    'the origin of the page, such as https://shop.example',
    z.string().max(MAX_ORIGIN_LENGTH).regex(ORIGIN),
    EXAMPLE_ROW.origin,
  ),
  day: field('a day in UTC, such as 2026-01-31', z.iso.date(), EXAMPLE_ROW.day),
  form: field(
    `the name of the form, of 1 to ${MAX_FORM_LENGTH} characters`,
    z
      .string()
      .min(1)
      .max(MAX_FORM_LENGTH * 2)
      .transform(formName)
      .pipe(z.string()),
    EXAMPLE_ROW.form,
  ),
  held_out: field('true or false: of the hold-out group', z.boolean(), EXAMPLE_ROW.held_out),
  counters: field(
    `an object of whole numbers from 0 to ${MAX_COUNT}, by outcome or wait, at most ${MOST_COUNTERS}`,
    COUNTERS,
    EXAMPLE_ROW.counters,
  ),
});

const batchOf = <S extends z.ZodType>(row: S) =>
  z.strictObject({
    id: field(
      'a UUID: a batch with the id of an earlier one is not counted again',
      z.uuid(),
      'f7a3b1c2-8d4e-4f60-9a1b-2c3d4e5f6071',
    ),
    rows: field(
      `an array of 1 to ${MAX_BATCH_ROWS} objects: origin, day, form, held_out, counters`,
      z.array(row).min(1).max(MAX_BATCH_ROWS),
      [EXAMPLE_ROW as z.input<S>],
    ),
  });
const BATCH = batchOf(ROW);
/** Each row is read after the others, so that a refusal can name it. */
const UNREAD_BATCH = batchOf(z.unknown());

const count = describe(
  {
    summary: 'Adds up what an edge has counted of forms',
    details:
      'Edges call it: counters only, by origin, form, day and group, and nothing about a person. Free. A batch may be repeated with its id for some ' +
      'days, and is counted once. Days are those of UTC, up to three days ago. A day of an origin has 40 forms, and one of an account 400: what is ' +
      'told of further ones is counted as :other. With a test key nothing is stored.',
    access: 'key',
    answer: answerOf(
      'The rows that were counted.',
      z.object({ counted: z.int().describe('0: the batch was counted before, or the key is a test key') }),
      { counted: 1 },
      { headers: RATE_HEADERS },
    ),
    problems: ['too_large'],
  },
  {
    method: 'POST',
    input: BATCH,
    async answer({ store, lookUp, takeRate }: Parts, call) {
      const { request, client, trace } = call;
      const caller = await enter(lookUp, readQuery(request.url), call);
      if (!client.isOwn) trace.headers = await takeRate(caller);
      const { id, rows: unread } = await readBody(request, UNREAD_BATCH, MAX_BYTES);
      const rows = unread.map((one, n) => readValues(one, ROW, `rows[${n}]`));
      const isCounted = caller.mode !== 'test' && (await countBatch(store, caller.accountId, { id, rows }));
      return Response.json({ counted: isCounted ? rows.length : 0 });
    },
  },
);

/** The longest time that is asked for. */
const MAX_DAYS = 366;

/** The latest days that are read, today included. */
export const DAYS = optional(
  field(
    `a whole number of days from 1 to ${MAX_DAYS}`,
    z
      .string()
      .regex(/^[1-9]\d{0,2}$/)
      .transform(Number)
      .pipe(z.int().max(MAX_DAYS)),
    30,
  ),
);
/** Read if no days are asked for. */
export const DEFAULT_DAYS = 30;

const NUMBERS = z.array(z.int());
/** The sums, as programs and the dashboard read them. */
export const FORM_TOTALS = answerOf(
  'What was counted on these days together: the most used form first.',
  z.object({
    days: z.int(),
    forms: z.array(
      z.object({
        origin: z.string(),
        form: z.string(),
        held_out: z.boolean().describe('true: of the hold-out group, for which the element only looks on'),
        counts: z.partialRecord(z.enum(OUTCOMES), z.int()).describe('uses of the form, by what came of them'),
        waits: z
          .object({ verdict_ms: NUMBERS, held_ms: NUMBERS })
          .describe(`numbers of waits up to ${WAIT_BOUNDS.join(', ')} ms, and above the bound before`),
      }),
    ),
  }),
  {
    days: 30,
    forms: [
      {
        ...{
          origin: EXAMPLE_ROW.origin,
          form: EXAMPLE_ROW.form,
          held_out: false,
          counts: { used: 2, checked: 2, sent: 1 },
        },
        waits: { verdict_ms: WAIT_BOUNDS.map((ms) => (ms === 600 ? 2 : 0)), held_ms: WAIT_BOUNDS.map(() => 0) },
      },
    ],
  },
);

const read = describe(
  {
    summary: 'Shows what became of forms',
    details:
      "What edges with a key of the account have counted on the latest days (UTC): see 'Outcomes' in the manual.",
    access: 'key',
    answer: { ...FORM_TOTALS, headers: RATE_HEADERS },
  },
  {
    method: 'GET',
    input: z.object({ days: DAYS }),
    async answer({ store, lookUp, takeRate }: Parts, call) {
      const { request, client, trace } = call;
      const query = readQuery(request.url);
      const caller = await enter(lookUp, query, call);
      if (!client.isOwn) trace.headers = await takeRate(caller);
      const { days = DEFAULT_DAYS } = readValues(queryValues(query), z.object({ days: DAYS }));
      return Response.json({ days, forms: await readTotals(store, caller.accountId, days) });
    },
  },
);

/** The endpoints for the outcomes of forms, by path. */
export const FORM_OUTCOME_ENDPOINTS: Endpoints<Parts> = [
  ['/api/outcomes/forms/add', count],
  ['/api/outcomes/forms', read],
];
