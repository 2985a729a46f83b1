/**
 * The hidden inputs of this page load, and the author's fields for a receipt. Other inputs of the same name are
 * leftovers.
 */
export const kept = new WeakSet<Element>();
let count = 0;

/** Prefix of the id that a form without an id gets while a hidden input outside of it refers to it. */
const FORM_ID = 'ev-form-';

/**
 * A hidden input that is submitted to the site's backend. It is added when the form is about to be read, as a child of
 * the element, so that the form's layout and selectors stay as they are.
 */
export class HiddenField {
  readonly #host: HTMLElement;
  readonly #name: string;
  #value: string | null = null;
  #node: HTMLInputElement | null = null;

  constructor(host: HTMLElement, name: string) {
    this.#host = host;
    this.#name = name;
  }

  /** Sets the value; null removes the input. */
  set(value: string | null): void {
    this.#value = value;
    if (value === null) {
      if (this.#node?.form?.getAttribute('id')?.startsWith(FORM_ID)) this.#node.form.removeAttribute('id');
      this.#node?.remove();
      this.#node = null;
    } else if (this.#node) this.#write(this.#node, value);
  }

  /** Adds the hidden input to the form, for code that reads the form's elements. */
  place({ form }: HTMLInputElement): void {
    if (this.#value === null || !form) return;
    // A restored snapshot of the page, or a cloned row, may contain an old input.
    const same = form.querySelectorAll(`input[type=hidden][name=${this.#name}]`);
    for (const node of same) if (!kept.has(node)) node.remove();
    const node = (this.#node ??= this.#make());
    if (node.parentNode !== this.#host) this.#host.append(node);
    if (Node.prototype.contains.call(form, this.#host)) node.removeAttribute('form');
    else {
      if (!form.getAttribute('id')) form.setAttribute('id', `${FORM_ID}${++count}`);
      node.setAttribute('form', form.getAttribute('id') ?? '');
    }
    this.#write(node, this.#value);
  }

  /** Adds the value to the form's data, unless it is there. */
  addTo(data: FormData): void {
    if (this.#value !== null && !data.getAll(this.#name).includes(this.#value)) data.append(this.#name, this.#value);
  }

  /** Announces a new value to code that collects a form's fields by their events. */
  #write(node: HTMLInputElement, value: string): void {
    if (node.value === value) return;
    node.value = value;
    node.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  }

  #make(): HTMLInputElement {
    const node = document.createElement('input');
    node.type = 'hidden';
    node.name = this.#name;
    kept.add(node);
    return node;
  }
}
