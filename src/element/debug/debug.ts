/** Logs the element's actions and their reasons to the console. Loaded only with `debug`. */
import type { DebugHost } from './debug-host.js';
import type { EmailVerifyCheckEvent, EmailVerifyErrorEvent } from '../events.js';
import type { State } from '../field/state.js';
import { ignoredInputs } from './ignored.js';
import { mask, maskIn } from './mask-address.js';
import { stateLines, type VerdictSource } from './state-lines.js';

const say = (input: HTMLInputElement | null, line: string): void => {
  const name = input?.id ? `#${input.id}` : input?.name ? `[name=${input.name}]` : '';
  // eslint-disable-next-line no-console -- The page's author has asked for it.
  console.info(`<email-verify> ${input ? `input${name}` : 'page'}: ${line}`);
};

const watched = new WeakSet<DebugHost>();

/** The reason why the element left a submission alone. */
const whyLeft = ({ defaultPrevented, submitter }: SubmitEvent, input: HTMLInputElement): string => {
  if (defaultPrevented) return 'a listener of the page stopped it before';
  if ((submitter as HTMLButtonElement | null)?.formNoValidate) return 'its button has formnovalidate';
  if (input.matches(':disabled')) return 'the field is disabled';
  if (!input.value) return 'the field is empty';
  return 'the field fails another constraint of its own, such as pattern';
};

/**
 * Logs the outcome of the form's submissions.
 * @param last returns the newest state.
 */
const watchSubmits = (element: DebugHost, last: () => State | null): void => {
  /** The element's reply to the event that is being dispatched. */
  let reply: string | null = null;
  let wasHeld = false;
  const judge = element.onSubmit.bind(element);
  element.onSubmit = (submitter, waitedMs) => {
    const answer = judge(submitter, waitedMs);
    reply = answer;
    wasHeld = answer === 'hold';
    setTimeout(() => (reply = null));
    const { input } = element;
    const isKnown = last()?.value === input?.value;
    const why = isKnown ? '' : ': its value came with the page, or the person cannot see or change the field';
    if (answer === 'block') say(input, 'submit: blocked, with the error shown');
    if (answer === 'pass') say(input, `submit: may be sent${why}`);
    return answer;
  };
  const onSubmit = (event: SubmitEvent): void => {
    const { input } = element;
    if (!input?.form || event.target !== input.form) return;
    if (reply === 'hold') say(input, 'submit: not held: another field is not valid, so the form will not be sent');
    else if (reply === null && wasHeld) say(input, 'submit: the form that was held goes on, with the same button');
    else if (reply === null) say(input, `submit: not judged: ${whyLeft(event, input)}`);
    wasHeld = false;
    setTimeout(() => {
      if (event.defaultPrevented) say(input, "submit: stopped by the page, which may send the form's data by script");
      else say(input, 'submit: sent by the browser');
    });
  };
  // After the element's own listener, which ends the dispatch of a submission that it holds or blocks.
  window.addEventListener('submit', onSubmit, true);
};

/** Logs when the browser's own validation, or the page by `checkValidity()`, refuses the value. */
const watchValidity = (element: DebugHost): void => {
  const onInvalid = (event: Event): void => {
    const { input } = element;
    if (!input || event.composedPath()[0] !== input) return;
    // The browser's message is not logged: it contains parts of the address.
    const failed = Object.keys(ValidityState.prototype).filter(
      (name) => name !== 'valid' && Reflect.get(input.validity, name),
    );
    say(input, `invalid: ${failed.join(', ')}; the browser does not send a form with this value`);
  };
  window.addEventListener('invalid', onInvalid, true);
};

const watchElement = (element: DebugHost): void => {
  if (watched.has(element)) return;
  watched.add(element);
  let source: VerdictSource = 'unseen';
  let began = 0;
  let last: State | null = null;

  const onCheck = (event: EmailVerifyCheckEvent): void => {
    began = performance.now();
    source = 'cache';
    // The reply comes before the next task, since no network answers sooner, and after the page's listeners, which run
    // before the next microtask.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      if (source === 'cache') source = 'edge';
    };
    port2.postMessage(null);
    queueMicrotask(() => {
      if (event.response) source = 'page';
      else if (event.defaultPrevented || !element.endpoint) source = 'nobody';
      if (event.defaultPrevented && !event.response) say(element.input, 'a listener of the page cancelled the check');
    });
  };

  const onError = ({ code, detail }: EmailVerifyErrorEvent): void => {
    say(element.input, `error ${code}: ${maskIn(detail, last?.value ?? '')}`);
  };
  /** Listens on the window, since the target of the element's events may change. */
  const listen = (type: string, handle: (event: never) => void): void => {
    const ours = (event: Event): void => {
      if (event.composedPath()[0] === element.eventTarget) handle(event as never);
    };
    window.addEventListener(type, ours, true);
  };
  listen('email-verify-check', onCheck);
  listen('email-verify-error', onError);
  watchSubmits(element, () => last);
  watchValidity(element);
  const { input, endpoint } = element;
  const where = endpoint ? `asks ${new URL(endpoint, document.baseURI).href}` : 'has no endpoint: only offline checks';
  const holds = input?.value ? `; the field holds ${mask(input.value)}` : '';
  say(input, `${element.isDetached ? 'attached by the script tag' : 'element'}; ${where}${holds}`);
  element.trace((state, before) => {
    if (last && last.revision !== state.revision) source = 'nobody';
    last = state;
    const circumstances = { source, ms: Math.round(performance.now() - began), hold: element.hold };
    for (const line of stateLines(state, before, circumstances)) say(element.input, line);
  });
};

let isPageWatched = false;

/** Logs which fields of the page the script tag leaves alone, and why. */
const watchPage = (match?: string): void => {
  if (isPageWatched) return;
  isPageWatched = true;
  say(null, 'the element is loaded; it is attached to a field when the field is used');
  const told = new WeakSet<Element>();
  const tell = (): void => {
    for (const [input, why] of ignoredInputs(match)) {
      if (told.has(input)) continue;
      told.add(input);
      say(input, `left alone: ${why}`);
    }
  };
  tell();
  window.addEventListener('focusin', tell);
};

/**
 * Starts the log of an element, once for each element.
 * @param subject the element; any other value is the page, and its own selector of fields, if any.
 */
export const watch = (subject?: DebugHost | string): void => {
  if (subject instanceof HTMLElement) watchElement(subject);
  else watchPage(subject);
};
