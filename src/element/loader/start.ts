import type * as Bundle from '../bundle.js';
import { controlsOf, pressOf, type Press } from '../form/native-form.js';
import { isOn } from '../boolean-option.js';
import { isRendered } from '../dom/rendered-value.js';
import { milliseconds } from '../milliseconds-option.js';
import { isMatch } from './match.js';

/** The module that the loader imports. */
type ElementModule = typeof Bundle;
type Element = ReturnType<ElementModule['attach']>;

/** The page's settings: the element's properties, and the loader's own. */
export interface LoaderSettings {
  /** The time when the element is loaded: at the first use of an input, when the page is idle, or at once. */
  readonly load?: 'use' | 'idle' | 'now';
  /** A selector of the inputs, in place of the rules of `match.ts`. */
  readonly match?: string;
  /**
   * True to handle inputs in open shadow roots too. On with any value but undefined, null, false and `false` as text.
   */
  readonly shadow?: unknown;
  /**
   * True to log the element's actions and their reasons to the console, and to load the element at once. On and off
   * like `shadow`.
   */
  readonly debug?: unknown;
  readonly hold?: unknown;
  readonly whenUnavailable?: unknown;
  readonly messages?: { unknown?: string };
  readonly [name: string]: unknown;
}

const HOLD_MS = 3000;

/**
 * Watches for e-mail inputs without changing the page, and loads the element when the first one is used. An earlier
 * submission is held, and sent once with the same button.
 * @param load imports the element; called again at the next use after a failure.
 * @param read returns the settings, which a page may set late.
 * @returns a function that attaches an element to an input at once.
 */
