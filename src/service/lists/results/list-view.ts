/** A list with its progress, as its owner sees it. */
import { sql } from 'kysely';
import { z } from 'zod';
import { ENCODINGS } from '../../../address/list-file/encodings.js';
import { timestamp } from '../../../protocol/index.js';
import { EXAMPLE_TIME, TIME } from '../../http/time-schema.js';
import type { Store } from '../../schema.js';
import { PAUSED_REASONS, type PausedReason } from '../paused-reason.js';
import { KEY_MODES } from '../../keys/tables.js';
import { hasEnded } from '../tables.js';
import { pausedLists } from '../work/workers.js';
import { columnNames } from '../file/result-json.js';
import { LIST_KINDS } from '../file/text-table.js';
import { bouncePercent, bouncesOf } from '../../mail-outcomes/bounces.js';
import { EXAMPLE_SUMMARY, LIST_SUMMARY, summaryOf, WARNING, type List } from '../list.js';

const COUNT = z.int().min(0);

/** Columns with addresses that are not checked. */
export const OTHER_COLUMNS = z
  .array(
    z.object({
      column: z.union([z.string(), z.int()]).describe('its name, or its number from 1 if that is clearer'),
      addresses: COUNT.describe('those in the first rows'),
    }),
  )
  .describe('columns with addresses that are not checked; email_column can name several');
export const SEVERAL = COUNT.describe('the cells with several addresses, of which the first is checked');

export const LIST = LIST_SUMMARY.extend({
  mode: z
    .enum(KEY_MODES)
    .describe('test: a test key uploaded it; its verdicts are those that its addresses name, and cost nothing'),
  processed: COUNT.describe('the entries that are done; duplicates count from the start'),
  duplicates: COUNT.describe('the entries that are the same address as an earlier one: they cost nothing'),
  counts: z
    .object({ valid: COUNT, invalid: COUNT, risky: COUNT, unknown: COUNT })
    .describe('the results, each once: without those of duplicates'),
  rows: z
    .object({ valid: COUNT, invalid: COUNT, risky: COUNT, unknown: COUNT })
    .describe(
      'the rows with such a result, with duplicates that were not left out: as many as the results filtered by status have',
    ),
  bounce_percent: z
    .object({
      low: z.number().describe('at least'),
      high: z.number().describe('at most'),
      own: z
        .number()
        .describe(
          "the part of the addresses, in per cent, whose share is that of the account's own mail; 0: the range is a general one",
        ),
    })
    .nullable()
    .describe(
      'the share of the addresses with a result that will bounce, as projected: see docs/service/lists.md; null: there is no such address yet',
    ),
  waiting: z
    .object({
      dns: COUNT.describe('the DNS did not answer for their domain'),
      smtp: COUNT.describe('their mail server could not be reached, or could not tell'),
      greylisted: COUNT.describe('their mail server asked for patience'),
      next_at: TIME.nullable().describe('when the first of them is asked again, or was to be; null: none waits'),
    })
    .describe('the entries that were asked, and are asked again later'),
  paused_reason: z
    .enum(PAUSED_REASONS)
    .nullable()
    .describe(
      'why nobody goes on with the list now; null: it goes on, or has ended. ' +
        'no_worker: no worker was there for a minute; dns_unavailable: the resolver answers nothing; smtp_unreachable: no mail server can be reached',
    ),
  credits: z.object({
    reserved: COUNT.describe('still set aside for this list'),
    spent: COUNT,
  }),
  error: z.string().nullable().describe('why the list failed; null: it did not'),
  email_column: z
    .union([z.string(), z.int()])
    .describe('the column with the addresses: its name, or its number from 1 if it has none'),
  email_columns: z
    .array(z.union([z.string(), z.int()]))
    .describe('the same for each column whose addresses are checked, if there are several'),
  other_email_columns: OTHER_COLUMNS,
  several_addresses: SEVERAL,
  columns: z.array(z.string()).nullable().describe('the names of the columns; null: the file has no header'),
  file: z
    .object({
      kind: z.enum(LIST_KINDS).describe('what the file is, by its content'),
      encoding: z.enum(ENCODINGS).nullable().describe('null: the file is no text'),
      delimiter: z.string().nullable().describe('the character between cells; null: there is none'),
      sheet: z.string().nullable().describe('the sheet that was read; null: the file is no spreadsheet'),
    })
    .optional()
    .describe('how the file was read'),
  warnings: z.array(WARNING).optional().describe('what is worth a look in the file'),
  expires_at: TIME.describe('when the list is deleted'),
  started_at: TIME.nullable(),
  ended_at: TIME.nullable(),
  callback: z.object({ url: z.string() }).nullable().describe('where the end is told; null: nowhere'),
});
export type ListView = z.output<typeof LIST>;

