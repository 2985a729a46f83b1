import type { Results } from '@electric-sql/pglite';
import { StartupError } from '../../../config/startup-error.js';
import { errorCode } from '../../../util/errors.js';
import type { PoolResult } from '../unavailable.js';

/** The data that the thread starts with. */
export interface WorkerData {
  folder: string;
  /**
   * Shared: counts the uses of the disk, so that a thread that hangs while it opens a database is told from one that
   * works.
   */
  steps: Int32Array;
}

/**
 * A statement for the thread of the embedded database, with what it copies from `/dev/blob`; null asks it to close the
 * database and end.
 */
export interface Request {
  id: number;
  statement: { text: string; parameters: unknown[]; copied?: Uint8Array } | null;
}

/** An error as it crosses to another thread: a clone keeps no code and no class. */
export interface PlainError {
  message: string;
  stack: string | undefined;
  code: string | undefined;
  /** Only of errors that the database reported. */
  severity: string | undefined;
  isStartupError: boolean;
}

/** The answer to a request. */
export interface Reply {
  id: number;
  /** The number of syncs since the thread started. */
  syncs: number;
  /** The number of bytes that were written to the write-ahead log since the thread started. */
  logged: number;
  result?: Pick<Results<Record<string, unknown>>, 'rows' | 'fields'> &
    Partial<Pick<PoolResult, 'command' | 'rowCount'>>;
  error?: PlainError;
}

/** The database is open, could not be opened, or must not be used any more. */
export interface Notice {
  notice: 'open' | 'failed';
  error?: PlainError;
}

export const toPlain = (error: unknown): PlainError => {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const severity =
    typeof error === 'object' && error !== null && 'severity' in error ? String(error.severity) : undefined;
  return { message, stack, code: errorCode(error), severity, isStartupError: error instanceof StartupError };
};

export const fromPlain = ({ message, stack, code, severity, isStartupError }: PlainError): Error => {
  if (isStartupError) return new StartupError(message);
  return Object.assign(new Error(message), {
    ...(stack !== undefined && { stack }),
    ...(code !== undefined && { code }),
    ...(severity !== undefined && { severity }),
  });
};
