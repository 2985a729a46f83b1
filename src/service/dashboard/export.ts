import { z } from 'zod';
import { CREDITS, EXAMPLE_CREDITS } from '../credits/credits-schema.js';
import { EXAMPLE_TIME, TIME } from '../http/time-schema.js';
import { answerOf, describe } from '../http/endpoint.js';
import type { Store } from '../schema.js';
import { timestamp } from '../../protocol/index.js';
import { readCredits } from '../credits/credits.js';
import { get } from '../users/session-endpoint.js';
import { LIMITS, type Limiter } from '../users/attempt-limits.js';
import { streamOf } from '../http/stream.js';
import { mapInTurns } from '../../util/turns.js';
import { signedIn, type SessionStore, type SignedIn } from '../users/sessions.js';
import { tablesOf, userOf } from './exported-rows.js';

/** The JSON of a row, with times as everywhere in the service. */
const toJson = (row: object): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(row).map(([name, value]: [string, unknown]) => [
        name,
        value instanceof Date ? timestamp(value) : value,
      ]),
    ),
  );

/** Writes all that is stored about an account as one JSON object: a row is a line. */
async function* write(store: Store, account: SignedIn): AsyncGenerator<string, void, undefined> {
  const { userId, accountId } = account;
  const { free, bought, reserved } = await readCredits(store, accountId);
  const user = toJson(await userOf(store, userId));
  const credits = toJson({ free, bought, reserved });
  yield `{"exported_at":"${timestamp(new Date())}",\n"user":${user},\n"credits":${credits}`;
  for (const [name, list] of Object.entries(tablesOf(store, account))) {
    yield `,\n"${name}":[`;
    let between = '\n';
    for await (const rows of list) {
      yield between + (await mapInTurns(rows, toJson)).join(',\n');
      between = ',\n';
    }
    yield ']';
  }
  yield '}\n';
}

const ROWS_OF_TABLE = z.array(z.looseObject({}));
const EXPORT = answerOf(
  'The user, the credits, and the rows of each table.',
  z.object({
    exported_at: TIME,
    user: z.looseObject({ id: z.string(), email: z.string() }),
    credits: CREDITS,
    keys: ROWS_OF_TABLE,
    sessions: ROWS_OF_TABLE,
    credit_lots: ROWS_OF_TABLE,
    ledger: ROWS_OF_TABLE,
    check_days: ROWS_OF_TABLE,
    checks: ROWS_OF_TABLE,
    lists: ROWS_OF_TABLE,
    callbacks: ROWS_OF_TABLE,
    form_outcomes: ROWS_OF_TABLE,
    rules: ROWS_OF_TABLE,
    rule_changes: ROWS_OF_TABLE,
  }),
  {
    exported_at: EXAMPLE_TIME,
    user: { id: 'USER_ID', email: 'anna@example.com' },
    credits: EXAMPLE_CREDITS,
    keys: [],
    sessions: [],
    credit_lots: [],
    ledger: [],
    check_days: [],
    checks: [],
    lists: [],
    callbacks: [],
    form_outcomes: [],
    rules: [],
    rule_changes: [],
  },
  { headers: { 'Content-Disposition': 'Names the file.' } },
);

const exported = describe(
  {
    summary: 'Exports all that is stored about the account',
    details:
      'As a file. Of single checks only keyed hashes of the addresses are stored; the rows of lists are downloaded list by list.',
    access: 'session',
    answer: EXPORT,
    problems: ['rate_limited'],
  },
  get({}, async (parts: SessionStore & { limiter: Limiter }, { headers, trace }) => {
    const user = await signedIn(parts, headers, trace);
    await parts.limiter.take(LIMITS.exports, user.userId);
    return new Response(streamOf(write(parts.store, user)), {
      headers: {
        'content-type': 'application/json',
        'content-disposition': 'attachment; filename="email-verify-account.json"',
      },
    });
  }),
);

export const EXPORT_ENDPOINTS = { export: exported };
