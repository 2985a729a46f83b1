/** A hidden field by which the site's backend learns something. It is in the form only while there is a value for it. */
export class HiddenField {
  readonly #host: HTMLElement;
  readonly #name: string;
  #field: HTMLInputElement | null = null;

  constructor(host: HTMLElement, name: string) {
    this.#host = host;
    this.#name = name;
  }

  update(input: HTMLInputElement, value: string | null): void {
    const { form } = input;
    if (!value || !form) {
      this.remove();
      return;
    }
    const field = (this.#field ??= this.#make());
    field.value = value;
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
    field.name = this.#name;
    return field;
  }
}
