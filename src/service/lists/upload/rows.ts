/** The rows of an upload, on their way from the file into the store. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { parseAddress } from '../../../address/index.js';
import { timestamp, type Status } from '../../../protocol/index.js';
import { Refusal } from '../../../protocol/refusal.js';
import { copyLine } from '../../store/copy-text.js';
import type { Store } from '../../store/tables.js';
import { createDuplicates } from '../file/duplicates.js';
import type { ListFile } from '../file/read-list.js';
import type { ImportedResult, Importer } from '../import/recognise-results.js';
import { assess } from '../../../verifier/score.js';
import type { UploadOptions } from './options.js';

/** The text that is copied at once, in characters, at most by one row more. */
const COPIED = 500_000;
/** The interval at which an upload says that it goes on, in ms. */
const ALIVE_MS = 5000;

const ROW_COLUMNS = ['batch_id', 'row_no', 'cells', 'duplicate_of', 'mailbox_group'];
const RESULT_COLUMNS = [
  ...['batch_id', 'row_no', 'status', 'quality', 'score', 'sub_status', 'did_you_mean', 'mx_record', 'checked_at'],
];

/** Copies rows into a table in parts. */
const createCopier = ({ copy }: Store, table: string, columns: readonly string[]) => {
  let text = '';
  const flush = async (): Promise<void> => {
    const bytes = Buffer.from(text);
    text = '';
    if (bytes.length > 0) await copy({ table, columns, text: bytes });
  };
  return {
    add(values: readonly (string | number | null)[]): Promise<void> | undefined {
      text += copyLine(values);
      return text.length >= COPIED ? flush() : undefined;
    },
    flush,
  };
};

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

/** What the rows of a file are. */
export interface Counted {
  /** The rows of the file, without the header. */
  total: number;
  /** The rows in the store. */
  stored: number;
  duplicates: number;
  /** The addresses that need a verdict: each costs a credit. */
  payable: number;
  /** The results from elsewhere, by status. */
  imported: Record<Status, number>;
}

/** How the rows of a list are stored. */
interface StoreOptions extends Pick<UploadOptions, 'remove_duplicates' | 'remove_same_mailbox'> {
  batchId: number;
  maxRows: number;
  /** The credits of the account. */
  credits: number;
  /** Reads verdicts from the rows; undefined: they are not taken. */
  importer?: Importer | undefined;
  signal: AbortSignal;
}

/**
 * Stores the rows of a file. The store may be used by others in between.
 * @throws ListFileError for a fault of the file; Refusal `out_of_credits` as soon as the credits cannot suffice; the
 *   signal's reason.
 */
export const storeRows = async (store: Store, file: ListFile, options: StoreOptions): Promise<Counted> => {
  const { batchId, maxRows, credits, importer, signal } = options;
  const removesMailboxes = options.remove_same_mailbox === true;
  const removes = options.remove_duplicates === true;
  const same = createDuplicates({ bound: maxRows });
  const rows = createCopier(store, 'batch_rows', ROW_COLUMNS);
  const results = createCopier(store, 'batch_results', RESULT_COLUMNS);
  const counted: Counted = {
    total: 0,
    stored: 0,
    duplicates: 0,
    payable: 0,
    imported: { valid: 0, invalid: 0, risky: 0, unknown: 0 },
  };
  const now = timestamp(new Date());
  let alive = performance.now();
  for await (const { cells, email } of file.rows) {
    signal.throwIfAborted();
    counted.total += 1;
    const row = counted.stored + 1;
    const isAddress = parseAddress(email).ok;
    const first = same.first(email, row);
    const group = isAddress ? same.mailboxGroup(email, row) : null;
    const isSame = first !== undefined || (removesMailboxes && group !== null && group !== row);
    if (isSame) counted.duplicates += 1;
    if (isSame && (removesMailboxes || removes)) continue;
    counted.stored = row;
    await rows.add([batchId, row, JSON.stringify(cells), first ?? null, group]);
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
    if (performance.now() - alive < ALIVE_MS) continue;
    alive = performance.now();
    await store.db
      .updateTable('batches')
      .set({ updated_at: sql<Date>`now()` })
      .where('id', '=', batchId)
      .execute();
    // Whatever else this process does gets a turn.
    await sleep(0);
  }
  await rows.flush();
  await results.flush();
  return counted;
};
