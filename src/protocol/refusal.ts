import type { ProblemCode } from './problem.js';

/** A request that is not granted: thrown inside a room, and turned into a problem where the answer leaves it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly code: ProblemCode,
    /** What was wrong, and what would be right. Reaches the caller. */
    readonly detail: string,
    readonly headers: Record<string, string> = {},
    /** What else the problem says. */
    readonly members: Record<string, unknown> = {},
  ) {
    super(detail);
  }
}
