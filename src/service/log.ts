/** Where lines go: a pino logger, or anything with these three. */
export interface Logger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

const nothing = (): void => undefined;

/** Takes no lines. */
export const SILENT: Logger = { info: nothing, warn: nothing, error: nothing };

/** An error in the log: its kind and its place, not its message, which may quote an address or a key. */
export const describeError = (error: unknown): { name: string; code?: string; at: string[] } => {
  if (!(error instanceof Error)) return { name: typeof error, at: [] };
  const { name, code, stack } = error as NodeJS.ErrnoException;
  const frames = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return { name, ...(code !== undefined && { code }), at: frames.map((frame) => frame.trim()) };
};
