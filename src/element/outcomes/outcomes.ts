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
}

const watches = new Map<OutcomesHost, Watch>();

/** The name of the form: of the nearest `data-form`, else of the page's path. */
const nameOf = (host: OutcomesHost): string => {
  const named = [host.input, host].map((node) => node?.closest<HTMLElement>('[data-form]')?.dataset['form']);
  const name = named.find(Boolean);
  return name ? formName(name) : formOfPath(location.pathname);
};

/** Forgets the elements that have left the page, after a last report. */
const forgetRemoved = (): void => {
  for (const [host, { report }] of watches) {
    if (host.isConnected) continue;
    report();
    watches.delete(host);
  }
};

/** Reports the counts of all elements. */
const reportAll = (): void => {
  for (const { report } of watches.values()) report();
  forgetRemoved();
};

const onSuggestion = (event: HTMLElementEventMap['email-verify-suggestion']): void => {
  const [target] = event.composedPath();
  for (const [{ eventTarget }, { counter }] of watches) {
    if (eventTarget !== target) continue;
    // After the page's listeners, which may decline it.
    queueMicrotask(() => {
      if (!event.defaultPrevented) counter.suggested(event.suggestion);
    });
  }
};

let isListening = false;

/** Listens to the page, once. */
const listenToPage = (): void => {
  if (isListening) return;
  isListening = true;
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) reportAll();
  });
  window.addEventListener('pagehide', reportAll);
  window.addEventListener('email-verify-suggestion', onSuggestion, true);
};

/** The value that is sent: white space counts as none. */
const valueOf = ({ value }: HTMLInputElement): string => (value.trim() ? value : '');

/** Starts to count the outcomes of an element, once for each. */
export const watch = (host: OutcomesHost, tools: OutcomeTools): void => {
  listenToPage();
  forgetRemoved();
  const { isHeldOut } = host;
  const counter = new UseCounter(tools, isHeldOut);
  const forms = new WeakSet<HTMLFormElement>();

  const report = (): void => {
    const client = host.isCounted ? tools.clientOrNull(host) : null;
    const counted = client?.hasToken ? counter.take() : null;
    if (!counted) return;
    const body: OutcomeReport = { form: nameOf(host), held_out: isHeldOut, ...counted };
    client?.beacon('outcomes', body);
  };
  watches.set(host, { counter, report });

  const onSubmit = ({ currentTarget }: Event): void => {
    const { input } = host;
    if (input?.form !== currentTarget) return;
    counter.sent(valueOf(input));
    report();
  };
  /** Listens to the form: a submission that the element holds or stops does not come this far. */
  const listenToForm = (): void => {
    const { input } = host;
    if (!input?.form || forms.has(input.form)) return;
    forms.add(input.form);
    if (tools.wasSent(input.form)) counter.skip(valueOf(input));
    input.form.addEventListener('submit', onSubmit, true);
  };
  listenToForm();
  host.trace((state, before) => {
    listenToForm();
    // Without a form nobody knows whether the address was sent.
    if (host.input?.form) counter.changed(state, before);
  });
};
