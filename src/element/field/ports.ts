import type { Answer } from '../edge-client/client.js';
import type { FieldOptions } from '../options.js';
import type { Finding, State } from './state.js';

/** What a field needs from around it. The element gives it a DOM, a test gives it what it likes. */
export interface FieldPorts {
  readonly options: FieldOptions;
  /** Asks about an address. Never rejects. */
  check(email: string, signal: AbortSignal): Promise<Answer>;
  /** Sets the input's value as if the person had typed it. */
  write(value: string): void;
  changed(state: State, before: State): void;
  /** A finding stands; `detail` is for the page's author. */
  found(finding: Finding, detail: string): void;
  /** Whether an obvious typo may be fixed. */
  mayFix(from: string, to: string): boolean;
  /** The submission that was held may go on, or not. */
  release(send: boolean): void;
  /** The value has changed: a submission that waits is taken back. */
  cancel(): void;
}
