import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Refusal } from '../../../protocol/refusal.js';
import { answerOf, describe } from '../../http/endpoint.js';
import type { Call } from '../../http/call.js';
import { LIMITS, type Limiter } from '../../users/attempt-limits.js';
import { findOwner, type Access, type Owner } from '../access.js';
import type { Deliverer } from '../callbacks/deliverer.js';
import { checkCallbackUrl } from '../callbacks/url.js';
import { EXAMPLE_SUMMARY, LIST_SUMMARY, summaryOf, WARNING, type List } from '../list.js';
import { OTHER_COLUMNS, SEVERAL } from '../results/list-view.js';
import { ListFileError } from '../../../address/list-file/list-file-error.js';
import { FILE_TYPES } from '../file/media-types.js';
import type { UploadLimits } from '../list-limits.js';
import type { Store } from '../../schema.js';
import type { Repeatable } from './begin-upload.js';
import { messageOf } from './message.js';
import { isWhole, readSource, UPLOAD_FIELDS, type Source } from './source.js';
import { DRY_RUN, dryRun, EXAMPLE_DRY_RUN, shownRows } from './dry-run.js';
import { asRefusal, creditsOf, discard, storeUpload } from './store-upload.js';
import type { UploadPlaces } from './upload-places.js';

/** The parts of the service that this endpoint uses. */
interface Parts extends Access {
  limiter: Limiter;
  deliverer: Deliverer;
  limits: UploadLimits;
  places: UploadPlaces;
  /** Tells the worker of this process that there is work. */
  wake: () => void;
  /** Starts to delete the rows of deleted lists, in the background. */
  deleteRows: () => void;
}

/** `Idempotency-Key`: visible ASCII. */
const KEY = /^[\x21-\x7e]{1,255}$/;
/** The silence of an upload after which another one with its key takes its place, in ms. */
const SILENT_MS = 60_000;

/** The key of an upload. @throws Refusal `bad_request`. */
const repeatableOf = ({ headers }: Request, { isTest }: Owner, { name, options }: Source): Repeatable | undefined => {
  const key = headers.get('idempotency-key');
  if (key === null) return undefined;
  if (!KEY.test(key)) throw new Refusal('bad_request', 'Idempotency-Key must be 1 to 255 characters of ASCII.');
  const said = Object.entries(options).sort(([one], [other]) => (one < other ? -1 : 1));
  return { key, hash: createHash('sha256').update(JSON.stringify([name, said, isTest])) };
};

/** The answer to an upload, the same to its repeats. */
const accepted = (list: List, text: string): Response =>
  Response.json(
    {
      data: { ...summaryOf(list), status: 'pending', updated_at: summaryOf(list).created_at },
      message: text,
      ...(list.warnings && list.warnings.length > 0 && { warnings: list.warnings }),
      ...(list.other_email_columns && { other_email_columns: list.other_email_columns }),
      ...(list.several > 0 && { several_addresses: list.several }),
    },
    { status: 201, headers: { location: `/api/batch/${list.id}` } },
  );

/**
 * Answers a repeat of an upload.
 * @returns null if there was none with this key.
 * @throws Refusal `conflict` while the first is under way, `idempotency_conflict` if it was another one.
 */
const answerRepeat = async (
  store: Store,
  { accountId }: Owner,
  { key, hash }: Repeatable,
  { bytes }: Source,
): Promise<Response | null> => {
  const before = await store.db
    .selectFrom('batches')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  if (before === undefined) return null;
  if (before.status === 'uploading') {
    if (Date.now() - before.updated_at.getTime() < SILENT_MS)
      throw new Refusal('conflict', 'An upload with this Idempotency-Key is under way; try again in 10 s.', {
        'retry-after': '10',
        connection: 'close',
      });
    await discard(store, before.id);
    return null;
  }
  for await (const chunk of bytes) hash.update(chunk);
  if (!hash.digest().equals(before.idempotency_hash ?? Buffer.alloc(0)))
    throw new Refusal(
      'idempotency_conflict',
      'Another file or other options came with this Idempotency-Key before; give each upload its own.',
    );
  return accepted(before as List, 'The list was accepted before.');
};

