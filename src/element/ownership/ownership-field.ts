/**
 * The hidden field that a browser fills in by the Email Verification Protocol. Loaded with the attribute `ownership` only.
 * @see https://datatracker.ietf.org/doc/draft-hardt-email-verification/
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { hydrated } from '../dom/description.js';
import type { HiddenField } from '../dom/hidden-field.js';

/** The field's name, and the value of its `autocomplete`. */
const TOKEN = 'email-verification-token';

/** The part of the element that has the field. */
export interface OwnershipHost extends HTMLElement, ReactiveControllerHost {
  readonly input: HTMLInputElement | null;
  /** The nonce of the site's backend; empty for no field. */
  readonly ownership: string;
  readonly isDetached: boolean;
}

/** Keeps the field in the form of the element's input. */
class OwnershipField implements ReactiveController {
  readonly #host: OwnershipHost;
  readonly #hidden: HiddenField;
  readonly #hydrated: typeof hydrated;
  #node: HTMLInputElement | null = null;
  /** The nonce that the field has. */
  #nonce = '';

  constructor(host: OwnershipHost, Field: typeof HiddenField, whenHydrated: typeof hydrated) {
    this.#host = host;
    this.#hidden = new Field(host, TOKEN);
    this.#hydrated = whenHydrated;
    host.addController(this);
  }

  hostConnected(): void {
    this.hostUpdated();
  }

  hostUpdated(): void {
    const hydration = this.#host.isDetached ? undefined : this.#hydrated();
    // A framework that hydrates the element would find an unexpected node.
    if (hydration) void hydration.then(this.#update);
    else this.#update();
  }

  /** True while the form has the field of this element. */
  #isIn(form: HTMLFormElement): boolean {
    return this.#host.isConnected && Boolean(this.#host.ownership) && this.#host.input?.form === form;
  }

  readonly #update = (): void => {
    const { input, ownership } = this.#host;
    const form = input?.form;
    input?.addEventListener('input', this.#onEdit);
    if (!form || !ownership || !this.#isIn(form) || !this.#mayOwn(form)) {
      this.#hidden.set(null);
      this.#node = null;
      return;
    }
    owners.set(form, this);
    form.addEventListener('reset', this.#clear);
    // A token of the browser stays, but for one that is bound to another nonce.
    this.#hidden.set(ownership === this.#nonce ? (this.#node?.value ?? '') : '');
    this.#nonce = ownership;
    this.#hidden.place(input);
    this.#node = this.#host.querySelector(`:scope > input[name=${TOKEN}]`);
    this.#node?.setAttribute('autocomplete', TOKEN);
    // An attribute, since browsers read no property. Set last: with a Content-Security-Policy in a header, the attribute of
    // a node is emptied when the node is inserted (HTML, nonce hiding).
    this.#node?.setAttribute('nonce', ownership);
  };

  #mayOwn(form: HTMLFormElement): boolean {
    const owner = owners.get(form);
    return !owner || owner === this || !owner.#isIn(form);
  }

  /** Withdraws the token of another address. The browser fills in that of this address before it dispatches `submit`. */
  readonly #clear = (): void => {
    if (this.#node) this.#hidden.set('');
  };

  readonly #onEdit = (): void => {
    this.#clear();
    // A framework may have rendered the form again.
    this.hostUpdated();
  };
}

/** The element whose field a form has: of several, a browser fills in the first one only. */
const owners = new WeakMap<HTMLFormElement, OwnershipField>();
const fields = new WeakMap<OwnershipHost, OwnershipField>();

/**
 * Adds the field to the form of an element, and keeps it as the element's attribute says. The other parameters are of the
 * element's file: a file that is loaded later imports from no other one.
 */
export const keepField = (host: OwnershipHost, Field: typeof HiddenField, whenHydrated: typeof hydrated): void => {
  if (fields.has(host)) return;
  const field = new OwnershipField(host, Field, whenHydrated);
  fields.set(host, field);
  field.hostUpdated();
};
