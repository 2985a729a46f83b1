/** Reads files that tell what became of mail: lists with a column of outcomes, and mails that came back. */
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

/** The content of a file. */
export interface BounceFile {
  kind: 'list' | 'mails';
  /** Rows, or mails. */
  entries: number;
  /** Those that tell no outcome. */
  without: number;
  reports: Record<MailOutcome, number>;
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

async function* withStart(start: Buffer, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  yield start;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

/** The reports of each mail; null: it tells no outcome. */
async function* ofMails(mails: AsyncIterable<Buffer>): AsyncGenerator<MailReport[] | null, void, undefined> {
  for await (const mail of mails) {
    const reports = await readBounceMail(mail);
    yield reports?.length === 0 ? null : reports;
  }
}

/** The reports of each row. @throws ListFileError, NoOutcomes. */
async function* ofList(
  bytes: AsyncIterable<Uint8Array>,
  given: MailOutcome | undefined,
): AsyncGenerator<MailReport[] | null, void, undefined> {
  const list = await readList(bytes);
  const column = given === undefined ? outcomeColumn(list.sample) : null;
  if (given === undefined && column === null) {
    await list.rows.return();
    throw new NoOutcomes(
      'No column tells an outcome, such as hard_bounce, delivered or complaint. Name the outcome of all addresses.',
    );
  }
  const times = timeColumn(list.columns);
  for await (const { cells, email } of list.rows) {
    const outcome = given ?? outcomeIn(cells[column ?? 0]);
    yield outcome === null || email === ''
      ? null
      : [{ email, outcome, at: times === null ? null : timeIn(cells[times]) }];
  }
}

/**
 * Reads a file: a list that `readList` reads, a mail, or an mbox file.
 * @param options.outcome that of all addresses of a list; by default a column tells it.
 * @param take takes up to a thousand reports.
 * @throws ListFileError for a file that cannot be read, NoOutcomes for a list without outcomes.
 */
export const readBounceFile = async (
  bytes: AsyncIterable<Uint8Array>,
  { outcome }: { outcome?: MailOutcome | undefined },
  take: (reports: readonly MailReport[]) => Promise<void>,
): Promise<BounceFile> => {
  const parts = bytes[Symbol.asyncIterator]();
  const start = await startOf(parts, 16_384);
  const whole = withStart(start, parts);
  const isMany = isMbox(start);
  const isMails = isMany || isMail(start);
  const file: BounceFile = {
    ...{ kind: isMails ? 'mails' : 'list', entries: 0, without: 0 },
    reports: { delivered: 0, hard_bounce: 0, soft_bounce: 0, complaint: 0 },
  };
  let held: MailReport[] = [];
  for await (const reports of isMails ? ofMails(isMany ? mailsIn(whole) : mailIn(whole)) : ofList(whole, outcome)) {
    file.entries += 1;
    if (reports === null) file.without += 1;
    for (const report of reports ?? []) {
      file.reports[report.outcome] += 1;
      held.push(report);
      if (held.length < MOST) continue;
      await take(held);
      held = [];
    }
  }
  if (held.length > 0) await take(held);
  return file;
};
