/**
 * The tables of lists: see migration.ts. Uploaded lists are called lists everywhere but in these tables, in
 * `/api/batch`, in the scope `batch` and in the events `batch.*`: those names are a wire's, and stay.
 */
import type { ColumnType, Generated } from 'kysely';
import type { Quality, Status, SubStatusCode } from '../../protocol/index.js';
import type { ProbeQuestion } from '../../verifier/types.js';
import type { BoundsOf } from '../mail-outcomes/tables.js';
import type { FileFacts } from './file/file-facts.js';
import type { NamedColumn } from './file/offers.js';
import type { ListWarning } from './file/warnings.js';

/** The states of a list. */
export const LIST_STATUSES = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const;
export type ListStatus = (typeof LIST_STATUSES)[number];
/** The states in which nothing changes any more. */
export const ENDED = ['completed', 'failed', 'cancelled'] as const satisfies readonly ListStatus[];

/** True for a state in which nothing changes any more. */
export const hasEnded = (status: ListStatus | 'uploading'): boolean => (ENDED as readonly string[]).includes(status);

/** The uploaded lists. */
export interface ListsTable {
  id: Generated<number>;
  account_id: number;
  /** The key that uploaded it; null: a person who was signed in. Keys may be deleted later. */
  key_id: number | null;
  /** True: a test key uploaded it. Its verdicts are those that its addresses name, and cost nothing. */
  is_test: Generated<boolean>;
  /** The name of the uploaded file. */
  name: string;
  /** `uploading`: not seen by anybody yet; deleted if the upload breaks off. */
  status: ListStatus | 'uploading';
  /** Why it failed, for people. */
  error: string | null;
  /** The entries counted in the file: with duplicates, without the header. */
  total: Generated<number>;
  /** The bytes of the cells of its rows. */
  bytes: Generated<number>;
  /** Those that are the same address as an earlier one. They cost nothing, and are not checked again. */
  duplicates: Generated<number>;
  /** True: the duplicates are not among the rows. */
  removes_duplicates: boolean;
  /** True: rows that reach the same person as an earlier one count as duplicates. */
  removes_same_mailbox: boolean;
  /** The names of the columns; null: the file has no header. */
  columns: string[] | null;
  /** The position of the column with the addresses, from 0: the first, if there are several. */
  email_column: Generated<number>;
  /**
   * The positions of several columns with addresses: an entry is one of them in a line. Null: the one, and each row is
   * an entry.
   */
  email_columns: number[] | null;
  /** The cells that hold several addresses, of which the first is checked. */
  several: Generated<number>;
  /** The columns with addresses that are not checked. */
  other_email_columns: ColumnType<NamedColumn[] | null, string | undefined, string | null>;
  /** The largest number of cells in a row. */
  width: Generated<number>;
  /** The facts of its file; null: it was read before they were kept. */
  file: ColumnType<FileFacts | null, string | undefined, string>;
  /** Facts of its file that are worth a look. */
  warnings: ColumnType<ListWarning[] | null, string | undefined, string | null>;
  /** Rows with a result: the sum of the four below. Duplicates are not counted here. */
  processed: Generated<number>;
  valid: Generated<number>;
  invalid: Generated<number>;
  risky: Generated<number>;
  unknown: Generated<number>;
  /** Duplicates in the store whose first row has such a result. */
  valid_duplicates: Generated<number>;
  invalid_duplicates: Generated<number>;
  risky_duplicates: Generated<number>;
  unknown_duplicates: Generated<number>;
  /** Results of addresses, each once, without those of cells that hold none. */
  bounce_addresses: Generated<number>;
  /** Those with the bounds of the account's own mail. */
  bounce_own: Generated<number>;
  /** The sum of the least bounces in a hundred that these results stand for: see bounces.ts. */
  bounce_low: Generated<number>;
  /** The sum of the most bounces in a hundred that they stand for. */
  bounce_high: Generated<number>;
  /** The bounds of the account's own mail, as they were at the upload; null: there were none. */
  bounce_bounds: ColumnType<BoundsOf | null, string | undefined, string | null>;
  /** Rows without a result that are asked again later, by what they wait for. Not kept up when the list has ended. */
  waiting_dns: Generated<number>;
  waiting_smtp: Generated<number>;
  waiting_greylisted: Generated<number>;
  /** The credits spent. */
  credits: Generated<number>;
  /** The credits set aside for it; null: it needs none. */
  reservation_id: number | null;
  /** Where its end is told; null: nowhere. */
  callback_url: string | null;
  /** When its rows are deleted. */
  expires_at: Date;
  /** When it was deleted; null: it is there. From then on nobody sees it. */
  deleted_at: Date | null;
  /** False: its rows are gone. Those of a deleted list go in steps. */
  has_rows: Generated<boolean>;
  /** Names the upload: a repeat with the same body gets the same answer. */
  idempotency_key: string | null;
  /** SHA-256 of the body and the options of that upload. */
  idempotency_hash: Buffer | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  started_at: Date | null;
  ended_at: Date | null;
}

