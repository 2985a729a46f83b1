/** Counts the outcomes of an element's form, and reports them to the edge. Loaded when the page is idle. */
import type { CheckHost, clientOrNull } from '../edge-client/check.js';
import type { State } from '../field/state.js';
import type { wasSent } from '../form/submit-listener.js';
import { formName, formOfPath, type OutcomeReport } from '../../protocol/outcomes.js';
import { UseCounter, type FieldRules } from './use-counter.js';

/** Functions of the element's file. */
export interface OutcomeTools extends FieldRules {
  readonly clientOrNull: typeof clientOrNull;
  readonly wasSent: typeof wasSent;
}

/** The part of the element that is counted. */
export interface OutcomesHost extends HTMLElement, CheckHost {
  readonly input: HTMLInputElement | null;
  /** True if the element only looks on. */
  readonly isHeldOut: boolean;
  /** True if outcomes may be counted now. */
  readonly isCounted: boolean;
  trace(changed: (state: State, before: State) => void): void;
}

/** The counting of an element. */
interface Watch {
  readonly counter: UseCounter;
  /** Reports what was counted since the last report. */
  readonly report: () => void;
  readonly start: () => void;
  readonly end: () => void;
}

/** An element that is taken away and comes back goes on with its counts. */
const watches = new WeakMap<OutcomesHost, Watch>();
/** The elements in the page. */
const active = new Map<OutcomesHost, Watch>();

/** The name of the form: of the nearest `data-form`, else of the page's path. */
const nameOf = (host: OutcomesHost): string => {
  const named = [host.input, host].map((node) => node?.closest<HTMLElement>('[data-form]')?.dataset['form']);
  const name = named.find(Boolean);
  return name ? formName(name) : formOfPath(location.pathname);
};

const onHide = (): void => {
  for (const { report } of active.values()) report();
};

const onVisibility = (): void => {
  if (document.hidden) onHide();
};

const onSuggestion = (event: HTMLElementEventMap['email-verify-suggestion']): void => {
  const [target] = event.composedPath();
  for (const [{ eventTarget }, { counter }] of active) {
    if (eventTarget !== target) continue;
    // After the page's listeners, which may decline it.
    queueMicrotask(() => {
      if (!event.defaultPrevented) counter.suggested(event.suggestion);
    });
  }
};

/** Listens to the page while elements are in it. Adding the same function twice has no effect. */
const listenToPage = (): void => {
  const change = active.size > 0 ? 'addEventListener' : 'removeEventListener';
  document[change]('visibilitychange', onVisibility);
  window[change]('pagehide', onHide);
  window[change]('email-verify-suggestion', onSuggestion as EventListener, true);
};

/** The value that is sent: white space counts as none. */
const valueOf = ({ value }: HTMLInputElement): string => (value.trim() ? value : '');

const createWatch = (host: OutcomesHost, tools: OutcomeTools): Watch => {
  const { isHeldOut } = host;
  const counter = new UseCounter(tools, isHeldOut);
  let form: HTMLFormElement | null = null;

  const report = (): void => {
    const client = host.isCounted ? tools.clientOrNull(host) : null;
    const counted = client?.hasToken ? counter.take() : null;
    if (!counted) return;
    const body: OutcomeReport = { form: nameOf(host), held_out: isHeldOut, ...counted };
    client?.beacon('outcomes', body);
  };

  const onSubmit = ({ currentTarget }: Event): void => {
    const { input } = host;
    if (input?.form !== currentTarget) return;
    counter.sent(valueOf(input));
    report();
  };
  /** Listens to the form: a submission that the element holds or stops does not come this far. */
  const listenTo = (next: HTMLFormElement | null): void => {
    if (next === form) return;
    form?.removeEventListener('submit', onSubmit, true);
    form = next;
    form?.addEventListener('submit', onSubmit, true);
  };
  const listenToForm = (): void => {
    const { input } = host;
    if (!active.has(host) || input?.form === form) return;
    listenTo(input?.form ?? null);
    if (input && form && tools.wasSent(form)) counter.skip(valueOf(input));
  };

  const watch: Watch = {
    counter,
    report,
    start: () => {
      active.set(host, watch);
      listenToPage();
      listenToForm();
    },
    end: () => {
      report();
      active.delete(host);
      listenTo(null);
      listenToPage();
    },
  };
  watch.start();
  host.trace((state, before) => {
    listenToForm();
    // Without a form nobody knows whether the address was sent.
    if (host.input?.form) counter.changed(state, before);
  });
  return watch;
};

/**
 * Counts the outcomes of an element.
 * @returns a function that ends it, after a last report: the element has left the page.
 */
export const watch = (host: OutcomesHost, tools: OutcomeTools): (() => void) => {
  const known = watches.get(host);
  known?.start();
  const made = known ?? createWatch(host, tools);
  watches.set(host, made);
  return made.end;
};
