/** Reads files that tell what became of mail: lists with a column of outcomes, and mails that came back. */
import { ListFileError, type ListFileCode } from '../../address/list-file/list-file-error.js';
import { parseAddress } from '../../address/parse.js';
import { turns } from '../../util/turns.js';
import { readList } from '../lists/file/read-list.js';
import type { MailOutcome, MailReport } from '../mail-outcomes/mail-outcomes.js';
import { readBounceMail } from './bounce-mail.js';
import { isMail, isMbox, mailIn, mailsIn } from './mails.js';
import { outcomeColumn, outcomeIn, timeColumn, timeIn } from './outcome-columns.js';

/** Reports that are handed on at once. */
const MOST = 1000;

/** A file that can be read, and tells no outcome. */
export class NoOutcomes extends Error {
  override readonly name = 'NoOutcomes';
}

/** The reasons for which an entry tells nothing. */
export const WITHOUT = ['no_address', 'no_outcome', 'no_notification', 'nothing_final'] as const;
/**
 * `no_address`, `no_outcome`: a row without an address, or without a word for an outcome. `no_notification`: a mail that
 * is no delivery status notification. `nothing_final`: one that tells of a delay, or names no address.
 */
export type Without = (typeof WITHOUT)[number];

/** The content of a file. */
export interface BounceFile {
  kind: 'list' | 'mails';
  /** Rows, or mails. */
  entries: number;
  /** Those that tell no outcome, by the reason. */
  without: Record<Without, number>;
  /** The rows whose time cannot be read: they count as now. */
  unreadTimes: number;
  reports: Record<MailOutcome, number>;
}

/** The bounds of a file. */
export interface BounceFileLimits {
  /** Rows or mails; without limit when unset. */
  maxEntries?: number;
  /** Bytes of a list; those of `readList` when unset. */
  maxBytes?: number;
}

/** A row or a mail: its reports, or why it has none. */
interface Entry {
  told: readonly MailReport[] | Without;
  /** True: its time cannot be read. */
  isUntimed?: boolean;
}

const startOf = async (parts: AsyncIterator<Uint8Array>, least: number): Promise<Buffer> => {
  const held: Uint8Array[] = [];
  for (let size = 0; size < least;) {
    const next = await parts.next();
    if (next.done === true) break;
    held.push(next.value);
    size += next.value.length;
  }
  return Buffer.concat(held);
};

/** The bytes without a byte order mark and line ends before the first line, which some programs write before a mail. */
const withoutBlanks = (start: Buffer): Buffer => {
  const [blanks = ''] = /^(?:\xef\xbb\xbf)?[\r\n]*/.exec(start.subarray(0, 400).toString('latin1')) ?? [];
  const rest = start.subarray(blanks.length);
  return isMbox(rest) || isMail(rest) ? rest : start;
};

async function* withStart(start: Buffer, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  yield start;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

async function* ofMails(mails: AsyncIterable<Buffer>): AsyncGenerator<Entry, void, undefined> {
  for await (const mail of mails) {
    const reports = await readBounceMail(mail);
    yield { told: reports === null ? 'no_notification' : reports.length === 0 ? 'nothing_final' : reports };
  }
}

const WHAT_IS_READ =
  'Send the mails that came back (one as .eml, many in an mbox file), or a list with a column of outcomes (CSV, .xlsx, .ods).';
/** Faults of a file that is neither a list nor a mail. */
const UNREADABLE: readonly ListFileCode[] = ['is_binary', 'is_markup', 'is_compressed', 'empty_file'];

/** The fault of a file, with what would be right here in place of what would be right for a list to check. */
const withAdvice = (error: unknown): unknown => {
  if (!(error instanceof ListFileError) || !UNREADABLE.includes(error.code)) return error;
  const [what = error.detail] = error.detail.split(/(?<=\.) /, 1);
  const unpack = error.code === 'is_compressed' ? 'Unpack it first. ' : '';
  return new ListFileError(error.code, `${what} ${unpack}${WHAT_IS_READ}`, error.line);
};

/** @throws ListFileError, NoOutcomes. */
async function* ofList(
  bytes: AsyncIterable<Uint8Array>,
  given: MailOutcome | undefined,
  { maxEntries, maxBytes }: BounceFileLimits,
): AsyncGenerator<Entry, void, undefined> {
  const list = await readList(bytes, {
    ...(maxEntries !== undefined && { maxRows: maxEntries }),
    ...(maxBytes !== undefined && { maxBytes }),
  }).catch((error: unknown) => {
    throw withAdvice(error);
  });
  const column = given === undefined ? outcomeColumn(list.sample) : null;
  if (given === undefined && column === null) {
    await list.rows.return();
    throw new NoOutcomes(
      'No column tells an outcome, such as hard_bounce, delivered or complaint. Name the outcome of all addresses.',
    );
  }
  const times = timeColumn(list.columns);
  for await (const rows of list.rows)
    for (const { cells, email } of rows) {
      const outcome = given ?? outcomeIn(cells[column ?? 0]);
      const time = times === null ? '' : (cells[times] ?? '').trim();
      const at = timeIn(time);
      if (!parseAddress(email.trim()).ok) yield { told: 'no_address' };
      else if (outcome === null) yield { told: 'no_outcome' };
      else yield { told: [{ email, outcome, at }], isUntimed: time !== '' && at === null };
    }
}

/**
 * Reads a file: a list that `readList` reads, a mail, or an mbox file.
 * @param options.outcome that of all addresses of a list; by default a column tells it.
 * @param take takes up to a thousand reports.
 * @throws ListFileError for a file that cannot be read, or that is too large; NoOutcomes for a list without outcomes.
 */
export const readBounceFile = async (
  bytes: AsyncIterable<Uint8Array>,
  { outcome, ...limits }: { outcome?: MailOutcome | undefined } & BounceFileLimits,
  take: (reports: readonly MailReport[]) => Promise<void>,
): Promise<BounceFile> => {
  const { maxEntries = Infinity } = limits;
  const parts = bytes[Symbol.asyncIterator]();
  const start = withoutBlanks(await startOf(parts, 16_384));
  const whole = withStart(start, parts);
  const isMany = isMbox(start);
  const isMails = isMany || isMail(start);
  const file: BounceFile = {
    ...{ kind: isMails ? 'mails' : 'list', entries: 0, unreadTimes: 0 },
    without: { no_address: 0, no_outcome: 0, no_notification: 0, nothing_final: 0 },
    reports: { delivered: 0, hard_bounce: 0, soft_bounce: 0, complaint: 0 },
  };
  let held: MailReport[] = [];
  const entries = isMails ? ofMails(isMany ? mailsIn(whole) : mailIn(whole)) : ofList(whole, outcome, limits);
  for await (const { told, isUntimed = false } of entries) {
    if (file.entries >= maxEntries)
      throw new ListFileError('too_many_rows', `The file has more than ${maxEntries} mails. Split it.`);
    file.entries += 1;
    if (isUntimed) file.unreadTimes += 1;
    if (typeof told === 'string') file.without[told] += 1;
    else
      for (const report of told) {
        file.reports[report.outcome] += 1;
        held.push(report);
        if (held.length < MOST) continue;
        await take(held);
        held = [];
      }
    if (turns.isOver()) await turns.rest();
  }
  if (held.length > 0) await take(held);
  return file;
};
