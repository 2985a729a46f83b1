import { parseAddress } from '../../address/parse.js';
import { failed, type Answer } from '../edge-client/client.js';
import { isFinal, isOverridable, judge } from './judgement.js';
import type { Reply } from '../form/submission.js';
import { INITIAL, reduce, type Finding, type MachineEvent, type State } from './state.js';
import type { SessionPorts, Suggest } from '../ports.js';

/** Progress is spoken of only after this long. */
const SLOW_MS = 1000;
/** A second press that comes sooner than this is half of a double click, or a key that is held down: it is none of its own. */
const AGAIN_MS = 500;
/** How many declined suggestions are remembered. */
const DECLINED = 50;

/** One field's course of events: values, checks, typos, and the submission that waits. Knows no DOM. */
export class Session {
  state: State = INITIAL;
  readonly #ports: SessionPorts;
  readonly #declined = new Set<string>();
  #suggest: Suggest | null = null;
  #loading: Promise<void> | null = null;
  #asking: AbortController | null = null;
  #debounce: ReturnType<typeof setTimeout> | undefined;
  #holding: ReturnType<typeof setTimeout> | undefined;
  #blockedAt = 0;

  constructor(ports: SessionPorts) {
    this.#ports = ports;
  }

  /** The person came to the field: get ready what the next moments need. */
  prepare(): void {
    if (this.#suggest || this.#ports.options.typos === 'off') return;
    this.#loading ??= this.#ports.loadTypos().then(
      (suggest) => void (this.#suggest = suggest),
      // Without it the field works on, only with no suggestions; the next visit tries again.
      () => void (this.#loading = null),
    );
  }

  /** The value may be another one. */
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
    this.#apply({ type: 'reveal' });
    this.#afterTypos(() => {
      this.#mend();
      if (this.#ports.options.validateOn !== 'submit') this.#check();
    });
  }

  /**
   * The form is about to be sent with this value.
   * @param waitedMs how long it has waited already.
   * @returns `pass`: let it go; `block`: it may not; `hold`: `release` will be told.
   */
  submit(value: string, waitedMs = 0): Reply {
    this.edit(value);
    if (!value) return 'pass';
    const { visible, finding: known, override } = this.state;
    if (override) {
      if (override === 'offered' && Date.now() - this.#blockedAt < AGAIN_MS) return 'block';
      this.#apply({ type: 'take' });
      return 'pass';
    }
    // What stands in the way only because it could not be found out is asked again.
    if (known?.decision === 'block' && !isFinal(known)) this.reset(value);
    this.#apply({ type: 'reveal' });
    // Enter submits without leaving the field: what leaving would have mended is mended now.
    if (!visible) this.#mend();
    if (!this.state.finding && !this.state.held) {
      this.#afterTypos(() => {
        this.#mend();
        this.#check();
      });
    }
    const { finding, held } = this.state;
    // What is no address is known to be none at once.
    if (finding) return this.#answer(finding) ? 'pass' : 'block';
    if (!held) {
      this.#apply({ type: 'hold' });
      this.#holding = setTimeout(() => {
        this.#settle(this.state.run, failed('timeout', 'The check took longer than `hold`.'));
      }, this.#ports.options.hold - waitedMs);
    }
    return 'hold';
  }

  /** Lets a submission that is held go, and goes on checking. */
  letGo(): void {
    clearTimeout(this.#holding);
    this.#apply({ type: 'release' });
  }

  /** Whether a submission may go on; if not, the next one may. */
  #answer(finding: Finding): boolean {
    if (this.#ports.options.override && isOverridable(finding)) {
      this.#blockedAt = Date.now();
      this.#apply({ type: 'offer' });
    }
    return finding.decision !== 'block';
  }

  /** Checks the value now. */
  check(value: string): void {
    this.edit(value);
    this.#check();
  }

  /** Back to the beginning, with the value that a reset form gives. */
  reset(value: string): void {
    this.#interrupt();
    this.#apply({ type: 'reset', value });
  }

  /** Takes the suggestion. */
  accept(): void {
    const { suggestion } = this.state;
    if (!suggestion) return;
    this.#replace(suggestion);
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

  #apply(event: MachineEvent): void {
    const before = this.state;
    this.state = reduce(before, event);
    if (this.state === before) return;
    try {
      this.#ports.changed(this.state, before);
    } catch (error) {
      // What fails to be shown is for the page's author to hear of, and no reason to keep a form from being sent.
      setTimeout(() => {
        throw error;
      }, 0);
    }
  }

  /** What was under way is about a value that is no more. */
  #interrupt(): void {
    clearTimeout(this.#debounce);
    clearTimeout(this.#holding);
    this.#asking?.abort();
    this.#asking = null;
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
    if (this.#declined.size >= DECLINED) this.#declined.clear();
    this.#declined.add(value);
  }

  /** Runs the step once the typo finder is here, or at once when there is none, unless the value changes meanwhile. */
  #afterTypos(next: () => void): void {
    this.prepare();
    if (this.#suggest || !this.#loading) {
      next();
      return;
    }
    const { run } = this.state;
    void this.#loading.then(() => {
      if (run === this.state.run) next();
    });
  }

  /** Fixes an obvious slip, or suggests. */
  #mend(): void {
    const { value, finding, suggestion } = this.state;
    const { typos } = this.#ports.options;
    const better = value && typos !== 'off' && !this.#declined.has(value) ? this.#suggest?.(value) : null;
    if (!better) return;
    if (better.certain && typos === 'fix' && this.#ports.mayFix(value, better.address)) {
      clearTimeout(this.#debounce);
      this.#asking?.abort();
      this.#apply({ type: 'fix', to: better.address });
      this.#ports.write(better.address);
    } else if (!suggestion && finding?.verdict.status !== 'valid') {
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
    const asking = new AbortController();
    this.#asking = asking;
    const slow = setTimeout(() => {
      this.#apply({ type: 'slow', run });
    }, SLOW_MS);
    const deadline = setTimeout(() => {
      this.#settle(run, failed('timeout', 'The check took longer than `timeout`.'));
    }, this.#ports.options.timeout);
    asking.signal.addEventListener('abort', () => {
      clearTimeout(slow);
      clearTimeout(deadline);
    });
    void this.#ports.check(value, asking.signal).then((answer) => {
      if (!asking.signal.aborted) this.#settle(run, answer);
    });
  }

  #settle(run: number, answer: Answer): void {
    if (run !== this.state.run) return;
    this.#asking?.abort();
    clearTimeout(this.#holding);
    const options = this.#ports.options;
    const { held, value } = this.state;
    const finding = judge(value, answer, options);
    this.#apply({ type: 'settle', run, finding });
    if (this.state.finding !== finding) return;
    const { status, did_you_mean: meant } = finding.verdict;
    if (options.typos !== 'off' && meant && meant !== value && !this.#declined.has(value)) {
      this.#apply({ type: 'suggest', value, address: meant });
    } else if (status === 'valid') {
      this.#apply({ type: 'suggest', value, address: null });
    }
    this.#apply({ type: 'release' });
    this.#ports.found(finding, answer.ok ? '' : answer.detail);
    // A listener may have changed the value, which takes the submission back.
    if (held && this.state.finding === finding) this.#ports.release(this.#answer(finding));
  }
}
