/** Checks a list by a service: upload, wait, download. */
import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { StartupError } from '../../config/startup-error.js';
import type { BouncePercent } from '../../protocol/index.js';
import type { List, ListOptions } from './plan.js';
import { refusalOf, type ServiceClient } from './service-client.js';

/** The first and the longest interval between two looks at a list, in ms. */
const POLL_MS = 500;
const MAX_POLL_MS = 5000;
/** Maximum number of lists of one file that were cancelled, failed or deleted before the upload counts as failed. */
const MAX_KEYS = 100;
/** Maximum number of consecutive downloads that break off without a byte. */
const MAX_BREAKS = 5;

const LIST = z.object({ id: z.int(), status: z.string() });
const UPLOADED = z.object({
  data: LIST,
  message: z.string(),
  warnings: z.array(z.object({ detail: z.string() })).optional(),
});
const SHOWN = z.object({
  data: LIST.extend({
    processed: z.int(),
    total: z.int(),
    error: z.string().nullable(),
    // An older service has none.
    bounce_percent: z.object({ low: z.number(), high: z.number(), own: z.number().default(0) }).nullish(),
  }),
});
type ServiceList = z.output<typeof SHOWN>['data'];

/** The list at the service. */
export interface Uploaded {
  id: number;
  /** The message in the service's response to the upload. */
  message: string;
  /** Facts of the file that are worth a look. */
  warnings: readonly { detail: string }[];
}

const fieldsOf = (options: ListOptions): [string, string][] => {
  const { removesDuplicates, removesSameMailbox, firstRowIsHeader, emailColumn, splitsCells } = options;
  const { encoding, delimiter, sheet } = options;
  const fields: [string, string][] = [];
  if (removesDuplicates) fields.push(['remove_duplicates', 'true']);
  if (removesSameMailbox) fields.push(['remove_same_mailbox', 'true']);
  if (firstRowIsHeader !== undefined) fields.push(['first_row_is_header', String(firstRowIsHeader)]);
  if (emailColumn !== undefined) fields.push(['email_column', String(emailColumn)]);
  if (splitsCells) fields.push(['split_cells', 'true']);
  for (const [name, value] of Object.entries({ encoding, delimiter, sheet }))
    if (value !== undefined) fields.push([name, String(value)]);
  return fields;
};

const readAnswer = async <T>(response: Response, shape: z.ZodType<T>): Promise<T> => {
  if (!response.ok) throw await refusalOf(response);
  const read = shape.safeParse(await response.json().catch(() => null));
  if (read.success) return read.data;
  throw new StartupError('The answer is no list of email-verify; --service must be the URL of a service.');
};

const hashOf = async (path: string, more: string, signal: AbortSignal): Promise<string> => {
  const hash = createHash('sha256').update(more);
  for await (const chunk of createReadStream(path, { signal }) as AsyncIterable<Uint8Array>) hash.update(chunk);
  return hash.digest('hex');
};

/** Reads a list; null if it was deleted. */
const findList = async ({ ask }: ServiceClient, id: number): Promise<ServiceList | null> => {
  const response = await ask(`/api/batch/${id}`);
  if (response.status !== 410) return (await readAnswer(response, SHOWN)).data;
  await response.body?.cancel();
  return null;
};

/**
 * Uploads a list. If the same file was uploaded with the same options before, that list is used, unless it was
 * cancelled, failed or was deleted.
 * @param name the name of the file.
 * @throws StartupError if the service refuses it; the signal's reason.
 */
export const uploadList = async (
  client: ServiceClient,
  { path, options }: Pick<List, 'path' | 'options'>,
  name: string,
): Promise<Uploaded> => {
  const fields = fieldsOf(options);
  const key = await hashOf(path, JSON.stringify([name, fields]), client.signal);
  const form = new FormData();
  for (const [field, value] of fields) form.append(field, value);
  form.append('file', await openAsBlob(path, { type: 'text/csv' }), name);
  for (let time = 1; time <= MAX_KEYS; time += 1) {
    const headers = { 'idempotency-key': `list-${key}-${time}` };
    const response = await client.ask('/api/batch/upload', () => ({ method: 'POST', body: form, headers }));
    const { data, message, warnings = [] } = await readAnswer(response, UPLOADED);
    const list = await findList(client, data.id);
    if (list !== null && list.status !== 'failed' && list.status !== 'cancelled')
      return { id: data.id, message, warnings };
  }
  throw new StartupError(`This file was uploaded ${MAX_KEYS} times and each list was cancelled; give it another name.`);
};

/**
 * Waits until a list is completed.
 * @returns its projected bounces; null if it has no address; undefined if the service does not tell.
 * @throws StartupError if it fails, or is cancelled or deleted; the signal's reason.
 */
export const waitForList = async (
  client: ServiceClient,
  id: number,
  onProgress: (done: number, total: number) => void,
): Promise<BouncePercent | null | undefined> => {
  for (let wait = POLL_MS; ; wait = Math.min(MAX_POLL_MS, wait * 1.2)) {
    const list = await findList(client, id);
    if (list === null) throw new StartupError(`List ${id} was deleted at the service.`);
    const { status, processed, total, error } = list;
    onProgress(processed, total);
    if (status === 'completed') return list.bounce_percent;
    if (status === 'failed')
      throw new StartupError(`List ${id} failed at the service: ${error ?? 'it gives no reason'}`);
    if (status === 'cancelled') throw new StartupError(`List ${id} was cancelled at the service.`);
    await sleep(wait, undefined, { signal: client.signal });
  }
};

/**
 * Downloads the results of a list. A CSV file that breaks off continues at its next byte.
 * @throws StartupError if the service refuses it, or the download keeps breaking off; the signal's reason.
 */
export async function* downloadList(
  { ask, signal }: ServiceClient,
  id: number,
  format: 'csv' | 'json',
): AsyncGenerator<Uint8Array, void, undefined> {
  let [offset, breaks] = [0, 0];
  let etag = '';
  for (;;) {
    const from = offset;
    const headers: Record<string, string> = from > 0 ? { range: `bytes=${from}-`, 'if-range': etag } : {};
    const response = await ask(`/api/batch/${id}/results?format=${format}`, () => ({ headers }));
    if (!response.ok) throw await refusalOf(response);
    if (from > 0 && response.status !== 206)
      throw new StartupError('The results changed during the download; start again.');
    etag = response.headers.get('etag') ?? '';
    try {
      for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
        offset += chunk.length;
        yield chunk;
      }
      return;
    } catch (error) {
      signal.throwIfAborted();
      breaks = offset > from ? 1 : breaks + 1;
      if ((etag === '' && offset > 0) || breaks > MAX_BREAKS)
        throw new StartupError(`The download of list ${id} broke off; start the same command again.`, { cause: error });
    }
  }
}
