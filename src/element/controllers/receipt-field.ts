import { RECEIPT_FIELD } from '../../protocol/index.js';

/** The hidden field in which the receipt is submitted. It is in the form only while there is a receipt for this value. */
export class ReceiptField {
  readonly #host: HTMLElement;
  #field: HTMLInputElement | null = null;

  constructor(host: HTMLElement) {
    this.#host = host;
  }

  update(input: HTMLInputElement, receipt: string | null): void {
    const { form } = input;
    if (!receipt || !form) {
      this.remove();
      return;
    }
    const field = (this.#field ??= this.#make());
    field.value = receipt;
    // Beside the input where that is inside its form; an input that names its form by `form=` may stand anywhere.
    const place = form.contains(this.#host) ? this.#host : form;
    if (field.parentNode !== place) place.append(field);
  }

  remove(): void {
    this.#field?.remove();
    this.#field = null;
  }

  #make(): HTMLInputElement {
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = RECEIPT_FIELD;
    return field;
  }
}
