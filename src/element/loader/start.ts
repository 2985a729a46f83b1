import type * as Bundle from '../bundle.js';
import { controlsOf } from '../form/form.js';
import { replay } from '../form/replay.js';
import { isMatch } from './match.js';

/** The part of the element's module that the loader uses. */
type ElementModule = typeof Bundle;
type Element = ReturnType<ElementModule['attach']>;

/** What the page has set; the names are the element's properties, and the loader's own. */
export interface LoaderSettings {
  /** When the element is loaded: at the first sign of use, when the page is idle, or at once. */
  readonly load?: 'use' | 'idle' | 'now';
  /** A selector of the inputs, in place of the rules in `match.ts`. */
  readonly match?: string;
  /** Whether inputs in open shadow roots count too. */
  readonly shadow?: unknown;
  readonly hold?: unknown;
  readonly whenUnavailable?: unknown;
  readonly messages?: { unknown?: string };
  readonly [name: string]: unknown;
}

/** A submission that waits for the element. */
interface Held {
  form: HTMLFormElement;
  submitter: HTMLElement | null;
  readonly since: number;
  readonly timer: ReturnType<typeof setTimeout>;
}

const HOLD_MS = 3000;

/**
 * Watches for e-mail inputs without touching the page, and loads the element at the first sign of use. A submission before that is
 * held, and sent once with the same button.
 * @param load imports the element; called again at the next use when it fails.
 * @param read gives the settings; a page may set them late.
 * @returns gives an input its element, for pages that call it by themselves.
 */
export const startLoader = (load: () => Promise<ElementModule>, read: () => LoaderSettings) => {
  let loaded: ElementModule | null = null;
  let loading: Promise<ElementModule> | null = null;
  let held: Held | null = null;
  let isReplay = false;
  let isTold = false;
  /** The inputs that were used before the element was there. */
  const used = new Set<HTMLInputElement>();
  const touched = new WeakSet<EventTarget>();

  const isOurs = (input: unknown): input is HTMLInputElement => isMatch(input, read().match);

  const equip = (input: HTMLInputElement): Element => loaded?.attach(input, read()) ?? null;

  const ensure = (): Promise<ElementModule> =>
    (loading ??= load().then(
      (module) => {
        loaded = module;
        module.EmailVerifyElement.define();
        for (const input of used) {
          const element = input.isConnected ? equip(input) : null;
          if (!touched.has(input)) continue;
          element?.use('edit');
          if ((input.getRootNode() as Document).activeElement !== input) element?.use('leave');
        }
        used.clear();
        return module;
      },
      (error: unknown) => {
        loading = null;
        if (!isTold) console.warn('<email-verify> did not load.', error);
        isTold = true;
        throw error;
      },
    ));

  /** Loads the element; a failure is told to the author, and the next use tries again. */
  const preload = (): void => void ensure().catch(() => undefined);

  const use = (input: HTMLInputElement, isTouched = false): void => {
    if (isTouched) touched.add(input);
    if (loaded) {
      const element = equip(input);
      if (isTouched) element?.use('edit');
    } else {
      used.add(input);
      // After a failure not again with every key.
      if (!isTold || !isTouched) preload();
    }
  };

  const forget = (): Held | null => {
    const was = held;
    held = null;
    if (was) clearTimeout(was.timer);
    return was;
  };

  /** Without the element the form goes, unless the site wants it otherwise. */
  const letGo = (): void => {
    const was = forget();
    if (!was) return;
    const { whenUnavailable, messages } = read();
    const input = whenUnavailable === 'block' && inputsOf(was.form)[0];
    if (!input) {
      isReplay = true;
      replay(was.form, was.submitter);
      isReplay = false;
      return;
    }
    input.setCustomValidity(messages?.unknown ?? 'We couldn’t check this address.');
    input.reportValidity();
    // The next try is one.
    input.setCustomValidity('');
  };
  const inputsOf = (form: HTMLFormElement): HTMLInputElement[] =>
    (controlsOf(form) as HTMLInputElement[]).filter(
      (input) =>
        isOurs(input) &&
        input.value &&
        input.willValidate &&
        (touched.has(input) || input.value !== input.defaultValue),
    );

  const onSubmit = (event: globalThis.Event): void => {
    const form = event.target as HTMLFormElement;
    const { submitter } = event as SubmitEvent;
    if (isReplay || event.defaultPrevented || (submitter as HTMLButtonElement | null)?.formNoValidate) return;
    if (loaded) {
      for (const input of controlsOf(form)) if (isOurs(input)) equip(input);
      loaded.onSubmit(event);
      return;
    }
    const inputs = inputsOf(form);
    if (!inputs.length) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (held?.form === form) {
      held.submitter = submitter;
      return;
    }
    forget();
    const timer = setTimeout(letGo, Number(read().hold ?? HOLD_MS));
    held = { form, submitter, since: performance.now(), timer };
    for (const input of inputs) use(input, true);
    // A form ignores `requestSubmit` while it fires `submit`.
    ensure().then(
      ({ resubmit }) =>
        setTimeout(() => {
          const was = forget();
          if (was) resubmit(was.form, was.submitter, performance.now() - was.since);
        }),
      () => setTimeout(letGo),
    );
  };

  /** The submission is taken back: the person goes on, or nobody is there any more. */
  const onChange = ({ target, type }: globalThis.Event): void => {
    if (held && (type === 'pagehide' || target === held.form || used.has(target as HTMLInputElement))) forget();
  };

  const onUse = (event: globalThis.Event): void => {
    const isEdit = /input|change/.test(event.type);
    const inner = event.composedPath()[0] ?? window;
    // The element hears of what follows by itself.
    if (loaded && isEdit && touched.has(inner)) return;
    const target = read().shadow === undefined ? event.target : inner;
    if (!isOurs(target)) return;
    const root = target.getRootNode();
    // A submission inside a shadow tree does not reach the window.
    if (root instanceof ShadowRoot) root.addEventListener('submit', onSubmit, true);
    use(target, isEdit);
  };

  const listen = (types: string, listener: (event: globalThis.Event) => void): void => {
    for (const type of types.split(' ')) window.addEventListener(type, listener, true);
  };

  const scan = (): void => {
    for (const input of document.querySelectorAll('input')) {
      // A browser that restores or fills a page fires no event.
      const isFilled = input.value !== input.defaultValue;
      if (isOurs(input) && (isFilled || input === document.activeElement)) use(input, isFilled);
    }
  };

  listen('submit', onSubmit);
  listen('input reset pagehide', onChange);
  listen('pointerover focusin input change', onUse);
  const when = read().load;
  if (when === 'now') preload();
  if (when === 'idle') ((window.requestIdleCallback as typeof requestIdleCallback | undefined) ?? setTimeout)(preload);
  if (document.readyState === 'complete') scan();
  // An input with `autofocus` has the focus before the page is loaded.
  else document.addEventListener('DOMContentLoaded', scan);
  listen('pageshow', scan);
  return async (input: HTMLInputElement): Promise<Element> => {
    await ensure();
    return equip(input);
  };
};
