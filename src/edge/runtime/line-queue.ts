import { timeout } from '../../util/timeout.js';

/** Maximum number of characters that wait to be written. */
const MAX_LENGTH = 1_000_000;
/** The longest wait for the reader at the end of the process, in milliseconds. */
const FLUSH_MS = 1000;

/** The lines of a standard stream. */
export interface LineQueue {
  print: (line: string) => void;
  /** Waits until all lines are written, for a second at most. */
  flush: () => Promise<void>;
}

/**
 * Writes lines one after the other without waiting for their reader. Lines that it has not taken are kept up to a
 * bound. Further lines are dropped, and their number is written when the reader is back.
 * @param write writes a text in the background. Its errors are ignored: a log without a reader must not stop the edge.
 */
export const createLineQueue = (write: (text: string) => Promise<unknown>, maxLength = MAX_LENGTH): LineQueue => {
  let waiting: string[] = [];
  let [length, dropped] = [0, 0];
  let writing: Promise<void> | undefined;
  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const text = waiting.map((line) => `${line}\n`).join('');
      waiting = [];
      await write(text).catch(() => undefined);
      length -= text.length;
      if (dropped === 0) continue;
      const line = JSON.stringify({ event: 'dropped', lines: dropped });
      dropped = 0;
      length += line.length + 1;
      waiting.push(line);
    }
    writing = undefined;
  };
  return {
    print: (line) => {
      if (length + line.length + 1 > maxLength) {
        dropped += 1;
        return;
      }
      length += line.length + 1;
      waiting.push(line);
      writing ??= writeAll();
    },
    flush: () => timeout(FLUSH_MS, Promise.resolve(writing)).catch(() => undefined),
  };
};
