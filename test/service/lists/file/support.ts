import { ListFileError, type ListFileCode } from '../../../../src/address/list-file/list-file-error.js';
import {
  readList,
  type ListFile,
  type ListRow,
  type ReadListOptions,
} from '../../../../src/service/lists/file/read-list.js';

/** A stream of the bytes, cut into chunks of the sizes, again and again. */
export async function* stream(bytes: Uint8Array, sizes: readonly number[] = [bytes.length || 1]) {
  for (let offset = 0, turn = 0; offset < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield bytes.subarray(offset, offset + size);
    offset += size;
    await Promise.resolve();
  }
}

export type ReadFile = Omit<ListFile, 'rows'> & { rows: ListRow[] };

/** Reads a whole list. */
export const readAll = async (source: AsyncIterable<Uint8Array>, options?: ReadListOptions): Promise<ReadFile> => {
  const list = await readList(source, options);
  const read: ListRow[] = [];
  for await (const rows of list.rows) read.push(...rows);
  return { ...list, rows: read };
};

export const readText = (text: string | Uint8Array, options?: ReadListOptions): Promise<ReadFile> =>
  readAll(stream(typeof text === 'string' ? Buffer.from(text) : text), options);

/** The error with which reading a list ends. */
export const faultOf = async (source: AsyncIterable<Uint8Array>, options?: ReadListOptions): Promise<ListFileError> => {
  const error: unknown = await readAll(source, options).then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (error instanceof ListFileError) return error;
  throw new Error('the list was read, or failed otherwise', { cause: error });
};

export const codeOf = async (text: string | Uint8Array, options?: ReadListOptions): Promise<ListFileCode> =>
  (await faultOf(stream(typeof text === 'string' ? Buffer.from(text) : text), options)).code;

export const emailsOf = async (text: string | Uint8Array, options?: ReadListOptions): Promise<string[]> =>
  (await readText(text, options)).rows.map(({ email }) => email);
