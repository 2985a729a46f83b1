import { isNearLargeProvider } from '../address/guess-domain.js';
import type { Decision, Status, Verdict } from '../protocol/index.js';
import type { EmailVerifyElement } from './email-verify-element.js';

/** The state of an element's address, for a page's own user interface. */
export interface EmailVerifyState {
  /** `idle`: the address is not checked yet; `checking`: a check is in flight; otherwise the verdict's status. */
  readonly status: 'idle' | 'checking' | Status;
  /** The verdict on the current address, or null. */
  readonly verdict: Verdict | null;
  /** The policy's decision on the current address, or null. */
  readonly decision: Decision | null;
  /** The address that the person may have meant, or null. */
  readonly suggestion: string | null;
}

export const IDLE_STATE: EmailVerifyState = { status: 'idle', verdict: null, decision: null, suggestion: null };

/**
 * Watches an element's state by its public events, and the input's.
 * @param changed called with each new state; after an edit, once the page has handled the input's event.
 * @returns `look` compares the input's value with the state's, after a framework may have set it; `stop` ends the
 * watch.
 */
export const watchState = (
  element: EmailVerifyElement,
  changed: (state: EmailVerifyState) => void,
): { look: () => void; stop: () => void } => {
  const watching = new AbortController();
  const { signal } = watching;
  const root = element.getRootNode();
  let state = IDLE_STATE;
  /** The last state passed to the page. */
  let told = state;
  /** The value of that state. */
  let value = '';
  let isEditing = false;

  const valueNow = (): string => element.input?.value ?? '';
  const tell = (): void => {
    if (isEditing || signal.aborted || state === told) return;
    told = state;
    changed(state);
  };
  const update = (change: Partial<EmailVerifyState>): void => {
    value = valueNow();
    state = { ...state, ...change };
    tell();
  };
  const forget = (): void => {
    state = IDLE_STATE;
    tell();
  };
  const look = (): void => {
    if (state !== IDLE_STATE && valueNow() !== value) forget();
  };
  const on = <Type extends keyof HTMLElementEventMap>(
    target: Pick<EventTarget, 'addEventListener'>,
    type: Type,
    listener: (event: HTMLElementEventMap[Type]) => void,
  ): void => {
    target.addEventListener(type, listener as (event: Event) => void, { signal, capture: target === root });
  };

  on(element, 'email-verify-check', () => {
    update({ status: 'checking', verdict: null, decision: null });
  });
  on(element, 'email-verify-suggestion', ({ suggestion }) => {
    update({ suggestion });
  });
  on(element, 'email-verify-verdict', ({ verdict, decision }) => {
    // The element withdraws its suggestion by the same rule: a domain that accepts mail was meant.
    const withdrawn = verdict.status === 'valid' && !verdict.did_you_mean && !isNearLargeProvider(verdict.email);
    update({ status: verdict.status, verdict, decision, ...(withdrawn && { suggestion: null }) });
  });
  // Runs before the element's own listener, which may have a verdict at once.
  on(root, 'input', () => {
    // If a framework were told between the two listeners, it would render before its own listener has run, and restore
    // the value from before the edit.
    if (!isEditing) {
      isEditing = true;
      setTimeout(() => {
        isEditing = false;
        tell();
      });
    }
    look();
  });
  on(root, 'reset', (event) => {
    const isOurs = event.target === element.input?.form;
    // `reset` is dispatched before the values are reset, and may be cancelled.
    setTimeout(() => {
      if (isOurs && !event.defaultPrevented) forget();
    });
  });
  return {
    look,
    stop: () => {
      watching.abort();
    },
  };
};
