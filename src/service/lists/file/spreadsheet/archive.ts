/** A ZIP archive as it was uploaded, read file by file within bounds. */
import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromBufferPromise, fromFdPromise, type Entry, type ZipFile } from 'yauzl';
import { ListFileError } from '../../../../address/list-file/list-file-error.js';
import { damagedSpreadsheet } from '../file-kind.js';

/** Bounds of what an archive holds. */
export interface ArchiveLimits {
  /** Files in it. */
  entries: number;
  /** Bytes that are unpacked, of all files that are read. */
  unzipped: number;
  /** Bytes that are unpacked for each packed one, beyond `free` bytes of a file. */
  ratio: number;
  free: number;
}

const LIMITS: ArchiveLimits = { entries: 10_000, unzipped: 1_073_741_824, ratio: 200, free: 67_108_864 };

/** Bytes of an archive that are held in memory; a larger one is in the directory for temporary files while it is read. */
const IN_MEMORY = 4_194_304;

/** The names stay bytes: no file is written by its name, so that one such as `/xl/workbook.xml` does no harm. */
const OPTIONS = { lazyEntries: true, decodeStrings: false } as const;

/** An archive, opened. */
export interface Archive {
  names: string[];
  /** True if a file is in it. Letter case makes no difference (ECMA-376, part 2, 6.2.2.3). */
  has: (name: string) => boolean;
  /** Unpacks a file. Throws ListFileError. */
  read: (name: string) => AsyncGenerator<Buffer, void, undefined>;
  close: () => Promise<void>;
}

interface Opened {
  zip: ZipFile;
  close: () => Promise<void>;
}

/** Opens a file that has no name any more: it is gone when the process is. */
const temporaryFile = async (): Promise<FileHandle> => {
  const path = join(tmpdir(), `email-verify-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
};

const openZip = async (blocks: AsyncIterable<Buffer>): Promise<Opened> => {
  let file: FileHandle | undefined;
  let held: Buffer[] = [];
  let size = 0;
  try {
    for await (const block of blocks) {
      held.push(block);
      size += block.length;
      if (size <= IN_MEMORY) continue;
      file ??= await temporaryFile();
      await file.appendFile(Buffer.concat(held));
      held = [];
    }
    if (file === undefined) {
      const zip = await fromBufferPromise(Buffer.concat(held), OPTIONS);
      return { zip, close: () => Promise.resolve() };
    }
    await file.appendFile(Buffer.concat(held));
    const opened = file;
    const zip = await fromFdPromise(opened.fd, { ...OPTIONS, autoClose: false });
    return { zip, close: () => opened.close() };
  } catch (error) {
    await file?.close();
    throw error;
  }
};

/** A name with its folders as the standard has them: some programs write `\\` between them, or begin with `/`. */
const plainName = (raw: Buffer): string =>
  raw
    .toString()
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/u, '');

const keyOf = (name: string): string => name.toLowerCase();

const tooLarge = (detail: string): ListFileError =>
  new ListFileError('file_too_large', `The spreadsheet is too large when it is unpacked: ${detail}. Save it as CSV.`);

/** Puts the faults of yauzl and zlib into words. */
const asFault = (error: unknown): unknown => {
  if (error instanceof ListFileError) return error;
  const isOurs = error instanceof Error && 'syscall' in error;
  return isOurs ? error : damagedSpreadsheet('it is damaged, or it was cut off');
};

/**
 * Opens an archive.
 * @param blocks the file, whole.
 * @throws ListFileError for what is no archive, or one with too many files.
 */
export const openArchive = async (blocks: AsyncIterable<Buffer>, limits: ArchiveLimits = LIMITS): Promise<Archive> => {
  const { zip, close } = await openZip(blocks).catch((error: unknown) => {
    throw asFault(error);
  });
  const entries = new Map<string, Entry>();
  const names: string[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      const name = plainName(entry.fileNameRaw);
      entries.set(keyOf(name), entry);
      names.push(name);
      if (names.length > limits.entries) throw tooLarge(`it holds more than ${limits.entries} files`);
    }
  } catch (error) {
    await close();
    throw asFault(error);
  }

  let unzipped = 0;
  async function* read(name: string): AsyncGenerator<Buffer, void, undefined> {
    const entry = entries.get(keyOf(name));
    if (entry === undefined) throw damagedSpreadsheet(`there is no ${name} in it`);
    if (entry.isEncrypted()) throw damagedSpreadsheet('it has a password');
    const most = Math.max(limits.free, entry.compressedSize * limits.ratio);
    let size = 0;
    try {
      const stream = await zip.openReadStreamPromise(entry);
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        size += chunk.length;
        unzipped += chunk.length;
        if (size > most) throw tooLarge(`${limits.ratio} times as large as it is`);
        if (unzipped > limits.unzipped) throw tooLarge(`it has more than ${limits.unzipped} bytes`);
        yield chunk;
      }
    } catch (error) {
      throw asFault(error);
    }
  }
  return { names, has: (name) => entries.has(keyOf(name)), read, close };
};
