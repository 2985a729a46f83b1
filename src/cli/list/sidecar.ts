/** Verdicts saved so far; an interrupted run resumes from them. */
import { readSync } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { StartupError } from '../../config/startup-error.js';
import type { RowResult } from '../../service/lists/file/result-file.js';
import { errorCode } from '../../util/errors.js';

/** The verdict on an address: the result of its row without the mailbox group. */
export type Verdict = Omit<RowResult, 'mailbox_group'>;

export interface Sidecar {
  /** The number of saved verdicts. */
  readonly size: number;
  has: (row: number) => boolean;
  /** Adds a verdict. Resolves when there is room for further ones. */
  add: (row: number, verdict: Verdict) => Promise<void>;
  /**
   * Reads a saved verdict.
   * @throws StartupError if another process has written to the file.
   */
  read: (row: number) => Verdict;
  /** Writes all added verdicts. */
  flush: () => Promise<void>;
  /** Writes all added verdicts, and closes the file. */
  close: () => Promise<void>;
  /** Removes the file. */
  remove: () => Promise<void>;
}

const NEWLINE = 10;
/** Maximum number of characters in one write. */
const WRITTEN = 65_536;
/** The longest time between two writes, in ms. Each is synced to the disk. */
const SYNC_MS = 1000;
/** Number of bytes in one read, more than a line has. */
const BLOCK = 1_048_576;
const ROW = /^\{"row":(\d{1,10}),.*\}$/s;

/** The complete lines of a file, with their positions. */
async function* linesOf(handle: FileHandle): AsyncGenerator<{ line: string; start: number; end: number }> {
  const block = Buffer.alloc(BLOCK);
  for (let at = 0; ;) {
    const { bytesRead } = await handle.read(block, 0, BLOCK, at);
    let start = 0;
    const read = block.subarray(0, bytesRead);
    for (let end = read.indexOf(NEWLINE); end >= 0; end = read.indexOf(NEWLINE, start)) {
      yield { line: block.toString('utf8', start, end), start: at + start, end: at + end + 1 };
      start = end + 1;
    }
    if (start === 0) return;
    at += start;
  }
}

/**
 * Opens or creates a sidecar.
 * @param identity identifies the file and the options behind the verdicts.
 * @param maxRow the highest number of a row.
 * @throws StartupError if the file is the sidecar of another run, or cannot be opened.
 */
export const openSidecar = async (path: string, identity: string, maxRow: number): Promise<Sidecar> => {
  /** The position and length of each row's line; 0 without one. */
  const starts = new Float64Array(maxRow + 1);
  const lengths = new Uint32Array(maxRow + 1);
  const handle = await open(path, 'a+', 0o600).catch((cause: unknown) => {
    throw new StartupError(`${path} cannot be written (${errorCode(cause)}); name another file with -o.`, { cause });
  });
  const title = JSON.stringify({ 'email-verify list': identity });
  let [size, end] = [0, 0];

  const foreign = (): StartupError =>
    new StartupError(
      `${path} is of another list, or of other options; start that again, or remove this file, or name another one with -o.`,
    );
  const readAll = async (): Promise<void> => {
    for await (const { line, start, end: after } of linesOf(handle)) {
      if (start === 0) {
        if (line !== title) throw foreign();
      } else {
        const row = Number(ROW.exec(line)?.[1]);
        // A last line that was not written completely, because the machine lost power.
        if (!(row >= 1 && row <= maxRow)) break;
        if (lengths[row] === 0) size += 1;
        starts[row] = start;
        lengths[row] = after - start;
      }
      end = after;
    }
    // Only the beginning of a sidecar of this command may be overwritten.
    if (end === 0 && !`${title}\n`.startsWith(await handle.readFile('utf8'))) throw foreign();
    await handle.truncate(end);
  };

  let text = '';
  let bytes = 0;
  let writing = Promise.resolve();
  let failure: { error: unknown } | null = null;
  const write = (): Promise<void> => {
    const part = text;
    [text, bytes] = ['', 0];
    writing = writing.then(async () => {
      if (part === '' || failure) return;
      await handle.appendFile(part);
      await handle.datasync();
    });
    writing = writing.catch((error: unknown) => {
      failure ??= { error };
    });
    return writing;
  };
  const flush = async (): Promise<void> => {
    await write();
    if (failure)
      throw new StartupError(`${path} cannot be written (${errorCode(failure.error)}).`, { cause: failure.error });
  };
  const append = (line: string): { start: number; length: number } => {
    const length = Buffer.byteLength(line) + 1;
    const start = end;
    text += `${line}\n`;
    bytes += length;
    end += length;
    return { start, length };
  };

  try {
    await readAll();
    if (end === 0) append(title);
    await flush();
  } catch (error) {
    await handle.close();
    throw error;
  }
  const timer = setInterval(() => void write(), SYNC_MS).unref();

  return {
    get size() {
      return size;
    },
    has: (row) => lengths[row] !== 0,
    async add(row, { status, quality, score, sub_status, did_you_mean, mx_record, checked_at }) {
      const { start, length } = append(
        JSON.stringify({ row, status, quality, score, sub_status, did_you_mean, mx_record, checked_at }),
      );
      starts[row] = start;
      lengths[row] = length;
      size += 1;
      if (bytes >= WRITTEN || failure) await flush();
    },
    read(row) {
      const length = lengths[row] ?? 0;
      const line = Buffer.alloc(length);
      readSync(handle.fd, line, 0, length, starts[row] ?? 0);
      const found = ROW.exec(line.toString().trimEnd());
      if (Number(found?.[1]) !== row)
        throw new StartupError(`${path} was written by another process; start again when that one has ended.`);
      return JSON.parse(found?.[0] ?? '') as Verdict;
    },
    flush,
    async close() {
      clearInterval(timer);
      try {
        await flush();
      } finally {
        await handle.close();
      }
    },
    remove: () => rm(path, { force: true }),
  };
};
