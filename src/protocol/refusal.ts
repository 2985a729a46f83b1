import type { ProblemCode } from './problem.js';

/**
 * A refused request. The code that finds the fault throws it, and the code that builds the response turns it into a
 * problem.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly code: ProblemCode,
    /** Says what was wrong, and what would be right. The caller sees this text. */
    readonly detail: string,
    readonly headers: Record<string, string> = {},
    /** Extension members of the problem. */
    readonly members: Record<string, unknown> = {},
  ) {
    super(detail);
  }
}
