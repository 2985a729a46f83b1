import type { ProblemCode } from './problem.js';

/** A request that is refused: thrown by the code that finds the fault, and turned into a problem where the response is made. */
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
