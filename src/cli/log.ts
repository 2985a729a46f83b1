import { pino } from 'pino';
import { boundedWriter } from './bounded-writer.js';

/** Shared by all loggers of the process: each would otherwise listen to the stream, and hold as many lines. */
const standardError = boundedWriter(process.stderr);
const standardOutput = boundedWriter(process.stdout);

/** Prints a line for a person without waiting for the reader, as a server must. */
export const printLine = (line: string): void => {
  standardOutput.write(`${line}\n`);
};
export const printErrorLine = (line: string): void => {
  standardError.write(`${line}\n`);
};

/** Waits until the standard streams are written: for a second while their reader takes nothing, and for at most ten. */
export const flushStandardStreams = async (): Promise<void> => {
  const flush = ({ flush }: typeof standardError): Promise<void> => new Promise(flush);
  await Promise.all([flush(standardOutput), flush(standardError)]);
};

/** Creates a logger: lines of JSON on standard error, so that standard output has only the results. */
export const createLog = (level: string): pino.Logger => pino({ level }, standardError);

/** The number of lines that the loggers have dropped since the start. */
export const droppedLines = (): number => standardError.dropped();

/** Waits until all lines of a log are written: for a second while their reader takes none, and for at most ten. */
export const flushLog = (log: pino.Logger): Promise<void> =>
  new Promise((resolve) => {
    log.flush(() => {
      resolve();
    });
  });
