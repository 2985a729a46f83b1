import type { Writable } from 'node:stream';
import type { DestinationStream } from 'pino';

/** Maximum size of the lines that wait for their reader, in bytes. */
const MAX_BYTES = 1024 * 1024;
/** Maximum time for the rest of the lines at the end, in ms. */
const FLUSH_MS = 1000;
/** pino's number of the level `warn`. */
const WARN = 40;

/** Where a logger writes. */
export type BoundedWriter = DestinationStream & {
  /** Calls back when all lines are written, or after a second. */
  flush: (done: () => void) => void;
  /** The number of lines dropped since the start. */
  dropped: () => number;
};

/**
 * Writes the lines of a log without ever waiting for their reader: Node writes to a pipe or a socket in the background, and
 * what its reader does not take is kept up to a bound. Further lines are dropped, and their number is written when the
 * reader is back. (A write from a thread, as by `pino.destination({ sync: false })`, would hold up the end of the process.)
 * @param stream such as `process.stderr`. Its errors are ignored: a log without a reader stops nothing.
 */
export const boundedWriter = (stream: Writable, maxBytes: number = MAX_BYTES): BoundedWriter => {
  let dropped = 0;
  let told = 0;
  const tellDropped = (): void => {
    if (dropped === told) return;
    const msg = 'lines of this log were dropped, because their reader was too slow';
    const line = { level: WARN, time: Date.now(), pid: process.pid, dropped: dropped - told, msg };
    told = dropped;
    stream.write(`${JSON.stringify(line)}\n`);
  };
  stream.on('error', () => undefined).on('drain', tellDropped);
  return {
    write: (line) => {
      if (stream.writableLength + Buffer.byteLength(line) > maxBytes) dropped += 1;
      else stream.write(line);
    },
    dropped: () => dropped,
    flush: (done) => {
      if (stream.writableLength === 0 || stream.destroyed) {
        done();
        return;
      }
      const end = (): void => {
        clearTimeout(timer);
        stream.off('drain', end);
        done();
      };
      const timer = setTimeout(end, FLUSH_MS);
      stream.on('drain', end);
    },
  };
};