/** The rows of a list, in the order of the file. */
export interface ListRowsTable {
  batch_id: number;
  /** The position, from 1. */
  row_no: number;
  /** The cells: a JSON array of text. */
  cells: string;
  /** The first row with the same address, whose result this row shares; null: this is the first one. */
  duplicate_of: number | null;
  /** The first row that reaches the same person; null: the row holds no address. */
  mailbox_group: number | null;
}

/** The results of rows. */
export interface ListResultsTable {
  batch_id: number;
  row_no: number;
  status: Status;
  quality: Quality;
  score: number;
  sub_status: SubStatusCode[];
  did_you_mean: string | null;
  mx_record: string;
  checked_at: Date;
}

/**
 * Parts of lists that are to be worked on: the look-ups of up to 4,000 rows, all questions to one receiver, or the
 * look-ups that are repeated. A ready one has a turn; one that is claimed, or waits for later, has a due time.
 */
export interface ListChunksTable {
  id: Generated<number>;
  batch_id: number;
  /** That of its list. */
  account_id: number;
  kind: 'lookup' | 'probe' | 'repeat';
  /** The rows of a lookup; null for others. */
  first_row: number | null;
  last_row: number | null;
  /** The receiver that a probe asks; empty for repeated look-ups, null for the first ones. */
  receiver: string | null;
  /** Its place in the fair order; null while it is claimed, or waits. */
  turn: number | null;
  /** When the claim ends, or the wait; null while it is ready. */
  due_at: Date | null;
  /** Names the claim; null: nobody has it. */
  lease: string | null;
  /** Claims since the last one that brought a result or ended without an error. */
  attempts: Generated<number>;
}

/** The reasons why a row that was asked is asked again later: it was greylisted, or the DNS or its mail server failed. */
export const WAITS = ['dns', 'smtp', 'greylisted'] as const;
export type Wait = (typeof WAITS)[number];

/** Questions to mail servers that wait for an answer, and look-ups that are repeated. */
export interface ListProbesTable {
  batch_id: number;
  row_no: number;
  /** Empty for a look-up. */
  receiver: string;
  /** JSON: a `ProbeQuestion` of the verifier; of a look-up, its address alone. */
  question: Pick<ProbeQuestion, 'email'> & Partial<ProbeQuestion>;
  /** Not asked before. */
  due_at: Date;
  /** Number of times that the question had no turn in time. */
  attempts: Generated<number>;
  /** Null: it was not asked yet. */
  waits_for: Wait | null;
  /** Number of times that it was put off because the DNS or the mail server failed. */
  repeats: Generated<number>;
}

/** The processes that work on lists. One that has nothing to do need not be there. */
export interface ListWorkersTable {
  id: string;
  seen_at: Date;
  /** True: it does not work on what needs that, since all of it fails. Null: it has ended. */
  waits_for_dns: boolean | null;
  waits_for_smtp: boolean | null;
}

/** The blocks of lists: the rows of each that have a result, by status, with those that share one. */
export interface ListBlocksTable {
  batch_id: number;
  /** From 0. */
  block: number;
  valid: number;
  invalid: number;
  risky: number;
  unknown: number;
}

export interface ListTables {
  batches: ListsTable;
  batch_rows: ListRowsTable;
  batch_results: ListResultsTable;
  batch_blocks: ListBlocksTable;
  batch_chunks: ListChunksTable;
  batch_probes: ListProbesTable;
  list_workers: ListWorkersTable;
}
