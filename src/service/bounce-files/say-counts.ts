/** The counts of a file in words, the same for the command and for uploads. */
import type { Without } from './read-bounce-file.js';
import type { CountedFile } from './store-bounce-file.js';

const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

const WORDS: Record<Without, (entries: number) => string> = {
  no_address: (rows) => `${count(rows, 'row has', 'rows have')} no address`,
  no_outcome: (rows) => `${count(rows, 'row names', 'rows name')} no outcome that is known here`,
  no_notification: (mails) => `${count(mails, 'mail is', 'mails are')} no delivery status notification`,
  nothing_final: (mails) => `${count(mails, 'notification tells', 'notifications tell')} of a delay, or of no address`,
};

/** Says how many outcomes a file has, how many were known before, and what was left out and why. */
export const sayCounts = ({ reports, without, unreadTimes, stored }: CountedFile): string => {
  const { mailboxes, repeats, tooOld } = stored;
  const left = Object.entries(without)
    .filter(([, entries]) => entries > 0)
    .map(([reason, entries]) => WORDS[reason as Without](entries));
  return [
    `${reports.delivered.toLocaleString('en')} delivered, ${count(reports.hard_bounce, 'hard bounce')}, ` +
      `${count(reports.soft_bounce, 'soft bounce')}, ${count(reports.complaint, 'complaint')}.`,
    `Stored of ${count(mailboxes, 'mailbox', 'mailboxes')}${
      repeats === 0 ? '' : `; ${count(repeats, 'outcome was', 'outcomes were')} known before`
    }.`,
    ...(tooOld === 0 ? [] : [`${count(tooOld, 'outcome is', 'outcomes are')} older than a year, and not stored.`]),
    ...(unreadTimes === 0
      ? []
      : [
          `${count(unreadTimes, 'time was', 'times were')} not understood, and counted as now: write them as 2026-01-31T12:00:00Z.`,
        ]),
    ...(left.length === 0 ? [] : [`Left out: ${left.join('; ')}.`]),
  ].join(' ');
};
