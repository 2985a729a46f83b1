/** The code of an error, such as `ENOENT` (Node) or `23505` (PostgreSQL); undefined when there is none. */
export const errorCode = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
