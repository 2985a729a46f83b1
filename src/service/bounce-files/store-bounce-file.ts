/** Counts a file that tells what became of mail, for the command and for uploads alike. */
import { ListFileError } from '../../address/list-file/list-file-error.js';
import { Refusal } from '../../protocol/refusal.js';
import type { MailOutcome, MailReport, Reported } from '../mail-outcomes/mail-outcomes.js';
import { readBounceFile, type BounceFile, type BounceFileLimits } from './read-bounce-file.js';

/** Stores up to a thousand reports. */
export type StoreReports = (reports: readonly MailReport[]) => Promise<Reported>;

/** A file whose reports are stored. */
export interface CountedFile extends BounceFile {
  stored: Reported;
}

const add = (one: Reported, other: Reported): Reported => ({
  mailboxes: one.mailboxes + other.mailboxes,
  repeats: one.repeats + other.repeats,
  tooOld: one.tooOld + other.tooOld,
});

/** The error of a file of which a part is stored says so: nothing is lost, and a repeat is harmless. */
const withStored = (error: unknown, reports: number): unknown => {
  if (reports === 0) return error;
  const said = `The first ${reports} outcomes of the file are stored; to send it again is harmless.`;
  if (error instanceof ListFileError) return new ListFileError(error.code, `${error.detail} ${said}`, error.line);
  if (error instanceof Refusal) return new Refusal(error.code, `${error.detail} ${said}`, error.headers, error.members);
  return error;
};

/**
 * Reads a file, and stores its reports. An outcome without a time counts as of the moment at which the reading began, so
 * that its repeats in the file are repeats.
 * @throws as `readBounceFile` and `store` do.
 */
export const storeBounceFile = async (
  bytes: AsyncIterable<Uint8Array>,
  options: { outcome?: MailOutcome | undefined } & BounceFileLimits,
  store: StoreReports,
): Promise<CountedFile> => {
  const begun = new Date();
  let stored: Reported = { mailboxes: 0, repeats: 0, tooOld: 0 };
  let reports = 0;
  try {
    const file = await readBounceFile(bytes, options, async (told) => {
      stored = add(stored, await store(told.map(({ at, ...report }) => ({ ...report, at: at ?? begun }))));
      reports += told.length;
    });
    return { ...file, stored };
  } catch (error) {
    throw withStored(error, reports);
  }
};

const sum = <K extends string>(one: Record<K, number>, other: Record<K, number>): Record<K, number> =>
  Object.fromEntries(Object.keys(one).map((key) => [key, one[key as K] + other[key as K]])) as Record<K, number>;

/** The sum of files, of which the first names the kind. */
export const sumOfFiles = (files: readonly CountedFile[]): CountedFile | null =>
  files.length === 0
    ? null
    : files.reduce((one, other) => ({
        kind: one.kind,
        entries: one.entries + other.entries,
        unreadTimes: one.unreadTimes + other.unreadTimes,
        without: sum(one.without, other.without),
        reports: sum(one.reports, other.reports),
        stored: add(one.stored, other.stored),
      }));
