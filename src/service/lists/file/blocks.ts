import { ListFileError } from '../../../address/list-file/list-file-error.js';

/**
 * Cuts a stream into blocks of equal size, the last one shorter, so that no result depends on where a network cut it.
 * @throws ListFileError `file_too_large` past `maxBytes`.
 */
export async function* inBlocks(
  bytes: AsyncIterable<Uint8Array>,
  size: number,
  maxBytes: number,
): AsyncGenerator<Buffer, void, undefined> {
  let block = Buffer.allocUnsafe(size);
  let filled = 0;
  let total = 0;
  for await (const chunk of bytes)
    for (let offset = 0; offset < chunk.length;) {
      const part = chunk.subarray(offset, offset + size - filled);
      offset += part.length;
      total += part.length;
      if (total > maxBytes)
        throw new ListFileError(
          'file_too_large',
          `The file is larger than ${maxBytes} bytes. Split it, or leave out columns that are not needed.`,
        );
      block.set(part, filled);
      filled += part.length;
      if (filled === size) {
        yield block;
        block = Buffer.allocUnsafe(size);
        filled = 0;
      }
    }
  if (filled > 0) yield block.subarray(0, filled);
}

/** Puts parts that were read already before the others, and closes the source when it is left. */
export async function* startingWith<T>(
  first: readonly T[],
  rest: AsyncGenerator<T, void, undefined>,
): AsyncGenerator<T, void, undefined> {
  try {
    yield* first;
    yield* rest;
  } finally {
    await rest.return();
  }
}
