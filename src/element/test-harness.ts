/**
 * For your own tests: what a person does at a field, as the very events that a browser fires, in their order. It needs a browser's
 * DOM and nothing else. Events that a script dispatches are not trusted: what only a browser itself does, such as moving the
 * focus by the Tab key, it does by calling what does it.
 */
import type { EmailVerifyElement } from './email-verify-element.js';
import type { Verdict } from '../protocol/index.js';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Sets a value as the browser does, past what a framework has laid over the input's own `value`. */
const set = (input: Field, value: string): void => {
  const prototype = input instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Reflect.set(prototype, 'value', value, input);
};

/** What stood in a field when the person came to it: leaving it with another value is a `change`. */
const before = new WeakMap<Field, string>();

const enter = (input: Field): void => {
  if (!before.has(input)) before.set(input, input.value);
  input.focus();
};

const bubbles = { bubbles: true, composed: true };

/** Puts text at the end, if the page does not prevent it. */
const insert = (input: Field, text: string, inputType: string): void => {
  const init = { ...bubbles, data: inputType === 'insertText' ? text : null, inputType };
  if (!input.dispatchEvent(new InputEvent('beforeinput', { ...init, cancelable: true }))) return;
  set(input, input.value + text);
  input.dispatchEvent(new InputEvent('input', init));
};

/**
 * Types text at the end of what stands in the field, letter by letter: the field gets the focus, and for each letter `keydown`,
 * `beforeinput`, `input` and `keyup` are dispatched. A `keydown` or `beforeinput` that is prevented types nothing.
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
 * Pastes text in place of what stands in the field: the field gets the focus, and `paste` with the text in its `clipboardData`,
 * `beforeinput` and `input` of the type `insertFromPaste` are dispatched. A `paste` that is prevented changes nothing.
 */
export const paste = (input: Field, text: string): void => {
  enter(input);
  input.select();
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  // Firefox takes no `clipboardData` of a script's, but these two, which are no standard.
  const forFirefox = { dataType: 'text/plain', data: text };
  const event = new ClipboardEvent('paste', { ...bubbles, ...forFirefox, cancelable: true, clipboardData });
  if (!input.dispatchEvent(event)) return;
  const init = { ...bubbles, data: text, inputType: 'insertFromPaste' };
  if (!input.dispatchEvent(new InputEvent('beforeinput', { ...init, cancelable: true }))) return;
  set(input, text);
  input.dispatchEvent(new InputEvent('input', init));
};

/**
 * Leaves the field as for the next one: `change`, if the value is another one than when the field was come to, and then `blur`
 * and `focusout`, which the browser fires itself where its window has the focus.
 */
export const leave = (input: Field): void => {
  const changed = before.has(input) && before.get(input) !== input.value;
  before.delete(input);
  if (changed) input.dispatchEvent(new Event('change', { bubbles: true }));
  const blurs: Event[] = [];
  const listening = new AbortController();
  input.addEventListener('blur', (event) => blurs.push(event), { capture: true, signal: listening.signal });
  input.blur();
  listening.abort();
  // A window in the background fires no events of the focus.
  if (blurs.length) return;
  input.dispatchEvent(new FocusEvent('blur', { composed: true }));
  input.dispatchEvent(new FocusEvent('focusout', bubbles));
};

/**
 * Submits a form by one of its buttons: `requestSubmit(button)`, which validates, fires `invalid` or `submit`, and sends the form
 * with the button's name and value unless something prevents it.
 */
export const submitWith = (button: HTMLButtonElement | HTMLInputElement): void => {
  if (!button.form) throw new Error('The button is in no form.');
  button.form.requestSubmit(button);
};

/**
 * Waits until a verdict stands for the element's present value, and is drawn.
 * @returns the verdict; null when the field is empty, or its value changes meanwhile.
 */
export const settled = async (element: EmailVerifyElement): Promise<Verdict | null> => {
  const verdict = await element.check();
  await element.updateComplete;
  return verdict;
};