export const EXAMPLE_LIST: ListView = {
  ...EXAMPLE_SUMMARY,
  mode: 'live',
  status: 'processing',
  processed: 410,
  duplicates: 10,
  counts: { valid: 350, invalid: 30, risky: 15, unknown: 5 },
  rows: { valid: 358, invalid: 32, risky: 15, unknown: 5 },
  bounce_percent: { low: 7.4, high: 10.3, own: 0 },
  waiting: { dns: 3, smtp: 0, greylisted: 12, next_at: EXAMPLE_TIME },
  paused_reason: null,
  credits: { reserved: 590, spent: 400 },
  error: null,
  email_column: 'E-Mail',
  email_columns: ['E-Mail'],
  other_email_columns: [],
  several_addresses: 0,
  columns: ['Name', 'E-Mail'],
  file: { kind: 'csv', encoding: 'windows-1252', delimiter: ';', sheet: null },
  warnings: [],
  expires_at: EXAMPLE_TIME,
  started_at: EXAMPLE_TIME,
  ended_at: null,
  callback: { url: 'https://example.com/lists' },
};

/** The facts of a list that other tables hold. */
interface Beside {
  /** The credits that are set aside for it. */
  reserved: number;
  nextAt: Date | null;
  paused: PausedReason | null;
}

/** The facts of the file, as it was read; empty if they were not kept. */
const fileOf = ({ file, warnings }: List): Pick<ListView, 'file' | 'warnings'> => {
  if (file === null) return {};
  const { kind, encoding, sheet, dialect } = file;
  return { file: { kind, encoding, delimiter: dialect?.delimiter ?? null, sheet }, warnings: warnings ?? [] };
};

const viewOf = (list: List, { reserved, nextAt, paused }: Beside): ListView => {
  const { processed, duplicates, valid, invalid, risky, unknown, credits, error, columns, callback_url } = list;
  const { email_column, expires_at, started_at, ended_at, status } = list;
  const nameOf = columnNames(columns);
  const waiting = hasEnded(status)
    ? { dns: 0, smtp: 0, greylisted: 0 }
    : { dns: list.waiting_dns, smtp: list.waiting_smtp, greylisted: list.waiting_greylisted };
  return {
    ...summaryOf(list),
    mode: list.is_test ? 'test' : 'live',
    processed: processed + duplicates,
    duplicates,
    counts: { valid, invalid, risky, unknown },
    rows: {
      valid: valid + list.valid_duplicates,
      invalid: invalid + list.invalid_duplicates,
      risky: risky + list.risky_duplicates,
      unknown: unknown + list.unknown_duplicates,
    },
    bounce_percent: bouncePercent(bouncesOf(list)),
    waiting: { ...waiting, next_at: nextAt && timestamp(nextAt) },
    paused_reason: paused,
    credits: { reserved, spent: credits },
    error,
    email_column: nameOf(email_column),
    email_columns: (list.email_columns ?? [email_column]).map(nameOf),
    other_email_columns: list.other_email_columns ?? [],
    several_addresses: list.several,
    columns,
    ...fileOf(list),
    expires_at: timestamp(expires_at),
    started_at: started_at && timestamp(started_at),
    ended_at: ended_at && timestamp(ended_at),
    callback: callback_url === null ? null : { url: callback_url },
  };
};

const readReserved = async ({ db }: Pick<Store, 'db'>, ids: readonly number[]): Promise<Map<number | null, number>> => {
  if (ids.length === 0) return new Map();
  const lots = await db
    .selectFrom('credit_lots')
    .select(['reservation_id', sql<number>`sum(remaining)::bigint`.as('reserved')])
    .where('reservation_id', 'in', [...ids])
    .groupBy('reservation_id')
    .execute();
  return new Map(lots.map(({ reservation_id, reserved }) => [reservation_id, reserved]));
};

/** Reads when the first waiting rows of lists are asked again. */
const readNext = async ({ db }: Pick<Store, 'db'>, ids: readonly number[]): Promise<Map<number, Date | null>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; at: Date | null }>`select id, (
      select min(due_at) from batch_probes where batch_id = id and waits_for is not null
    ) as at from unnest(${ids}::bigint[]) as list (id)`.execute(db);
  return new Map(rows.map(({ id, at }) => [id, at]));
};

/** Shows lists, in their order, with the credits that are still set aside for them, and what they wait for. */
export const viewLists = async (store: Pick<Store, 'db' | 'now'>, lists: readonly List[]): Promise<ListView[]> => {
  const open = lists.filter(({ status }) => !hasEnded(status));
  const waiting = open.filter((list) => list.waiting_dns + list.waiting_smtp + list.waiting_greylisted > 0);
  const idOf = ({ id }: List): number => id;
  const [reserved, next, paused] = await Promise.all([
    readReserved(
      store,
      lists.flatMap(({ reservation_id }) => reservation_id ?? []),
    ),
    readNext(store, waiting.map(idOf)),
    pausedLists(store, open.map(idOf)),
  ]);
  return lists.map((list) =>
    viewOf(list, {
      reserved: reserved.get(list.reservation_id) ?? 0,
      nextAt: next.get(list.id) ?? null,
      paused: paused.get(list.id) ?? null,
    }),
  );
};
