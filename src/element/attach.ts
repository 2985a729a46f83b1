import { EmailVerifyElement } from './email-verify-element.js';

/** Options by the names of the element's properties; text is read as an attribute's is. */
export type Settings = Partial<Record<string, unknown>>;

const elements = new WeakMap<HTMLInputElement, EmailVerifyElement>();

const apply = (element: EmailVerifyElement, settings: Settings): void => {
  for (const [name, value] of Object.entries(settings)) {
    const options = EmailVerifyElement.elementProperties.get(name);
    if (name === 'lang') element.lang = String(value);
    else if (!options) continue;
    else if (typeof value === 'string' && options.attribute !== false) {
      // `data-override="false"` means what it says.
      if (options.type !== Boolean || value !== 'false')
        element.setAttribute(typeof options.attribute === 'string' ? options.attribute : name.toLowerCase(), value);
    } else Reflect.set(element, name, value);
  }
};

/**
 * Sets an element to an input that stands anywhere in the page, without changing the page around it: in the placement `bubble`
 * unless the settings say otherwise, at the end of the input's tree. An input that has one keeps it.
 * @returns the element: the author's own, where there is one; null when that is of another version.
 */
export const attach = (input: HTMLInputElement, settings: Settings = {}): EmailVerifyElement | null => {
  const present = elements.get(input);
  if (present) {
    present.standApart(input);
    return present;
  }
  const root = input.getRootNode() as Document | ShadowRoot;
  const named = input.id ? root.querySelector(`email-verify[for="${CSS.escape(input.id)}"]`) : null;
  const own = input.closest('email-verify') ?? named;
  if (own) return own instanceof EmailVerifyElement ? own : null;
  EmailVerifyElement.define();
  const element = document.createElement('email-verify');
  element.setAttribute('placement', 'bubble');
  apply(element, settings);
  elements.set(input, element);
  element.standApart(input);
  return element;
};
