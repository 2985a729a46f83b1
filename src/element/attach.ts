import { EmailVerifyElement } from './email-verify-element.js';
import { isOn } from './boolean-option.js';

/** Options by the names of the element's properties. Text is read like an attribute's value. */
export type OptionValues = Partial<Record<string, unknown>>;

const elements = new WeakMap<HTMLInputElement, EmailVerifyElement>();

const apply = (element: EmailVerifyElement, values: OptionValues): void => {
  for (const [name, value] of Object.entries(values)) {
    const declaration = EmailVerifyElement.elementProperties.get(name);
    const { attribute = name, type } = declaration ?? {};
    if (name === 'lang') element.lang = String(value);
    else if (!declaration) continue;
    else if (typeof value === 'string' && attribute !== false) {
      // As an option, unlike as an attribute, the text `false` is false.
      if (type !== Boolean || isOn(value)) element.setAttribute(String(attribute), value);
    } else Reflect.set(element, name, value);
  }
};

/**
 * Attaches an element to an input of the page, detached from the page's layout, in the placement `bubble` by default.
 * An input that has an element keeps it.
 * @returns the element, or the author's own; null if that is of another version.
 */
export const attach = (input: HTMLInputElement, values: OptionValues = {}): EmailVerifyElement | null => {
  const existing = elements.get(input);
  if (existing) {
    existing.attachTo(input);
    return existing;
  }
  const root = input.getRootNode() as Document | ShadowRoot;
  const named = input.id ? root.querySelector(`email-verify[for="${CSS.escape(input.id)}"]`) : null;
  const own = input.closest('email-verify') ?? named;
  if (own) return own instanceof EmailVerifyElement ? own : null;
  EmailVerifyElement.define();
  const element = document.createElement('email-verify');
  element.setAttribute('placement', 'bubble');
  apply(element, values);
  elements.set(input, element);
  element.attachTo(input);
  return element;
};
