import type { Writable } from 'node:stream';
import type { DestinationStream } from 'pino';

/** Maximum size of the lines that wait for their reader, in bytes. */
const MAX_BYTES = 1024 * 1024;
/** The interval at which a flush looks at the remaining lines, in ms. */
const TICK_MS = 100;
/**
 * Ticks without progress after which a flush ends: a second. Counted in ticks, so that a paused process still gets its
 * time.
 */
const STALLED_TICKS = 10;
/** Ticks after which a flush ends in any case: ten seconds. */
const MOST_TICKS = 100;
/** pino's number for the level `warn`. */
const WARN = 40;

/** The destination of a logger. */
export type BoundedWriter = DestinationStream & {
  /** Calls back when all lines are written, when the reader has taken none for a second, or after ten seconds. */
  flush: (done: () => void) => void;
  /** The number of lines dropped since the start. */
  dropped: () => number;
};

/**
 * Makes Node write to the stream in the background. By default it blocks on a terminal, which Ctrl-S stops, and on a
 * pipe that another program has set to blocking: all users of the pipe share that flag, and an ending Node resets it. A
 * file has no handle.
 */
const writeInBackground = (stream: Writable): void => {
  (stream as { _handle?: { setBlocking?: (isBlocking: boolean) => void } | null })._handle?.setBlocking?.(false);
};

/**
 * Writes the lines of a log without waiting for their reader: Node writes to a pipe or a socket in the background.
 * Lines that the reader has not taken are kept up to a bound; further lines are dropped, and their number is written
 * when the reader is back. (A write from a thread, as by `pino.destination({ sync: false })`, would delay the end of
 * the process.)
 * @param stream such as `process.stderr`. Its errors are ignored: a log without a reader must not stop the program.
 */
export const boundedWriter = (stream: Writable, maxBytes: number = MAX_BYTES): BoundedWriter => {
  let dropped = 0;
  let told = 0;
  const tellDropped = (): void => {
    if (dropped === told) return;
    const msg = 'lines of this log were dropped, because nobody read them or their disk was full';
    const untold = dropped - told;
    const line = { level: WARN, time: Date.now(), pid: process.pid, dropped: untold, msg };
    told = dropped;
    stream.write(`${JSON.stringify(line)}\n`, (error) => {
      if (error) told -= untold;
    });
  };
  const onWritten = (error?: Error | null): void => {
    // The reader is gone, or the disk is full.
    if (error) dropped += 1;
    else if (stream.writableLength === 0) tellDropped();
  };
  stream.on('error', () => undefined);
  return {
    write: (line) => {
      if (stream.writableLength + Buffer.byteLength(line) > maxBytes) {
        dropped += 1;
        return;
      }
      writeInBackground(stream);
      stream.write(line, onWritten);
    },
    dropped: () => dropped,
    flush: (done) => {
      if (stream.writableLength === 0 || stream.destroyed) {
        done();
        return;
      }
      const end = (): void => {
        clearInterval(timer);
        stream.off('drain', end);
        done();
      };
      let [left, stalled, ticks] = [stream.writableLength, 0, 0];
      const timer = setInterval(() => {
        ticks += 1;
        stalled = stream.writableLength < left ? 0 : stalled + 1;
        left = stream.writableLength;
        if (left === 0 || stream.destroyed || stalled >= STALLED_TICKS || ticks >= MOST_TICKS) end();
      }, TICK_MS);
      stream.on('drain', end);
    },
  };
};
