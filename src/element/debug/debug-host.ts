import type { State } from '../field/state.js';
import type { SubmitReply } from '../form/submission.js';

/** The part of the element that `debug` explains. */
export interface DebugHost extends HTMLElement {
  readonly input: HTMLInputElement | null;
  readonly endpoint: string;
  readonly hold: number;
  readonly isDetached: boolean;
  readonly eventTarget: EventTarget;
  trace(changed: (state: State, before: State) => void): void;
  onSubmit(submitter: HTMLElement | null, waitedMs: number): SubmitReply;
}
