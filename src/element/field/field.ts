import { parseAddress } from '../../address/parse.js';
import { isNearLargeProvider, suggest as suggestAddress, type Suggestion } from '../../address/suggest.js';
import { failed, type Answer } from '../edge-client/client.js';
import type { Reply } from '../form/submission.js';
import { isFinal, isOverridable, judge } from './judgement.js';
import type { FieldPorts } from './ports.js';
import { INITIAL, reduce, type Finding, type FieldEvent, type State } from './state.js';

/** Progress is announced only after this long. */
const SLOW_MS = 1000;
/** A second submit within this time is a double click or a key repeat. */
const DOUBLE_SUBMIT_MS = 500;
/** How many declined suggestions are remembered. */
const MAX_DECLINED = 50;

/** The course of events of one field: values, checks, typos, and the submission that waits. Knows no DOM. */
export class Field {
  state: State = INITIAL;
  readonly #ports: FieldPorts;
  readonly #suggest: (text: string) => Suggestion | null;
  readonly #declined = new Set<string>();
  #checking: AbortController | null = null;
  #debounce: ReturnType<typeof setTimeout> | undefined;
  #holding: ReturnType<typeof setTimeout> | undefined;
  #blockedAt = 0;

  constructor(ports: FieldPorts, suggest = suggestAddress) {
    this.#ports = ports;
    this.#suggest = suggest;
  }

