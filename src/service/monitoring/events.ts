import type { ProblemCode, Status } from '../../protocol/index.js';

/**
 * The cost of a check: one credit (`credit`), or nothing. Free checks are a `repeat` after an `unknown`, a check of the
 * calling program itself (`own`), and a check with a test key (`test`).
 */
export type Charge = 'credit' | 'repeat' | 'own' | 'test';

/** Something that happened, for metrics. No value is the choice of a client. */
export type ServiceEvent =
  | {
      event: 'request';
      /** The path, or `*` for an unknown one. */
      path: string;
      status: number;
      /** The duration in milliseconds. */
      ms: number;
      /** The problem code of a refusal; `test_key` for one that a test key asked for. */
      code?: ProblemCode | 'test_key';
      /** The verdict that was answered, and what it cost. */
      verdict?: Status;
      charge?: Charge;
    }
  /** An attempt to send a callback ended, and what follows it. */
  | { event: 'callback'; sequel: 'delivered' | 'later' | 'given up'; ms: number }
  /** A request was refused because its network had tried too many wrong keys. */
  | { event: 'locked out' };

/** Receives an event. Called during a request: it must return quickly and not throw. */
export type Observe = (event: ServiceEvent) => void;
