import { parseAddress } from '../../address/parse.js';
import { isNearLargeProvider } from '../../address/guess-domain.js';
import { suggest as suggestAddress, type Suggestion } from '../../address/suggest.js';
import { failedCheck, type CheckResult } from '../edge-client/check-result.js';
import type { SubmitReply } from '../form/submission.js';
import { assess, isFinal, isOverridable, type Assessment } from './assessment.js';
import type { FieldOptions } from '../options.js';
import type { FieldHost } from './field-host.js';
import { INITIAL_STATE, reduce, type FieldEvent, type State } from './state.js';

/** Time after which progress is announced, in milliseconds. */
const SLOW_MS = 1000;
/** A second submit within this time is a double click or a key repeat. */
const DOUBLE_SUBMIT_MS = 500;
/** Maximum number of remembered values whose suggestion or fix the person declined. A full set is cleared. */
const MAX_DECLINED = 50;

/** Drives the state of one field: edits, checks, typos and the held submission. Uses no DOM. */
export class Field {
  state: State = INITIAL_STATE;
  readonly options: FieldOptions;
  readonly #host: FieldHost;
  readonly #suggest: (text: string) => Suggestion | null;
  readonly #declined = new Set<string>();
  #checking: AbortController | null = null;
  #debounceTimer: ReturnType<typeof setTimeout> | undefined;
  #holdTimer: ReturnType<typeof setTimeout> | undefined;
  #blockedAt = 0;
  /** The revision of the value whose domain alone was checked. */
  #domainOnly = -1;

  constructor(host: FieldHost, suggest = suggestAddress) {
    this.#host = host;
    this.options = host.options;
    this.#suggest = suggest;
  }

