import type { Outcome, OutcomeReport, Wait } from '../../protocol/index.js';
import type { Assessment, isUnavailable } from '../field/assessment.js';
import type { showsError, State } from '../field/state.js';

/** Functions of the element's file. They are passed: a file that is loaded later imports from no other one. */
export interface FieldRules {
  readonly isUnavailable: typeof isUnavailable;
  readonly showsError: typeof showsError;
}

const isNoAddress = (assessment: Assessment | null): boolean =>
  assessment?.verdict.sub_status.includes('syntax_error') ?? false;

/** The reason why an address is sent without a verdict, or null. */
const uncheckedReason = (assessment: Assessment | null, rules: FieldRules): Outcome | null => {
  if (!assessment) return 'unchecked_hold';
  const { failure, verdict } = assessment;
  // Text that is not an address needs no check.
  if (isNoAddress(assessment)) return null;
  if (failure === 'unchecked') return 'unchecked_unasked';
  if (failure) return `unchecked_${failure}`;
  return rules.isUnavailable(verdict) ? 'unchecked_service' : null;
};

/** The counts and waits of a report. */
export type Counted = Pick<OutcomeReport, 'counts' | 'waits'>;

/**
 * Counts the outcomes of one field's uses, by the changes of its state. A use begins with an address and ends when the
 * form is sent; it keeps no address longer. Uses no DOM.
 */
export class UseCounter {
  readonly #rules: FieldRules;
  readonly #isHeldOut: boolean;
  readonly #now: () => number;
  /** The outcomes of this use, and those of them that are reported. */
  #counts = new Set<Outcome>();
  #reported = new Set<Outcome>();
  #waits: Counted['waits'] = {};
  #state: State | null = null;
  /** The address with which the last use was sent; null during a use. */
  #sent: string | null = '';
  /** The time of the last key or fix; null if it is not known. */
  #typedAt: number | null = null;
  #heldAt: number | null = null;
  #shownSuggestion: string | null = null;
  /** The address that a fix or an accepted suggestion has written. */
  #corrected: string | null = null;
  #blocked: string | null = null;
  /** True in the task in which the value was assessed: the page itself withdraws a suggestion then. */
  #isSettling = false;

  /**
   * @param isHeldOut true if the element only looks on: then only uses, verdicts and submissions are counted.
   * @param now the clock, in milliseconds.
   */
  constructor(rules: FieldRules, isHeldOut: boolean, now: () => number = () => performance.now()) {
    this.#rules = rules;
    this.#isHeldOut = isHeldOut;
    this.#now = now;
  }

  /** Takes a value that was sent before anything was counted: only another one begins a use. */
  skip(value: string): void {
    this.#sent = value;
  }

  changed(state: State, before: State): void {
    const isFirst = this.#state === null;
    this.#state = state;
    const isNew = state.revision !== before.revision;
    if (isNew && state.value && this.#sent !== null && state.value !== this.#sent) this.#begin();
    if (isNew) this.#edited(state, before, isFirst);
    // A suggestion that was shown before the counting began.
    if (isFirst && state.visible && state.suggestion !== null) this.suggested(state.suggestion);
    if (state.held !== before.held) this.#heldChanged(state.held);
    if (state.phase === 'settled' && (isNew || before.phase !== 'settled')) this.#settled(state, isNew);
    const isDeclined = !isNew && before.suggestion !== null && state.suggestion === null && !this.#isSettling;
    if (isDeclined && before.suggestion === this.#shownSuggestion) this.#count('kept');
    // Text that is not an address is refused by the browser, too.
    if (isNoAddress(state.assessment)) return;
    if (this.#rules.showsError(state)) {
      this.#count('blocked');
      this.#blocked = state.value;
    } else if (state.visible && state.assessment?.decision === 'warn') this.#count('warned');
  }

  /** Counts a suggestion that the person sees. */
  suggested(address: string): void {
    this.#shownSuggestion = address;
    this.#count('suggested');
  }

  /** Counts a submission with this value that may go on. A repeated one with the same value is the same submission. */
  sent(value: string): void {
    if (this.#sent !== null) return;
    const assessment = this.#state?.value === value ? this.#state.assessment : null;
    const reason = value && uncheckedReason(assessment, this.#rules);
    if (reason) this.#count(reason);
    this.#countCorrection(value, assessment);
    this.#count('sent');
    this.#sent = value;
  }

  /** Returns what was counted since the last report, and counts it as reported; null if there is nothing. */
  take(): Counted | null {
    const fresh = [...this.#counts].filter((outcome) => !this.#reported.has(outcome));
    if (fresh.length === 0) return null;
    for (const outcome of fresh) this.#reported.add(outcome);
    const waits = this.#waits;
    this.#waits = {};
    return { counts: Object.fromEntries(fresh.map((outcome) => [outcome, 1])), waits };
  }

  #begin(): void {
    this.#counts = new Set();
    this.#reported = new Set();
    this.#waits = {};
    this.#sent = this.#corrected = this.#blocked = this.#shownSuggestion = null;
    this.#count('used');
  }

  #count(outcome: Outcome): void {
    const isWatched = ['used', 'checked', 'sent'].includes(outcome);
    if (this.#sent === null && (isWatched || !this.#isHeldOut)) this.#counts.add(outcome);
  }

  #wait(name: Wait, ms: number): void {
    if (this.#sent === null && !this.#isHeldOut) this.#waits[name] = Math.round((this.#waits[name] ?? 0) + ms);
  }

  /** Handles another value: typed, fixed, undone or suggested. */
  #edited({ value, fix }: State, before: State, isFirst: boolean): void {
    this.#typedAt = isFirst ? null : this.#now();
    if (fix) this.#count('fixed');
    if (before.fix?.from === value && this.#counts.has('fixed')) this.#count('undone');
    const isAccepted = value !== '' && value === this.#shownSuggestion && before.suggestion === value;
    if (isAccepted) this.#count('accepted');
    if (fix || isAccepted) this.#corrected = value;
  }

  #heldChanged(held: boolean): void {
    if (this.#heldAt !== null && !held) this.#wait('held_ms', this.#now() - this.#heldAt);
    this.#heldAt = held ? this.#now() : null;
  }

  #settled({ assessment }: State, isNew: boolean): void {
    this.#isSettling = true;
    queueMicrotask(() => (this.#isSettling = false));
    if (assessment?.failure !== null || this.#rules.isUnavailable(assessment.verdict)) return;
    this.#count('checked');
    // A value that was assessed when the counting began has no known wait.
    if (this.#typedAt !== null && !isNew) {
      const ms = this.#now() - this.#typedAt;
      delete this.#waits.verdict_ms;
      this.#wait('verdict_ms', ms);
    }
  }

  #countCorrection(value: string, assessment: Assessment | null): void {
    const isOverridden = this.#state?.value === value && this.#state.override === 'taken';
    const isHealed =
      this.#blocked !== null &&
      value !== '' &&
      !isOverridden &&
      (value !== this.#blocked || assessment?.decision !== 'block');
    if (isOverridden && this.#blocked !== null) this.#count('overridden');
    if (isHealed) this.#count('healed');
    if (value !== '' && (value === this.#corrected || (isHealed && value !== this.#blocked))) this.#count('saved');
  }
}
