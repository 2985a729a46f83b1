/** The rows of an upload, on their way from the file into the store. */
import { sql } from 'kysely';
import { timestamp, type Status } from '../../../protocol/index.js';
import { Refusal } from '../../../protocol/refusal.js';
import { turns } from '../../../util/turns.js';
import type { Store } from '../../schema.js';
import { readLines } from '../file/entries.js';
import type { ListFile } from '../file/read-list.js';
import type { ImportedResult, Importer } from '../../../address/list-file/import/importer.js';
import { assess } from '../../../verifier/score.js';
import { addBounce, noBounces, type BounceSums } from '../../mail-outcomes/bounces.js';
import { createTally } from '../file/tally.js';
import { RESULT_COLUMNS, resultValues } from '../stored-result.js';
import { writeCells, writeEntry } from '../stored-row.js';
import { createCopier } from './copier.js';
import type { UploadOptions } from './options.js';
import { removalOf } from './read-upload.js';

/** The interval at which an upload says that it goes on, in ms. */
const ALIVE_MS = 5000;

const ROW_COLUMNS = ['batch_id', 'row_no', 'cells', 'duplicate_of', 'mailbox_group'];

/** Scores of results whose codes do not tell: in the middle of what their status allows. */
const SCORES: Record<Status, number> = { valid: 0.9, risky: 0.5, invalid: 0, unknown: 0.5 };

/** The score of a result from elsewhere: its own, or that of its codes, if they say the same as its status. */
const scoreOf = ({ status, sub_status, score }: ImportedResult): number => {
  if (score !== undefined) return score;
  const assessed = assess(sub_status);
  return assessed.status === status ? assessed.score : SCORES[status];
};

/** The refusal of a list that has more addresses than the account has credits. */
export const tooFewCredits = (credits: number): Refusal =>
  new Refusal(
    'out_of_credits',
    `The list has more addresses to check than this account has credits: ${credits}. Add credits, or send a shorter list.`,
    { connection: 'close' },
  );

/** The refusal of an upload whose list was deleted meanwhile. */
export const givenUp = (): Refusal =>
  new Refusal('conflict', 'The upload took too long, and was given up; send it again.', { connection: 'close' });

/** The counts of the rows of a file. */
export interface Counted {
  /** The entries of the file: its rows without the header, or the addresses in them. */
  total: number;
  /** The entries in the store. */
  stored: number;
  /** The bytes of their cells. */
  bytes: number;
  duplicates: number;
  /** The cells with several addresses. */
  several: number;
  /** The addresses that need a verdict: each costs a credit. */
  payable: number;
  /** The results from elsewhere, by status. */
  imported: Record<Status, number>;
  /** The projected bounces of these. */
  bounces: BounceSums;
}

/** Nothing so far. */
export const nothingCounted = (): Counted => ({
  total: 0,
  stored: 0,
  bytes: 0,
  duplicates: 0,
  several: 0,
  payable: 0,
  imported: { valid: 0, invalid: 0, risky: 0, unknown: 0 },
  bounces: noBounces(),
});

/** The options for storing the rows of a list. */
interface StoreOptions extends Pick<UploadOptions, 'remove_duplicates' | 'remove_same_mailbox' | 'split_cells'> {
  listId: number;
  maxRows: number;
  /** The credits of the account. */
  credits: number;
  /** Reads verdicts from the rows; undefined: they are not taken. */
  importer?: Importer | undefined;
  signal: AbortSignal;
  /** Receives what is stored, also if the upload fails. */
  counted: Counted;
}

/**
 * Says that an upload goes on. @throws Refusal `conflict` if its list was deleted meanwhile: nobody would find more
 * rows of it.
 */
const stayAlive = async ({ db }: Store, listId: number): Promise<void> => {
  const alive = await db
    .updateTable('batches')
    .set({ updated_at: sql<Date>`now()` })
    .where('id', '=', listId)
    .where('status', '=', 'uploading')
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (alive === undefined) throw givenUp();
};

/**
 * Stores the rows of a file. The store and the thread may be used by others in between.
 * @throws ListFileError for a fault of the file; Refusal `out_of_credits` as soon as the credits cannot suffice; the
 *   signal's reason.
 */
export const storeRows = async (store: Store, file: ListFile, options: StoreOptions): Promise<void> => {
  const { listId, maxRows, credits, importer, signal, counted } = options;
  const isSingle = file.emailColumns.length === 1;
  const tally = createTally({ maxRows, columns: file.emailColumns.length, removes: removalOf(options) });
  const rows = createCopier(store, 'batch_rows', ROW_COLUMNS);
  const results = createCopier(store, 'batch_results', RESULT_COLUMNS);
  const now = timestamp(new Date());
  let alive = performance.now();
  for await (const lines of readLines(file, { maxRows, splitsCells: options.split_cells === true }))
    for (const line of lines) {
      signal.throwIfAborted();
      if (turns.isOver()) {
        await turns.rest();
        if (performance.now() - alive >= ALIVE_MS) {
          alive = performance.now();
          await stayAlive(store, listId);
        }
      }
      const entries = tally.add(line);
      counted.total = tally.counts.total;
      counted.duplicates = tally.counts.duplicates;
      counted.several = tally.counts.several;
      for (const entry of entries ?? []) {
        const { row, column, isAddress, first, group } = entry;
        counted.stored = row;
        const text = isSingle
          ? writeCells(line.cells)
          : writeEntry(line.cells, tally.placeOf(entry), entry === entries?.[0]);
        counted.bytes += Buffer.byteLength(text);
        // No wait for nothing: each would be a task of its own.
        const copied = rows.add([listId, row, text, first ?? null, group]);
        if (copied) await copied;
        if (first !== undefined) continue;
        const found = importer?.read(line.cells, column);
        if (found !== undefined && found.status !== 'unknown') {
          const { mx_record = '', checked_at = now } = found;
          await results.add(resultValues(listId, row, { ...found, score: scoreOf(found), mx_record, checked_at }));
          counted.imported[found.status] += 1;
          // The account's own bounces tell how right our verdicts were, not those of others.
          addBounce(counted.bounces, found, null);
        } else if (isAddress) {
          counted.payable += 1;
          if (counted.payable > credits) throw tooFewCredits(credits);
        }
      }
    }
  await stayAlive(store, listId);
  await rows.flush();
  await results.flush();
};
