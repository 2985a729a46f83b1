/** Outcomes of forms, for people who are signed in. */
import { z } from 'zod';
import { OUTCOME_COUNTERS, countersOfOutcomes, type FormOutcomes } from '../../protocol/index.js';
import { DAYS, DEFAULT_DAYS, FORM_TOTALS } from '../form-outcomes/endpoints.js';
import { readDays, readTotals } from '../form-outcomes/form-outcomes.js';
import { describe } from '../http/endpoint.js';
import { field, optional } from '../http/request-fields.js';
import { streamOf } from '../http/stream.js';
import { csvRecord, formulaSafe } from '../lists/file/csv.js';
import type { Store } from '../schema.js';
import { get } from '../users/session-endpoint.js';
import { signedIn, type SessionStore } from '../users/sessions.js';

const CSV = 'text/csv; charset=utf-8';

/** The columns before the counters. */
const COLUMNS = ['day', 'origin', 'form', 'group'];

const recordOf = ({ day, origin, form, held_out, ...outcomes }: FormOutcomes): string => {
  const counters = countersOfOutcomes(outcomes);
  return csvRecord([
    ...[day, origin, form].map(formulaSafe),
    held_out ? 'held_out' : 'helped',
    ...OUTCOME_COUNTERS.map((counter) => String(counters[counter] ?? 0)),
  ]);
};

async function* writeCsv(store: Store, accountId: number, days: number): AsyncGenerator<string, void, undefined> {
  yield csvRecord([...COLUMNS, ...OUTCOME_COUNTERS]);
  for await (const rows of readDays(store, accountId, days)) yield rows.map(recordOf).join('');
}

const FORMAT = optional(field('one of json, csv', z.enum(['json', 'csv']), 'json'));

const forms = describe(
  {
    summary: 'Shows what became of forms',
    details:
      'Of the latest days (UTC) together; as CSV (format=csv) a row for each day, origin, form and group. There a cell that a spreadsheet would ' +
      "read as a formula gets a ' before it.",
    access: 'session',
    answer: {
      ...FORM_TOTALS,
      otherMedia: { [CSV]: 'day,origin,form,group,used,…\r\n2026-01-31,https://shop.example,/sign-up,helped,2,…\r\n' },
    },
  },
  get({ days: DAYS, format: FORMAT }, async (parts: SessionStore, { body, headers, trace }) => {
    const { accountId } = await signedIn(parts, headers, trace);
    const { days = DEFAULT_DAYS, format = 'json' } = body;
    if (format === 'json') return Response.json({ days, forms: await readTotals(parts.store, accountId, days) });
    return new Response(streamOf(writeCsv(parts.store, accountId, days)), {
      headers: { 'content-type': CSV, 'content-disposition': 'attachment; filename="outcomes-of-forms.csv"' },
    });
  }),
);

export const FORM_ENDPOINTS = { forms };