export const startLoader = (load: () => Promise<ElementModule>, read: () => LoaderSettings) => {
  let loaded: ElementModule | null = null;
  let loading: Promise<ElementModule> | null = null;
  /** The presses that wait for the element, one for each form. */
  const held = new Map<EventTarget | null, Press>();
  let isReplay = false;
  let hasWarned = false;
  /** The inputs that were used before the element was loaded. */
  const used = new Set<HTMLInputElement>();
  const touched = new WeakSet<EventTarget>();

  const isOurs = (input: unknown): input is HTMLInputElement => isMatch(input, read().match);

  const attach = (input: HTMLInputElement): Element => loaded?.attach(input, read()) ?? null;

  const ensure = (): Promise<ElementModule> =>
    (loading ??= load().then(
      async (module) => {
        // The evaluation of the element was a task of its own. Until the next one, it counts as not yet loaded. A module
        // from a browser's cache may be older than the loader.
        await (module as Partial<ElementModule>).nextTask?.();
        loaded = module;
        module.start(read());
        for (const input of used) {
          // First: a typo that the element fixes now must not count as an edit, which would cancel the held submission.
          used.delete(input);
          const element = input.isConnected ? attach(input) : null;
          if (!touched.has(input)) continue;
          element?.use('edit');
          if ((input.getRootNode() as Document).activeElement !== input) element?.use('leave');
        }
        return module;
      },
      (error: unknown) => {
        loading = null;
        if (!hasWarned) console.warn('<email-verify> did not load.', error);
        hasWarned = true;
        throw error;
      },
    ));

  /** Loads the element. A failure is logged, and retried at the next use. */
  const preload = (): void => void ensure().catch(() => undefined);

  const use = (input: HTMLInputElement, isTouched = false): void => {
    if (isTouched) touched.add(input);
    // The new element detects an edited value itself, and has listeners for the next event.
    if (loaded) attach(input);
    else {
      used.add(input);
      // Not at every key after a failure.
      if (!hasWarned || !isTouched) preload();
    }
  };

  const pressAgain = (): string => read().messages?.unknown ?? 'We couldn’t check this address. Please try again.';

  /** Sends the held form without the element, unless `whenUnavailable` blocks it. */
  const giveUp = (form: HTMLFormElement, since: number): void => {
    const press = held.get(form);
    if (press?.since !== since) return;
    held.delete(form);
    isReplay = true;
    press.send(pressAgain(), read().whenUnavailable !== 'block');
    isReplay = false;
  };

  const inputsOf = (form: HTMLFormElement): HTMLInputElement[] =>
    (controlsOf(form) as HTMLInputElement[]).filter(
      (input) => isOurs(input) && input.value && input.willValidate && (touched.has(input) || !isRendered(input)),
    );

  const onSubmit = (event: globalThis.Event): void => {
    const form = event.target as HTMLFormElement;
    const { submitter } = event as SubmitEvent;
    if (isReplay || event.defaultPrevented) return;
    const isUnchecked = (submitter as HTMLButtonElement | null)?.formNoValidate;
    const inputs = isUnchecked || loaded ? [] : inputsOf(form);
    const [first] = inputs;
    if (!first) {
      // A newer submission replaces the held one.
      held.delete(form);
      if (!loaded || isUnchecked) return;
      for (const input of controlsOf(form)) if (isOurs(input)) attach(input);
      loaded.onSubmit(event);
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    const since = held.get(form)?.since;
    const press = pressOf(form, submitter, first, since);
    held.set(form, press);
    if (since) return;
    const end = (): void => {
      giveUp(form, press.since);
    };
    setTimeout(end, milliseconds(read().hold, HOLD_MS));
    for (const input of inputs) use(input, true);
    // A form ignores `requestSubmit` while it dispatches `submit`. Each form has a separate task: of two in one task,
    // the browser sends only the last.
    ensure().then(
      ({ resubmit }) =>
        setTimeout(() => {
          const newest = held.get(form);
          held.delete(form);
          if (newest) resubmit(newest, pressAgain());
        }),
      () => setTimeout(end),
    );
  };

  /** Cancels the held submission after an edit or a reset. */
  const onChange = (event: globalThis.Event): void => {
    const target = event.composedPath()[0] as HTMLInputElement;
    const form = used.has(target) ? target.form : target;
    // Libraries dispatch `input` without an edit.
    if (held.get(form)?.value !== target.value) held.delete(form);
  };

  const onUse = (event: globalThis.Event): void => {
    const isEdit = /input|change/.test(event.type);
    const [inner] = event.composedPath() as [EventTarget];
    // The element has its own listeners.
    if (loaded && isEdit && touched.has(inner)) return;
    const target = isOn(read().shadow) ? inner : event.target;
    // Libraries dispatch events for values that nobody has changed.
    if (!isOurs(target) || (isEdit && !event.isTrusted && isRendered(target))) return;
    const root = target.getRootNode();
    // `submit` and `reset` in a shadow tree do not reach the window.
    if (root instanceof ShadowRoot) {
      listen('submit', onSubmit, root);
      listen('reset', onChange, root);
    }
    use(target, isEdit);
  };

  const listen = (types: string, listener: (event: globalThis.Event) => void, target: EventTarget = window): void => {
    for (const type of types.split(' ')) target.addEventListener(type, listener, true);
  };

  const scan = (isFirst: unknown): void => {
    for (const input of document.querySelectorAll('input')) {
      // A browser that restores or fills a page dispatches no event. In a controlled field the attribute follows the
      // text typed before this script runs; after a submit these states match the server's value too.
      const isFilled = !isRendered(input) || (isFirst === true && input.matches(':is(:user-valid,:user-invalid)'));
      if (isOurs(input) && (isFilled || input === document.activeElement)) use(input, isFilled);
    }
  };

  listen('submit', onSubmit);
  listen('input reset', onChange);
  listen('pagehide', () => {
    held.clear();
  });
  listen('pointerover focusin input change', onUse);
  const { load: when, debug } = read();
  if (when === 'now' || isOn(debug)) preload();
  if (when === 'idle') ((window.requestIdleCallback as typeof requestIdleCallback | undefined) ?? setTimeout)(preload);
  // An input with `autofocus` may be focused before this script runs.
  listen('DOMContentLoaded pageshow', scan);
  scan(true);
  return async (input: HTMLInputElement): Promise<Element> => {
    await ensure();
    return attach(input);
  };
};
