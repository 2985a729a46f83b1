import { z } from 'zod';
import { ListFileError } from '../../address/list-file/list-file-error.js';
import { MAX_BOUNCE_FILE_BYTES } from '../../protocol/bounces.js';
import { Refusal } from '../../protocol/refusal.js';
import { answerOf, describe, type Endpoints } from '../http/endpoint.js';
import { queryValues, readQuery } from '../http/query.js';
import { field, optional, readValues } from '../http/request-fields.js';
import { FILE_TYPES } from '../lists/file/media-types.js';
import { DEFAULT_LIMITS } from '../lists/list-limits.js';
import { readSent } from '../lists/upload/source.js';
import { asRefusal } from '../lists/upload/store-upload.js';
import type { UploadPlaces } from '../lists/upload/upload-places.js';
import { MAIL_OUTCOMES, NOTHING_REPORTED, type ReportOutcomes } from '../mail-outcomes/mail-outcomes.js';
import { findAsker, type AccountAccess } from '../users/account-access.js';
import { LIMITS, type Limiter } from '../users/attempt-limits.js';
import { NoOutcomes, WITHOUT } from './read-bounce-file.js';
import { sayCounts } from './say-counts.js';
import { storeBounceFile, type CountedFile } from './store-bounce-file.js';

/** The parts of the service that this endpoint uses. */
interface Parts extends AccountAccess {
  limiter: Limiter;
  places: UploadPlaces;
  report: ReportOutcomes;
}

/** The types of a body that is the file itself. The content tells what it is. */
const TYPES = [...FILE_TYPES, 'message/rfc822', 'application/mbox'];
const { maxRows: MOST_ENTRIES } = DEFAULT_LIMITS;

const FIELDS = z.strictObject({
  outcome: optional(
    field(
      `one of ${MAIL_OUTCOMES.join(', ')}: that of all addresses of a list (by default a column tells it)`,
      z.enum(MAIL_OUTCOMES),
      'hard_bounce',
    ),
  ),
});

const COUNT = z.int().min(0);
const countsOf = <K extends string>(names: readonly K[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, COUNT])) as Record<K, typeof COUNT>);

const COUNTED = z.object({
  kind: z.enum(['list', 'mails']).describe('what the file is'),
  entries: COUNT.describe('its rows, or its mails'),
  outcomes: countsOf(MAIL_OUTCOMES).describe('the outcomes that it tells'),
  left_out: countsOf(WITHOUT).describe(
    'the entries that tell nothing: rows without an address or a known outcome, mails that are no delivery status notification, ' +
      'and notifications that tell of a delay or of no address',
  ),
  unread_times: COUNT.describe('the rows whose time was not understood: they count as now'),
  mailboxes: COUNT.describe('the mailboxes of which something is known now'),
  repeats: COUNT.describe('the outcomes that were known before'),
  too_old: COUNT.describe('those older than a year, which are not stored'),
});

const shown = ({ kind, entries, reports, without, unreadTimes, stored }: CountedFile): z.output<typeof COUNTED> => ({
  ...{ kind, entries, outcomes: reports, left_out: without, unread_times: unreadTimes },
  ...{ mailboxes: stored.mailboxes, repeats: stored.repeats, too_old: stored.tooOld },
});

const EXAMPLE: CountedFile = {
  ...{ kind: 'list', entries: 1200, unreadTimes: 0 },
  reports: { delivered: 1140, hard_bounce: 45, soft_bounce: 12, complaint: 1 },
  without: { no_address: 0, no_outcome: 2, no_notification: 0, nothing_final: 0 },
  stored: { mailboxes: 1186, repeats: 0, tooOld: 0 },
};

export const BOUNCES_COUNTED = answerOf(
  'What was counted.',
  z.object({ data: COUNTED, message: z.string().describe('the same in words') }),
  { data: shown(EXAMPLE), message: sayCounts(EXAMPLE) },
);

/** Turns the fault of a file into a problem. */
const refusalOf = (error: unknown): unknown => {
  if (error instanceof ListFileError) return asRefusal(error);
  if (!(error instanceof NoOutcomes)) return error;
  return new Refusal('wrong_file', error.message, { connection: 'close' }, { reason: 'no_outcomes' });
};

const upload = describe(
  {
    summary: 'Reports what became of mail, from a file',
    details:
      'A list of addresses with a column of outcomes, a mail that came back (.eml), or many in an mbox file: the content tells which. It is ' +
      'counted as it comes, up to 250 MiB and a million entries, as POST /api/outcomes counts; the file is not stored. Repeats are ' +
      'harmless. With a test key nothing is stored.',
    access: 'account',
    takesFile: true,
    otherBodies: {
      'multipart/form-data': 'the part file, behind the field outcome, if there is one',
      ...Object.fromEntries(TYPES.map((type) => [type, 'the file itself'])),
    },
    answer: BOUNCES_COUNTED,
    problems: ['wrong_file', 'conflict'],
  },
  {
    method: 'POST',
    input: FIELDS,
    async answer({ limiter, places, report, ...access }: Parts, call) {
      const { user, key } = await findAsker(access, call);
      const { accountId } = user ?? key;
      await limiter.take(LIMITS.uploads, String(accountId));
      const leave = places.enter(accountId, false);
      try {
        const { request } = call;
        const { fields, bytes } = await readSent(request, MAX_BOUNCE_FILE_BYTES);
        const query = queryValues(readQuery(request.url));
        delete query['apikey'];
        const { outcome } = readValues({ ...query, ...fields }, FIELDS);
        const counted = await storeBounceFile(
          bytes,
          { outcome, maxEntries: MOST_ENTRIES, maxBytes: MAX_BOUNCE_FILE_BYTES },
          (reports) => (key?.mode === 'test' ? Promise.resolve(NOTHING_REPORTED) : report(accountId, reports)),
        );
        return Response.json({ data: shown(counted), message: sayCounts(counted) });
      } catch (error) {
        throw refusalOf(error);
      } finally {
        leave();
      }
    },
  },
);

/** The endpoint for files that tell what became of mail, by path. */
export const BOUNCE_FILE_ENDPOINTS: Endpoints<Parts> = [['/api/outcomes/file', upload]];
