/** Where the file of an upload comes from: JSON with a data URI, a form, or the body itself. */
import { z } from 'zod';
import { Refusal } from '../../../protocol/refusal.js';
import { turns } from '../../../util/turns.js';
import { field, readValues } from '../../http/request-fields.js';
import { queryValues, readQuery } from '../../http/query.js';
import { startingWith } from '../file/blocks.js';
import { fileName, parseDataUri } from '../file/data-uri.js';
import { isKnownFile } from '../file/file-kind.js';
import { FILE_TYPES, readMediaType } from '../file/media-types.js';
import type { UploadLimits } from '../list-limits.js';
import { incoming } from './incoming.js';
import { parseUpload } from './json-upload.js';
import { readForm } from './multipart.js';
import { OPTIONS, TEXT_OPTIONS, type UploadOptions } from './options.js';

/** The file of an upload, and what was said with it. */
export interface Source {
  /** `""` if the upload names none. */
  name: string;
  options: UploadOptions;
  /** The charset in the Content-Type of the file. */
  charset?: string | undefined;
  /** To be read once. */
  bytes: AsyncIterable<Uint8Array>;
  maxBytes: number;
}

const NAME = 'name';
/** The time for a file in a data URI to arrive, in ms. */
const JSON_TIMEOUT_MS = 120_000;
/** The bytes of a body besides its file. */
const MORE_BYTES = 65_536;

/** The fields of the JSON of an upload. */
export const UPLOAD_FIELDS = {
  file: field(
    'a data URI: data:text/csv;name=<file name>;base64,<content>',
    z.string(),
    'data:text/csv;name=customers.csv;base64,ZW1haWwKYW5uYUBleGFtcGxlLmNvbQo=',
  ),
  ...OPTIONS,
};

const tooLarge = (maxBytes: number): Refusal =>
  new Refusal('too_large', `The file has more than ${maxBytes} bytes. Split it, or leave out columns.`, {
    // The rest of the body is not read.
    connection: 'close',
  });

