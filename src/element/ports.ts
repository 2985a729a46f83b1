import type { Suggestion } from '../address/suggest.js';
import type { Answer } from './edge-client/client.js';
import type { Judgement } from './field/judgement.js';
import type { Finding, State } from './field/state.js';

/**
 * How the field behaves: the element's own attributes, read anew each time they matter, so that they may change at any
 * time. Times are in milliseconds.
 */
export interface SessionOptions extends Judgement {
  typos: 'fix' | 'suggest' | 'off';
  validateOn: 'input' | 'blur' | 'submit';
  debounce: number;
  timeout: number;
  hold: number;
  override: boolean;
}

export type Suggest = (text: string) => Suggestion | null;

/** What the session needs from around it. The element gives it a DOM, a test gives it what it likes. */
export interface SessionPorts {
  readonly options: SessionOptions;
  check(email: string, signal: AbortSignal): Promise<Answer>;
  /** Loads the typo finder; asked for at the first sign of use. */
  loadTypos(): Promise<Suggest>;
  /** Sets the input's value as if the person had typed it. */
  write(value: string): void;
  changed(state: State, before: State): void;
  /** A finding stands. */
  found(finding: Finding, detail: string): void;
  /** Whether an obvious slip may be changed. */
  mayFix(from: string, to: string): boolean;
  /** The submission that was held may go on, or not. */
  release(send: boolean): void;
  /** The value is another one: a submission that waits is taken back. */
  cancel(): void;
}
