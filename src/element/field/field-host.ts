import type { CheckResult } from '../edge-client/check-result.js';
import type { FieldOptions } from '../options.js';
import type { Assessment } from './assessment.js';
import type { State } from './state.js';

/** The options of a field, and its callbacks: the element implements them on a DOM, tests implement them in memory. */
export interface FieldHost {
  readonly options: FieldOptions;
  /** Checks an address. Never rejects. */
  check(email: string, signal: AbortSignal): Promise<CheckResult>;
  /** Checks the domain of an address alone. Never rejects; fails if nothing speaks against the domain. */
  checkDomain(email: string, signal: AbortSignal): Promise<CheckResult>;
  /** Sets the input's value as if the person had typed it. */
  write(value: string): void;
  stateChanged(state: State, before: State): void;
  /** Called when the value was assessed; `detail` is for the page's author. */
  assessed(assessment: Assessment, detail: string): void;
  /** Returns true if an obvious typo may be fixed. */
  mayFix(from: string, to: string): boolean;
  /** Sends the held submission, or drops it. */
  release(send: boolean): void;
  /** Cancels a held submission, because the value has changed. */
  cancel(): void;
}