  /** The value may have changed. */
  edit(value: string): void {
    if (value === this.state.value) return;
    this.#interrupt();
    this.#apply({ type: 'edit', value });
    const { validateOn, debounce } = this.#ports.options;
    if (validateOn === 'input' && parseAddress(value).ok) {
      this.#debounce = setTimeout(() => {
        this.#check();
      }, debounce);
    }
  }

  /** The field was left with this value. */
  leave(value: string): void {
    this.edit(value);
    this.#fixOrSuggest();
    if (this.#ports.options.validateOn !== 'submit') this.#check();
    // Last: a suggestion is not shown for the moment before the check begins.
    this.#apply({ type: 'reveal' });
  }

  /**
   * The form is about to be sent with this value.
   * @param waitedMs how long the submission has been held already.
   * @returns `pass`: let it go; `block`: it may not; `hold`: `release` will be told.
   */
  submit(value: string, waitedMs = 0): Reply {
    this.edit(value);
    if (!value) return 'pass';
    const { visible, finding: known, override } = this.state;
    if (override) {
      if (override === 'offered' && Date.now() - this.#blockedAt < DOUBLE_SUBMIT_MS) return 'block';
      this.#apply({ type: 'take' });
      return 'pass';
    }
    // What blocks only because it could not be found out is asked again.
    if (known?.decision === 'block' && !isFinal(known)) this.reset(value);
    // Enter submits without leaving the field: typos are fixed now.
    if (!visible) this.#fixOrSuggest();
    if (!this.state.finding && !this.state.held) {
      this.#fixOrSuggest();
      this.#check();
    }
    this.#apply({ type: 'reveal' });
    const { finding, held } = this.state;
    // A text that is no address is settled at once.
    if (finding) return this.#mayPass(finding) ? 'pass' : 'block';
    if (!held) {
      this.#apply({ type: 'hold' });
      this.#holding = setTimeout(() => {
        this.#endHold();
      }, this.#ports.options.hold - waitedMs);
    }
    return 'hold';
  }

  /** The submission has waited for `hold`. Where it may go without a verdict, the check goes on for the next one. */
  #endHold(): void {
    const { value, run } = this.state;
    const answer = failed('timeout', 'The check took longer than `hold`.');
    if (judge(value, answer, this.#ports.options).decision === 'block') {
      this.#settle(run, answer);
      return;
    }
    this.#apply({ type: 'release' });
    this.#ports.release(true);
  }

  /** Lets a held submission go, and goes on checking. */
  letGo(): void {
    clearTimeout(this.#holding);
    this.#apply({ type: 'release' });
  }

  /** Checks the value now. */
  check(value: string): void {
    this.edit(value);
    this.#check();
  }

  /** Takes an answer that is known already for this value. */
  know(value: string, answer: Answer): void {
    this.edit(value);
    clearTimeout(this.#debounce);
    this.#settle(this.state.run, answer);
  }

  /** Starts over with the value that a reset form gives. */
  reset(value: string): void {
    this.#interrupt();
    this.#apply({ type: 'reset', value });
  }

  /** Takes the suggestion. */
  accept(): void {
    const { suggestion } = this.state;
    if (suggestion) this.#replace(suggestion);
  }

  /** Keeps what was typed; the suggestion does not come again for this value. */
  keep(): void {
    this.#decline(this.state.value);
    this.#apply({ type: 'suggest', value: this.state.value, address: null });
  }

  /** Takes a fix back, and never makes it again for this value. */
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
      this.#ports.changed(this.state, before);
    } catch (error) {
      // A failure to render is reported to the page's author, and does not keep the form from being sent.
      setTimeout(() => {
        throw error;
      }, 0);
    }
  }

  /** Ends what is under way for a value that has changed. */
  #interrupt(): void {
    clearTimeout(this.#debounce);
    clearTimeout(this.#holding);
    this.#checking?.abort();
    this.#checking = null;
    this.#apply({ type: 'release' });
    this.#ports.cancel();
  }

  #replace(value: string): void {
    this.edit(value);
    this.#ports.write(value);
    this.#apply({ type: 'reveal' });
    this.#check();
  }

  #decline(value: string): void {
    if (this.#declined.size >= MAX_DECLINED) this.#declined.clear();
    this.#declined.add(value);
  }

  /** What the value may have been meant to be; null when typos are off or the person has declined it. */
  #betterThan(value: string): Suggestion | null {
    if (!value || this.#ports.options.typos === 'off' || this.#declined.has(value)) return null;
    return this.#suggest(value);
  }

  #fixOrSuggest(): void {
    const { value, finding, suggestion } = this.state;
    const better = this.#betterThan(value);
    if (!better) return;
    if (better.certain && this.#ports.options.typos === 'fix' && this.#ports.mayFix(value, better.address)) {
      clearTimeout(this.#debounce);
      this.#checking?.abort();
      this.#apply({ type: 'fix', to: better.address });
      this.#ports.write(better.address);
    } else if (!suggestion && (finding?.verdict.status !== 'valid' || isNearLargeProvider(value))) {
      this.#apply({ type: 'suggest', value, address: better.address });
    }
  }

  #check(): void {
    clearTimeout(this.#debounce);
    const { phase, value, run } = this.state;
    if (phase !== 'editing') return;
    if (!parseAddress(value).ok) {
      this.#settle(run, failed('unchecked'));
      return;
    }
    this.#apply({ type: 'check' });
    const checking = new AbortController();
    this.#checking = checking;
    const slow = setTimeout(() => {
      this.#apply({ type: 'slow', run });
    }, SLOW_MS);
    const deadline = setTimeout(() => {
      this.#settle(run, failed('timeout', 'The check took longer than `timeout`.'));
    }, this.#ports.options.timeout);
    checking.signal.addEventListener('abort', () => {
      clearTimeout(slow);
      clearTimeout(deadline);
    });
    void this.#ports.check(value, checking.signal).then((answer) => {
      if (!checking.signal.aborted) this.#settle(run, answer);
    });
  }

  #settle(run: number, answer: Answer): void {
    if (run !== this.state.run) return;
    this.#checking?.abort();
    clearTimeout(this.#holding);
    const { options } = this.#ports;
    const { held, value } = this.state;
    const finding = judge(value, answer, options);
    this.#apply({ type: 'settle', run, finding });
    if (this.state.finding !== finding) return;
    const { status, did_you_mean: meant } = finding.verdict;
    if (options.typos !== 'off' && meant && meant !== value && !this.#declined.has(value)) {
      this.#apply({ type: 'suggest', value, address: meant });
    } else if (status === 'valid' && !isNearLargeProvider(value)) {
      // The typed domain takes mail, so it was meant; one that is near a large provider may be a squatter's.
      this.#apply({ type: 'suggest', value, address: null });
    }
    this.#apply({ type: 'release' });
    this.#ports.found(finding, answer.ok ? '' : answer.detail);
    // A listener may have changed the value, which takes the submission back.
    if (held && this.state.finding === finding) this.#ports.release(this.#mayPass(finding));
  }

  /** Whether a submission may go on. A blocked one that may be overridden passes the next time. */
  #mayPass(finding: Finding): boolean {
    if (this.#ports.options.override && isOverridable(finding)) {
      this.#blockedAt = Date.now();
      this.#apply({ type: 'offer' });
    }
    return finding.decision !== 'block';
  }
}
