/**
 * Simulates a person in your own tests, by the events that a browser dispatches, in their order. It needs only a
 * browser's DOM. Untrusted events have no default actions, such as moving the focus by Tab: the harness calls the
 * methods instead.
 */
import type { EmailVerifyElement } from './email-verify-element.js';
import type { Verdict } from '../protocol/index.js';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Sets the value by the prototype's setter, bypassing a framework's accessor on the input. */
const set = (input: Field, value: string): void => {
  const prototype = input instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Reflect.set(prototype, 'value', value, input);
};

/** The value at the time of the focus: leaving the field with another one is a `change`. */
const valueBefore = new WeakMap<Field, string>();

const enter = (input: Field): void => {
  if (!valueBefore.has(input)) valueBefore.set(input, input.value);
  input.focus();
};

const bubbles = { bubbles: true, composed: true };

/** Appends text, unless the page prevents it. */
const insert = (input: Field, text: string, inputType: string): void => {
  const init = { ...bubbles, data: inputType === 'insertText' ? text : null, inputType };
  if (!input.dispatchEvent(new InputEvent('beforeinput', { ...init, cancelable: true }))) return;
  set(input, input.value + text);
  input.dispatchEvent(new InputEvent('input', init));
};

/**
 * Types text at the end of the field, letter by letter: focuses the field, and dispatches `keydown`, `beforeinput`,
 * `input` and `keyup` for each letter. A prevented `keydown` or `beforeinput` types nothing.
 * @param text letters; `\b` is the Backspace key.
 * @example type(input, 'anna@gmial.com'); leave(input);
 */
export const type = (input: Field, text: string): void => {
  enter(input);
  for (const letter of text) {
    const key = letter === '\b' ? 'Backspace' : letter;
    if (input.dispatchEvent(new KeyboardEvent('keydown', { ...bubbles, cancelable: true, key }))) {
      if (letter === '\b') remove(input);
      else insert(input, letter, 'insertText');
    }
    input.dispatchEvent(new KeyboardEvent('keyup', { ...bubbles, key }));
  }
};

const remove = (input: Field): void => {
  const init = { ...bubbles, data: null, inputType: 'deleteContentBackward' };
  if (!input.value || !input.dispatchEvent(new InputEvent('beforeinput', { ...init, cancelable: true }))) return;
  set(input, Array.from(input.value).slice(0, -1).join(''));
  input.dispatchEvent(new InputEvent('input', init));
};

/**
 * Replaces the field's text by a paste: focuses the field, and dispatches `paste` with the text in its `clipboardData`,
 * `beforeinput` and `input` of the type `insertFromPaste`. A prevented `paste` changes nothing.
 */
export const paste = (input: Field, text: string): void => {
  enter(input);
  input.select();
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  // Firefox ignores a script's `clipboardData`, and takes these two non-standard members.
  const forFirefox = { dataType: 'text/plain', data: text };
  const event = new ClipboardEvent('paste', { ...bubbles, ...forFirefox, cancelable: true, clipboardData });
  if (!input.dispatchEvent(event)) return;
  const init = { ...bubbles, data: text, inputType: 'insertFromPaste' };
  if (!input.dispatchEvent(new InputEvent('beforeinput', { ...init, cancelable: true }))) return;
  set(input, text);
  input.dispatchEvent(new InputEvent('input', init));
};

/**
 * Leaves the field: dispatches `change` if the value has changed since the field got the focus, then `blur` and
 * `focusout`, which the browser dispatches itself where its window has the focus.
 */
export const leave = (input: Field): void => {
  const changed = valueBefore.has(input) && valueBefore.get(input) !== input.value;
  valueBefore.delete(input);
  if (changed) input.dispatchEvent(new Event('change', { bubbles: true }));
  const blurs: Event[] = [];
  const listening = new AbortController();
  input.addEventListener('blur', (event) => blurs.push(event), { capture: true, signal: listening.signal });
  input.blur();
  listening.abort();
  // A window in the background dispatches no focus events.
  if (blurs.length) return;
  input.dispatchEvent(new FocusEvent('blur', { composed: true }));
  input.dispatchEvent(new FocusEvent('focusout', bubbles));
};

/**
 * Submits a form by one of its buttons: `requestSubmit(button)` validates, dispatches `invalid` or `submit`, and sends
 * the form with the button's name and value unless a listener prevents it.
 */
export const submitWith = (button: HTMLButtonElement | HTMLInputElement): void => {
  if (!button.form) throw new Error('The button is in no form.');
  button.form.requestSubmit(button);
};

/**
 * Waits until the element's current value has a verdict, and the element has rendered it.
 * @returns the verdict; null when the field is empty, or its value changes meanwhile.
 */
export const settled = async (element: EmailVerifyElement): Promise<Verdict | null> => {
  const verdict = await element.check();
  await element.updateComplete;
  return verdict;
};
