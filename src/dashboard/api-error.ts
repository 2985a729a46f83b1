/** A call that was refused, or that had no answer. The message is for the person. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  /**
   * @param code the problem's code; `offline` without an answer.
   * @param members the further members of the problem.
   */
  constructor(
    readonly code: string,
    message: string,
    readonly members: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}

/** True if a call was refused because nobody is signed in any more. */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.code === 'not_signed_in';
