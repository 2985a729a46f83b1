/**
 * For a script tag: registers the element and sets an `<email-verify for>` beside each e-mail input of the page that has
 * none, late ones too. The tag's `data-` attributes become the elements' attributes: `data-endpoint`, `data-typos`, …
 */
import type { EmailVerifyElement } from './define.js';
import './define.js';

const INPUTS = ':is(input[type=email], input[inputmode=email]):not([data-email-verify=off])';

const tag = [...document.scripts].find((script) => script.src === import.meta.url);
/** What was set beside the inputs. */
const made = new Set<EmailVerifyElement>();
let count = 0;

const equip = (input: HTMLInputElement): void => {
  if (input.closest('email-verify')) return;
  input.id ||= `email-verify-input-${++count}`;
  const root = input.getRootNode() as Document | ShadowRoot;
  if (root.querySelector(`email-verify[for="${CSS.escape(input.id)}"]`)) return;
  const element = document.createElement('email-verify');
  for (const { name, value } of tag?.attributes ?? []) {
    if (name.startsWith('data-')) element.setAttribute(name.slice(5), value);
  }
  element.setAttribute('for', input.id);
  // In the label, the element's words would become part of the input's name.
  (input.closest('label') ?? input).after(element);
  made.add(element);
};

const equipAll = (root: ParentNode): void => {
  root.querySelectorAll<HTMLInputElement>(INPUTS).forEach(equip);
};

/** A framework that replaces an input leaves behind what stood beside it. */
const tidyUp = (): void => {
  for (const element of made) {
    if (element.isConnected && document.getElementById(element.htmlFor)) continue;
    element.remove();
    made.delete(element);
  }
};

const start = (): void => {
  equipAll(document);
  new MutationObserver((records) => {
    tidyUp();
    if (records.some((record) => record.addedNodes.length)) equipAll(document);
  }).observe(document.documentElement, { childList: true, subtree: true });
};

// A script in the head runs before the inputs are there.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
else start();