const answerDryRun = async (
  { store, limits: { maxRows } }: Pick<Parts, 'store' | 'limits'>,
  { accountId }: Owner,
  source: Source,
  signal: AbortSignal,
): Promise<Response> => {
  try {
    const left = await creditsOf(store, accountId);
    return Response.json({ data: await dryRun(source, { maxRows, left, signal }) });
  } catch (error) {
    if (!(error instanceof ListFileError)) throw error;
    throw asRefusal(error, error.sample && { sample: shownRows(error.sample) });
  }
};

const upload = async (parts: Parts, call: Call): Promise<Response> => {
  const { request } = call;
  const owner = await findOwner(parts, call);
  await parts.limiter.take(LIMITS.uploads, String(owner.accountId));
  const leave = parts.places.enter(owner.accountId, isWhole(request));
  try {
    const source = await readSource(request, parts.limits);
    const { options } = source;
    if (options.callback_url !== undefined)
      options.callback_url = checkCallbackUrl(options.callback_url, parts.deliverer.allowPrivate);
    if (options.dry_run === true) return await answerDryRun(parts, owner, source, request.signal);
    const repeatable = repeatableOf(request, owner, source);
    const repeated = repeatable && (await answerRepeat(parts.store, owner, repeatable, source));
    if (repeated) return repeated;
    const uploaded = await storeUpload(parts.store, owner, source, {
      limits: parts.limits,
      repeatable,
      signal: request.signal,
    }).catch((error: unknown) => {
      parts.deleteRows();
      throw error;
    });
    if (uploaded === null)
      throw new Refusal('conflict', 'An upload with this Idempotency-Key is under way; try again in 10 s.', {
        'retry-after': '10',
        connection: 'close',
      });
    parts.wake();
    // A list of results alone has ended.
    parts.deliverer.wake();
    return accepted(uploaded.list, messageOf(uploaded));
  } catch (error) {
    throw error instanceof ListFileError ? asRefusal(error) : error;
  } finally {
    leave();
  }
};

const file = (meaning: string): string => `the file itself, ${meaning}; the options are in the query, with its name`;

export const ACCEPTED = answerOf(
  'The list.',
  z.object({
    data: LIST_SUMMARY,
    message: z.string().describe('for people'),
    warnings: z.array(WARNING).optional().describe('what is worth a look in the file; missing: nothing'),
    other_email_columns: OTHER_COLUMNS.optional(),
    several_addresses: SEVERAL.optional(),
  }),
  {
    data: EXAMPLE_SUMMARY,
    message: 'The list was accepted: 1000 entries. The addresses are in column "email".',
  },
  { status: 201, headers: { Location: 'The path of the list.' } },
);

export const TRIED = answerOf(
  'To dry_run: what the upload would be. If no column with addresses is found, the problem has the first rows as sample.',
  z.object({ data: DRY_RUN }),
  { data: EXAMPLE_DRY_RUN },
);

export const UPLOAD = describe(
  {
    summary: 'Uploads a list',
    details:
      'CSV in any usual form and encoding, text with an address a line, .xlsx, .ods, vCards, JSON or NDJSON: the content tells ' +
      'which. With dry_run nothing is stored: the answer says what the upload would be, and cost. Sets a credit aside for each address; duplicates, and lines that are no address, cost nothing. Large files are best sent as a form or as the body itself, which are streamed.',
    access: 'account',
    headers: {
      'Idempotency-Key':
        'Names the upload: a repeat with the same file and options gets the same answer, and no second list.',
    },
    otherBodies: {
      'multipart/form-data': 'the part file, behind the other fields of the JSON',
      ...Object.fromEntries(FILE_TYPES.map((type) => [type, file('streamed')])),
    },
    answer: ACCEPTED,
    otherAnswer: TRIED,
    problems: ['out_of_credits', 'wrong_file', 'idempotency_conflict', 'conflict'],
  },
  { method: 'POST', input: z.strictObject(UPLOAD_FIELDS), answer: upload },
);
