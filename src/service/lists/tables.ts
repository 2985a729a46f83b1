/** The tables of lists: see migration.ts. */
import type { Generated } from 'kysely';
import type { Quality, Status, SubStatusCode } from '../../protocol/index.js';
import type { ProbeQuestion } from '../../verifier/types.js';

/** The states of a batch job. */
export const BATCH_STATUSES = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];
/** The states in which nothing changes any more. */
export const ENDED = ['completed', 'failed', 'cancelled'] as const satisfies readonly BatchStatus[];

/** True for a state in which nothing changes any more. */
export const hasEnded = (status: BatchStatus | 'uploading'): boolean => (ENDED as readonly string[]).includes(status);

/** The batch jobs: one for each uploaded list. */
export interface BatchesTable {
  id: Generated<number>;
  account_id: number;
  /** The key that uploaded it; null: a person who was signed in. Keys may be deleted later. */
  key_id: number | null;
  /** The name of the uploaded file. */
  name: string;
  /** `uploading`: not seen by anybody yet; deleted if the upload breaks off. */
  status: BatchStatus | 'uploading';
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
  /** The position of the column with the addresses, from 0. */
  email_column: Generated<number>;
  /** The largest number of cells in a row. */
  width: Generated<number>;
  /** Rows with a result: the sum of the four below. Duplicates are not counted here. */
  processed: Generated<number>;
  valid: Generated<number>;
  invalid: Generated<number>;
  risky: Generated<number>;
  unknown: Generated<number>;
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
export interface BatchRowsTable {
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
export interface BatchResultsTable {
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
 * Parts of jobs that are to be worked on: the look-ups of up to 500 rows, or all questions to one receiver. A ready one has a
 * turn; one that is claimed, or waits for later, has a due time.
 */
export interface BatchChunksTable {
  id: Generated<number>;
  batch_id: number;
  /** That of its job. */
  account_id: number;
  kind: 'lookup' | 'probe';
  /** The rows of a lookup; null for others. */
  first_row: number | null;
  last_row: number | null;
  /** The receiver that a probe asks; null for others. */
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

/** Questions to mail servers that wait for an answer. */
export interface BatchProbesTable {
  batch_id: number;
  row_no: number;
  receiver: string;
  /** JSON: a `ProbeQuestion` of the verifier. */
  question: ProbeQuestion;
  /** Not asked before. */
  due_at: Date;
  /** Number of times that the question had no turn in time. */
  attempts: Generated<number>;
}

export interface ListTables {
  batches: BatchesTable;
  batch_rows: BatchRowsTable;
  batch_results: BatchResultsTable;
  batch_chunks: BatchChunksTable;
  batch_probes: BatchProbesTable;
}
