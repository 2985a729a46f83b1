import { errorCode, stackFrames } from '../../util/errors.js';

/** A pino logger, or any object with these three methods. */
export interface Logger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

const nothing = (): void => undefined;

/** Drops every line. */
export const SILENT: Logger = { info: nothing, warn: nothing, error: nothing };

/**
 * Describes an error for the log by name, code and stack frames, not by its message, which may quote an address or a
 * key.
 */
export const describeError = (error: unknown): { name: string; code?: string; at: string[] } => {
  if (!(error instanceof Error)) return { name: typeof error, at: [] };
  const code = errorCode(error);
  return { name: error.name, ...(code !== undefined && { code }), at: stackFrames(error) };
};