  /** Handles a value that may have changed. */
  edit(value: string): void {
    if (value === this.state.value) return;
    this.#interrupt();
    this.#apply({ type: 'edit', value });
    const { validateOn, debounce } = this.options;
    if (validateOn === 'input' && parseAddress(value).ok) {
      this.#debounceTimer = setTimeout(() => {
        this.#checkEarly();
      }, debounce);
    }
  }

  /** Handles the end of input: the field was left with this value. */
  leave(value: string): void {
    this.edit(value);
    this.#fixOrSuggest();
    if (this.options.validateOn !== 'submit') this.#checkEarly();
    // Last, so that a suggestion does not flash up before the check begins.
    this.#apply({ type: 'reveal' });
  }

  /**
   * Handles a submission: the form is about to be sent with this value.
   * @param waitedMs the time for which the submission has been held already.
   * @returns `pass`: it may be sent; `block`: it may not; `hold`: `release` will be called.
   */
  submit(value: string, waitedMs = 0): SubmitReply {
    this.edit(value);
    if (!value) return 'pass';
    const { visible, assessment: known, override } = this.state;
    if (override) {
      if (override === 'offered' && Date.now() - this.#blockedAt < DOUBLE_SUBMIT_MS) return 'block';
      this.#apply({ type: 'take' });
      return 'pass';
    }
    if (known && !this.#stands(known)) this.reset(value);
    // Enter submits without leaving the field: typos are fixed now.
    if (!visible) this.#fixOrSuggest();
    if (!this.state.assessment && !this.state.held) {
      this.#fixOrSuggest();
      this.#check();
    }
    this.#apply({ type: 'reveal' });
    const { assessment, held } = this.state;
    // Text that is not an address is settled at once.
    if (assessment) return this.#mayPass(assessment) ? 'pass' : 'block';
    if (waitedMs && waitedMs >= this.options.hold) return this.#mayPassUnchecked() ? 'pass' : 'block';
    if (!held) {
      this.#apply({ type: 'hold' });
      this.#holdTimer = setTimeout(() => {
        if (this.#mayPassUnchecked()) {
          this.#apply({ type: 'release' });
          this.#host.release(true);
        }
      }, this.options.hold - waitedMs);
    }
    return 'hold';
  }

  /**
   * Decides at the end of `hold`. If the value may pass without a verdict, the check continues for the next submission.
   */
  #mayPassUnchecked(): boolean {
    const { value, revision } = this.state;
    const result = failedCheck('timeout', 'The check took longer than `hold`.');
    if (assess(value, result, this.options).decision !== 'block') return true;
    this.#settle(revision, result);
    return false;
  }

  /** Releases the hold without a decision; the check continues. */
  endHold(): void {
    clearTimeout(this.#holdTimer);
    this.#apply({ type: 'release' });
  }

  /** Checks the value now. */
  check(value: string): void {
    this.edit(value);
    if (this.#isDomainOnly) this.reset(value);
    this.#check();
  }

  /** Settles the value with a known result. */
  useResult(value: string, result: CheckResult): void {
    this.edit(value);
    clearTimeout(this.#debounceTimer);
    this.#settle(this.state.revision, result);
  }

  /** Starts over with the value after the form's reset. */
  reset(value: string): void {
    this.#interrupt();
    this.#apply({ type: 'reset', value });
  }

  /** Accepts the suggestion. */
  accept(): void {
    const { suggestion } = this.state;
    if (suggestion) this.#replace(suggestion);
  }

  /** Keeps the typed value, and never suggests anything for it again. */
  keep(): void {
    this.#decline(this.state.value);
    this.#apply({ type: 'suggest', value: this.state.value, address: null });
  }

  /** Undoes a fix, and never fixes this value again. */
  undo(): void {
    const { fix } = this.state;
    if (!fix) return;
    this.#decline(fix.from);
    this.#replace(fix.from);
  }

  #apply(event: FieldEvent): void {
    const before = this.state;
    this.state = reduce(before, event);
    if (this.state === before) return;
    try {
      this.#host.stateChanged(this.state, before);
    } catch (error) {
      // A rendering error is reported, but does not prevent the form from being sent.
      setTimeout(() => {
        throw error;
      }, 0);
    }
  }

  /** Cancels the timers, the check and the held submission of the previous value. */
  #interrupt(): void {
    clearTimeout(this.#debounceTimer);
    this.#checking?.abort();
    this.endHold();
    this.#host.cancel();
  }

  #replace(value: string): void {
    this.edit(value);
    this.#host.write(value);
    this.#apply({ type: 'reveal' });
    this.#checkEarly();
  }

  #decline(value: string): void {
    if (this.#declined.size >= MAX_DECLINED) this.#declined.clear();
    this.#declined.add(value.toLowerCase());
  }

  #isDeclined(value: string): boolean {
    return this.#declined.has(value.toLowerCase());
  }

  #fixOrSuggest(): void {
    const { value, assessment, suggestion } = this.state;
    const { typos } = this.options;
    if (!value || typos === 'off' || this.#isDeclined(value)) return;
    const suggested = this.#suggest(value);
    if (!suggested) return;
    const { address, certain } = suggested;
    if (certain && typos === 'fix' && this.#host.mayFix(value, address)) {
      clearTimeout(this.#debounceTimer);
      this.#checking?.abort();
      this.#apply({ type: 'fix', to: address });
      this.#host.write(address);
    } else if (!suggestion && (assessment?.verdict.status !== 'valid' || isNearLargeProvider(value))) {
      this.#apply({ type: 'suggest', value, address });
    }
  }

  /** Checks the value before the form is sent. Where the page wants privacy, nobody is asked, or about the domain alone. */
  #checkEarly(): void {
    const { privacy } = this.options;
    if (privacy === 'off' || !parseAddress(this.state.value).ok) this.#check();
    else if (privacy === 'hashed-domain') void this.#checkDomain();
  }

  get #isDomainOnly(): boolean {
    return this.#domainOnly === this.state.revision;
  }

  /** True if a submission need not ask about the value again. */
  #stands(known: Assessment): boolean {
    if (this.#isDomainOnly) return known.decision === 'block' && !isOverridable(known);
    return known.decision !== 'block' || isFinal(known);
  }

  /** Checks the domain of the value. The value is settled only if something speaks against the domain. */
  async #checkDomain(): Promise<void> {
    clearTimeout(this.#debounceTimer);
    const { phase, value, revision } = this.state;
    if (phase !== 'editing') return;
    this.#checking?.abort();
    const checking = new AbortController();
    this.#checking = checking;
    const result = await this.#host.checkDomain(value, checking.signal);
    // A submission may have begun the check of the whole address.
    if (!result.ok || checking.signal.aborted || this.#checking !== checking) return;
    this.#domainOnly = revision;
    this.#settle(revision, result);
  }

  #check(): void {
    clearTimeout(this.#debounceTimer);
    const { phase, value, revision } = this.state;
    if (phase !== 'editing') return;
    if (!parseAddress(value).ok) {
      this.#settle(revision, failedCheck('unchecked'));
      return;
    }
    this.#apply({ type: 'check' });
    const checking = new AbortController();
    this.#checking = checking;
    const slow = setTimeout(() => {
      this.#apply({ type: 'slow', revision });
    }, SLOW_MS);
    const timeout = setTimeout(() => {
      this.#settle(revision, failedCheck('timeout', 'The check took longer than `timeout`.'));
    }, this.options.timeout);
    checking.signal.addEventListener('abort', () => {
      clearTimeout(slow);
      clearTimeout(timeout);
    });
    void this.#host.check(value, checking.signal).then((result) => {
      if (!checking.signal.aborted) this.#settle(revision, result);
    });
  }

  #settle(revision: number, result: CheckResult): void {
    if (revision !== this.state.revision) return;
    this.#checking?.abort();
    clearTimeout(this.#holdTimer);
    const { held, value } = this.state;
    const assessment = assess(value, result, this.options);
    const { status, did_you_mean: meant } = assessment.verdict;
    const isMeant = this.options.typos !== 'off' && meant && meant !== value && !this.#isDeclined(value);
    // In one change, so that no tick is shown or announced before the server's suggestion.
    this.#apply({ type: 'settle', revision, assessment, ...(isMeant && { suggestion: meant }) });
    if (this.state.assessment !== assessment) return;
    if (!isMeant && status === 'valid' && !isNearLargeProvider(value)) {
      // The typed domain accepts mail, so it was meant. Domains near a large provider's may be a squatter's.
      this.#apply({ type: 'suggest', value, address: null });
    }
    this.#apply({ type: 'release' });
    this.#host.assessed(assessment, result.ok ? '' : result.detail);
    // A listener may have changed the value, which cancels the submission.
    if (held && this.state.assessment === assessment) this.#host.release(this.#mayPass(assessment));
  }

  /**
   * Returns true if the form may be sent. Offers the override of a block that may be overridden: the next submit then
   * passes.
   */
  #mayPass(assessment: Assessment): boolean {
    if (this.options.override && isOverridable(assessment)) {
      this.#blockedAt = Date.now();
      this.#apply({ type: 'offer' });
    }
    return assessment.decision !== 'block';
  }
}
