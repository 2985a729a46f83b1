import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Refusal } from '../../../protocol/refusal.js';
import { answerOf, describe } from '../../endpoint.js';
import type { Call } from '../../route.js';
import { LIMITS } from '../../users/limits.js';
import { findOwner, type Owner } from '../access.js';
import { checkCallbackUrl } from '../callbacks/url.js';
import { EXAMPLE_JOB, JOB, jobOf, type Batch } from '../batch.js';
import { ListFileError } from '../../../address/list-file/list-file-error.js';
import type { ListParts } from '../parts.js';
import type { Repeatable } from './begin-upload.js';
import { FILE_TYPES, isWhole, readSource, UPLOAD_FIELDS, type Source } from './source.js';
import { asRefusal, discard, storeUpload, type Uploaded } from './store-upload.js';

/** `Idempotency-Key`: visible ASCII. */
const KEY = /^[\x21-\x7e]{1,255}$/;
/** The silence of an upload after which another one with its key takes its place, in ms. */
const SILENT_MS = 60_000;

/** The key of an upload. @throws Refusal `bad_request`. */
const repeatableOf = ({ headers }: Request, { name, options }: Source): Repeatable | undefined => {
  const key = headers.get('idempotency-key');
  if (key === null) return undefined;
  if (!KEY.test(key)) throw new Refusal('bad_request', 'Idempotency-Key must be 1 to 255 characters of ASCII.');
  const said = Object.entries(options).sort(([one], [other]) => (one < other ? -1 : 1));
  return { key, hash: createHash('sha256').update(JSON.stringify([name, said])) };
};

const message = ({ batch, counted, file, vendor }: Uploaded): string => {
  const { index, name } = file.emailColumn;
  const rows = `${counted.total} ${counted.total === 1 ? 'entry' : 'entries'}`;
  const same = counted.duplicates > 0 ? `, ${counted.duplicates} of them twice` : '';
  const column = name === null ? `${index + 1}` : JSON.stringify(name);
  const imported = batch.processed > 0 ? ` ${batch.processed} verdicts of ${vendor ?? ''} were taken.` : '';
  const hint =
    vendor !== undefined && imported === ''
      ? ` This looks like a result file of ${vendor}: with import_results its verdicts are taken, and cost nothing.`
      : '';
  return `The list was accepted: ${rows}${same}. The addresses are in column ${column}.${imported}${hint}`;
};

/** The answer to an upload, the same to its repeats. */
const accepted = (batch: Batch, text: string): Response =>
  Response.json(
    { data: { ...jobOf(batch), status: 'pending', updated_at: jobOf(batch).created_at }, message: text },
    { status: 201, headers: { location: `/api/batch/${batch.id}` } },
  );

/**
 * Answers a repeat of an upload.
 * @returns null if there was none with this key.
 * @throws Refusal `conflict` while the first is under way, `idempotency_conflict` if it was another one.
 */
const answerRepeat = async (
  { store }: ListParts,
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
  return accepted(before as Batch, 'The list was accepted before.');
};

const upload = async (parts: ListParts, call: Call): Promise<Response> => {
  const { request } = call;
  const owner = await findOwner(parts, call);
  await parts.users.limiter.take(LIMITS.uploads, String(owner.accountId));
  const leave = parts.places.enter(owner.accountId, isWhole(request));
  try {
    const source = await readSource(request, parts.limits);
    const { options } = source;
    if (options.callback_url !== undefined)
      options.callback_url = checkCallbackUrl(options.callback_url, parts.deliverer.allowPrivate);
    const repeatable = repeatableOf(request, source);
    const repeated = repeatable && (await answerRepeat(parts, owner, repeatable, source));
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
    return accepted(uploaded.batch, message(uploaded));
  } catch (error) {
    throw error instanceof ListFileError ? asRefusal(error) : error;
  } finally {
    leave();
  }
};

const file = (meaning: string): string => `the file itself, ${meaning}; the options are in the query, with its name`;

export const UPLOAD = describe(
  {
    summary: 'Uploads a list',
    details:
      'CSV in any usual form, or text with an address a line. Sets a credit aside for each address; duplicates, and lines ' +
      'that are no address, cost nothing. Large files are best sent as a form or as the body itself, which are streamed.',
    access: 'account',
    headers: {
      'Idempotency-Key':
        'Names the upload: a repeat with the same file and options gets the same answer, and no second job.',
    },
    otherBodies: {
      'multipart/form-data': 'the part file, behind the other fields of the JSON',
      ...Object.fromEntries(FILE_TYPES.map((type) => [type, file('streamed')])),
    },
    answer: answerOf(
      'The job.',
      z.object({ data: JOB, message: z.string().describe('for people') }),
      {
        data: EXAMPLE_JOB,
        message: 'The list was accepted: 1000 entries. The addresses are in column "email".',
      },
      { status: 201, headers: { Location: 'The path of the job.' } },
    ),
    problems: ['out_of_credits', 'wrong_file', 'idempotency_conflict', 'conflict'],
  },
  { method: 'POST', input: z.strictObject(UPLOAD_FIELDS), answer: upload },
);
