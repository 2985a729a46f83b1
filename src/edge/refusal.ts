import type { ProblemCode } from '../protocol/index.js';

/** A request that is not granted: thrown inside this room, and turned into a problem where the answer leaves it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly code: ProblemCode,
    /** What was wrong, and what would be right. Reaches the caller. */
    readonly detail: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(detail);
  }
}
