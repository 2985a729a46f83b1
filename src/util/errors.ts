/** The code of an error, such as `ENOENT` (Node) or `23505` (PostgreSQL); undefined when there is none. */
export const errorCode = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/** The stack frames of an error, without its message, which may quote an address or a key. */
export const stackFrames = ({ stack = '' }: Error): string[] =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((frame) => frame.trim());

/**
 * The reason of a failure for a person: the error's message, or its code if the message is empty, as in an
 * AggregateError.
 */
export const errorReason = (error: unknown): string =>
  (error instanceof Error && error.message) || (errorCode(error) ?? typeof error);
