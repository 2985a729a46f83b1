/** The rows of an upload, on their way from the file into the store. */
import { sql } from 'kysely';
import { parseAddress } from '../../../address/index.js';
import { timestamp, type Status } from '../../../protocol/index.js';
import { Refusal } from '../../../protocol/refusal.js';
import { turns } from '../../../util/turns.js';
import type { Store } from '../../store/tables.js';
import { createDuplicates } from '../file/duplicates.js';
import type { ListFile } from '../file/read-list.js';
import type { ImportedResult, Importer } from '../../../address/list-file/import/recognise-results.js';
import { assess } from '../../../verifier/score.js';
import { createCopier } from './copier.js';
import type { UploadOptions } from './options.js';

/** The interval at which an upload says that it goes on, in ms. */
const ALIVE_MS = 5000;

const ROW_COLUMNS = ['batch_id', 'row_no', 'cells', 'duplicate_of', 'mailbox_group'];
const RESULT_COLUMNS = [
  ...['batch_id', 'row_no', 'status', 'quality', 'score', 'sub_status', 'did_you_mean', 'mx_record', 'checked_at'],
];

/** Scores of results whose codes do not tell: in the middle of what their status allows. */
const SCORES: Record<Status, number> = { valid: 0.9, risky: 0.5, invalid: 0, unknown: 0.5 };

/** The score of a result from elsewhere: that of its codes, if they say the same as its status. */
const scoreOf = ({ status, sub_status }: ImportedResult): number => {
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
  /** The rows of the file, without the header. */
  total: number;
  /** The rows in the store. */
  stored: number;
  /** The bytes of their cells. */
  bytes: number;
  duplicates: number;
  /** The addresses that need a verdict: each costs a credit. */
  payable: number;
  /** The results from elsewhere, by status. */
  imported: Record<Status, number>;
}

/** Nothing so far. */
export const nothingCounted = (): Counted => ({
  total: 0,
  stored: 0,
  bytes: 0,
  duplicates: 0,
  payable: 0,
  imported: { valid: 0, invalid: 0, risky: 0, unknown: 0 },
});

/** The options for storing the rows of a list. */
interface StoreOptions extends Pick<UploadOptions, 'remove_duplicates' | 'remove_same_mailbox'> {
  batchId: number;
  maxRows: number;
  /** The credits of the account. */
  credits: number;
  /** Reads verdicts from the rows; undefined: they are not taken. */
  importer?: Importer | undefined;
  signal: AbortSignal;
  /** Receives what is stored, also if the upload fails. */
  counted: Counted;
}

/** Says that an upload goes on. @throws Refusal `conflict` if its list was deleted meanwhile: nobody would find more rows of it. */
const stayAlive = async ({ db }: Store, batchId: number): Promise<void> => {
  const alive = await db
    .updateTable('batches')
    .set({ updated_at: sql<Date>`now()` })
    .where('id', '=', batchId)
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
  const { batchId, maxRows, credits, importer, signal, counted } = options;
  const removesMailboxes = options.remove_same_mailbox === true;
  const removes = options.remove_duplicates === true;
  const same = createDuplicates({ bound: maxRows });
  const rows = createCopier(store, 'batch_rows', ROW_COLUMNS);
  const results = createCopier(store, 'batch_results', RESULT_COLUMNS);
  const now = timestamp(new Date());
  let alive = performance.now();
  for await (const { cells, email } of file.rows) {
    signal.throwIfAborted();
    if (turns.isOver()) {
      await turns.rest();
      if (performance.now() - alive >= ALIVE_MS) {
        alive = performance.now();
        await stayAlive(store, batchId);
      }
    }
    counted.total += 1;
    const row = counted.stored + 1;
    const isAddress = parseAddress(email).ok;
    const first = same.first(email, row);
    const group = isAddress ? same.mailboxGroup(email, row) : null;
    const isSame = first !== undefined || (removesMailboxes && group !== null && group !== row);
    if (isSame) counted.duplicates += 1;
    if (isSame && (removesMailboxes || removes)) continue;
    counted.stored = row;
    const text = JSON.stringify(cells);
    counted.bytes += Buffer.byteLength(text);
    await rows.add([batchId, row, text, first ?? null, group]);
    if (isSame) continue;
    const found = importer?.read(cells);
    if (found !== undefined && found.status !== 'unknown') {
      const { status, quality, sub_status, did_you_mean } = found;
      const codes = `{${sub_status.join(',')}}`;
      await results.add([batchId, row, status, quality, scoreOf(found), codes, did_you_mean, '', now]);
      counted.imported[status] += 1;
    } else if (isAddress) {
      counted.payable += 1;
      if (counted.payable > credits) throw tooFewCredits(credits);
    }
  }
  await stayAlive(store, batchId);
  await rows.flush();
  await results.flush();
};
