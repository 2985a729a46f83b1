import { z } from 'zod';
import { mapInTurns } from '../../util/turns.js';
import { answerOf, describe, type Endpoints } from '../http/endpoint.js';
import { readQuery } from '../http/query.js';
import { field, optional, readBody, readValues } from '../http/request-fields.js';
import { EXAMPLE_TIME } from '../http/time-schema.js';
import { enter } from '../keys/authenticate.js';
import type { KeyLookup } from '../keys/key-lookup.js';
import { RATE_HEADERS, type TakeRate } from '../keys/rate-limit.js';
import { MAIL_OUTCOMES, type ReportOutcomes } from './mail-outcomes.js';

/** The parts of the service that this endpoint uses. */
interface Parts {
  lookUp: KeyLookup;
  takeRate: TakeRate;
  report: ReportOutcomes;
}

/** Reports that one request can have, and the limit of its body, in bytes: each with the longest address. */
const MOST_REPORTS = 1000;
const MAX_BYTES = 524_288;

const EXAMPLE = { email: 'anna@example.com', outcome: 'hard_bounce', at: EXAMPLE_TIME };

const REPORT = z.strictObject({
  email: field('the address that the mail was sent to', z.string().max(1000), EXAMPLE.email),
  outcome: field(`one of ${MAIL_OUTCOMES.join(', ')}`, z.enum(MAIL_OUTCOMES), 'hard_bounce'),
  at: optional(
    field(
      'a time with its offset from UTC, such as 2026-01-31T12:00:00Z',
      z.iso
        .datetime({ offset: true })
        .transform((text) => new Date(text))
        .pipe(z.date()),
      EXAMPLE_TIME,
    ),
  ),
});

const arrayOf = <S extends z.ZodType>(report: S) =>
  z.strictObject({
    outcomes: field(
      `an array of 1 to ${MOST_REPORTS} objects: email, outcome (${MAIL_OUTCOMES.join(', ')}), and at, the time, if it is not now`,
      z.array(report).min(1).max(MOST_REPORTS),
      [EXAMPLE as z.input<S>],
    ),
  });
const REPORTS = arrayOf(REPORT);
/** Each report is read after the others, so that a refusal can name it. */
const UNREAD_REPORTS = arrayOf(z.unknown());

const outcomes = describe(
  {
    summary: 'Reports what became of mail',
    details:
      'Free. Later verdicts of the account on the same mailbox know it: a hard bounce makes it invalid (bounced) for 180 days, and then ' +
      'risky (bounced_before), a complaint risky (complained), for a year; a delivery ends a bounce before it, and for 180 days makes ' +
      'unknown and catch_all valid (delivered). Repeats and any order are harmless: the latest time of each kind counts. Only keyed ' +
      'hashes are stored, for a year. With a test key nothing is.',
    access: 'key',
    answer: answerOf(
      'What was stored.',
      z.object({
        reported: z.int().describe('the number of reports'),
        mailboxes: z
          .int()
          .describe(
            'the mailboxes of which something is known now; without soft bounces, and what is older than a year or no address',
          ),
      }),
      { reported: 1, mailboxes: 1 },
      { headers: RATE_HEADERS },
    ),
    problems: ['conflict', 'too_large'],
  },
  {
    method: 'POST',
    input: REPORTS,
    async answer({ lookUp, takeRate, report }: Parts, call) {
      const { request, client, trace } = call;
      const caller = await enter(lookUp, readQuery(request.url), call);
      if (!client.isOwn) trace.headers = await takeRate(caller);
      const { outcomes } = await readBody(request, UNREAD_REPORTS, MAX_BYTES);
      const reports = await mapInTurns([...outcomes.entries()], ([n, one]) => {
        const { at = null, ...report } = readValues(one, REPORT, `outcomes[${n}]`);
        return { ...report, at };
      });
      if (caller.mode === 'test') return Response.json({ reported: reports.length, mailboxes: 0 });
      const { mailboxes } = await report(caller.accountId, reports);
      return Response.json({ reported: reports.length, mailboxes });
    },
  },
);

/** The endpoint for what became of mail, by path. */
export const MAIL_OUTCOME_ENDPOINTS: Endpoints<Parts> = [['/api/outcomes', outcomes]];