/** @throws Refusal `too_large` if the body says so itself: before any of it is read. */
const checkLength = ({ headers }: Request, maxBytes: number, maxFileBytes: number): void => {
  if (Number(headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxFileBytes);
};

/** Gives parts in turns: they are there, so that reading them would never wait. */
async function* give(parts: Iterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  for (const part of parts) {
    if (turns.isOver()) await turns.rest();
    yield part;
  }
}

/** Reads a body whole. Its parts are copied as they come: the runtime would copy all of them at once, twice. */
const readWhole = async ({ body, headers }: Request, maxBytes: number, maxFileBytes: number): Promise<Buffer> => {
  const declared = Number(headers.get('content-length') ?? NaN);
  const bytes = Buffer.allocUnsafeSlow(declared <= maxBytes ? declared : maxBytes);
  const until = performance.now() + JSON_TIMEOUT_MS;
  let length = 0;
  for await (const part of body === null ? [] : incoming(body, bytes.length, () => tooLarge(maxFileBytes))) {
    if (performance.now() > until) throw new Refusal('bad_request', 'The body must arrive within two minutes.');
    bytes.set(part, length);
    length += part.length;
  }
  return bytes.subarray(0, length);
};

const fromJson = async (request: Request, limits: UploadLimits): Promise<Source> => {
  const { maxBytes } = limits;
  const maxBody = Math.ceil(maxBytes / 3) * 4 + MORE_BYTES;
  checkLength(request, maxBody, maxBytes);
  const { values, file: long } = parseUpload(await readWhole(request, maxBody, maxBytes));
  const { file, ...options } = readValues(values, z.strictObject(UPLOAD_FIELDS));
  const { name, charset, bytes } = parseDataUri(long ?? [file]);
  return { name, options, charset, bytes: give(bytes), maxBytes };
};

/** The options in the query, with those of a form. */
const readOptions = (request: Request, fields: Record<string, string>) => {
  const { [NAME]: name = '', ...query } = queryValues(readQuery(request.url));
  delete query['apikey'];
  return { name, options: readValues({ ...query, ...fields }, z.strictObject(TEXT_OPTIONS)) };
};

/** The body of a request as it comes; it may have more bytes than its file. */
const bodyOf = ({ body }: Request, maxFileBytes: number): AsyncGenerator<Uint8Array, void, undefined> =>
  body === null ? give([]) : incoming(body, maxFileBytes + MORE_BYTES, () => tooLarge(maxFileBytes));

/** A file as it is sent, and the fields of the form that it is sent in. */
interface SentFile {
  fields: Record<string, string>;
  /** `""`: it has none. */
  name: string;
  charset: string | undefined;
  /** To be read once. */
  bytes: AsyncIterable<Uint8Array>;
}

const inForm = async (request: Request, maxBytes: number): Promise<SentFile> => {
  checkLength(request, maxBytes + MORE_BYTES, maxBytes);
  const { fields, name, charset, bytes } = await readForm(request.headers, bodyOf(request, maxBytes));
  return { fields, name: fileName(name), charset, bytes };
};

const asBody = (request: Request, maxBytes: number): AsyncGenerator<Uint8Array, void, undefined> => {
  checkLength(request, maxBytes, maxBytes);
  return bodyOf(request, maxBytes);
};

const FORM_TYPE = 'multipart/form-data';

/**
 * Reads a request that is a file, or a form with one, up to the file: of any type.
 * @throws Refusal `too_large`, `bad_request`; its bytes do too.
 */
export const readSent = async (request: Request, maxBytes: number): Promise<SentFile> => {
  const { type, charset } = contentType(request);
  if (type === FORM_TYPE) return inForm(request, maxBytes);
  return { fields: {}, name: '', charset, bytes: asBody(request, maxBytes) };
};

const fromForm = async (request: Request, { maxStreamBytes: maxBytes }: UploadLimits): Promise<Source> => {
  const { fields, ...file } = await inForm(request, maxBytes);
  return { ...file, ...readOptions(request, fields), name: file.name, maxBytes };
};

const contentType = ({ headers }: Request) => readMediaType(headers.get('content-type') ?? '');

const unsupported = (): Refusal =>
  new Refusal(
    'unsupported_media_type',
    `Send JSON with a data URI, a form (multipart/form-data), or the file itself as ${FILE_TYPES.join(', ')}.`,
  );

/** Bytes by which a file of another type is known. */
const SNIFFED = 512;

/**
 * Goes on with a file of another type only if its first bytes say what it is: then that is told. @throws Refusal
 * `unsupported_media_type`.
 */
const knownFile = async (
  bytes: AsyncGenerator<Uint8Array, void, undefined>,
): Promise<AsyncGenerator<Uint8Array, void, undefined>> => {
  const first: Uint8Array[] = [];
  let size = 0;
  while (size < SNIFFED) {
    const { value } = await bytes.next();
    if (value === undefined) break;
    first.push(value);
    size += value.length;
  }
  if (isKnownFile(Buffer.concat(first))) return startingWith(first, bytes);
  await bytes.return();
  throw unsupported();
};

const fromBody = async (request: Request, limits: UploadLimits): Promise<Source> => {
  const { type, charset } = contentType(request);
  const { name, options } = readOptions(request, {});
  const body = asBody(request, limits.maxStreamBytes);
  const bytes = FILE_TYPES.includes(type) ? body : await knownFile(body);
  return { name: fileName(name), options, charset, bytes, maxBytes: limits.maxStreamBytes };
};

const JSON_TYPE = 'application/json';

/** Bytes of JSON that take little memory. */
const SMALL_BYTES = 1_048_576;

/** True if much of an upload is held in memory, not streamed. */
export const isWhole = (request: Request): boolean =>
  contentType(request).type === JSON_TYPE && Number(request.headers.get('content-length') ?? Infinity) > SMALL_BYTES;

/**
 * Reads an upload up to its file.
 * @throws Refusal `unsupported_media_type`, `too_large`, `bad_request`; ListFileError for a wrong data URI.
 */
export const readSource = async (request: Request, limits: UploadLimits): Promise<Source> => {
  const { type } = contentType(request);
  if (type === JSON_TYPE) return fromJson(request, limits);
  if (type === FORM_TYPE) return fromForm(request, limits);
  return fromBody(request, limits);
};
