/**
 * Tells the form that the address is blocked, through the input's custom validity: the element is not form-associated. A custom
 * validity that the page has set is never touched.
 */
export class Validity {
  #input: HTMLInputElement | null = null;
  #ours = '';

  /** Whether the input is invalid because of our reason only. */
  get blocking(): boolean {
    return this.#ours !== '' && this.#input?.validationMessage === this.#ours;
  }

  /** Sets the reason why the address is blocked, or `""`. */
  update(input: HTMLInputElement, reason: string): void {
    if (this.#input !== input) this.clear();
    if (reason === this.#ours || this.#isPages(input)) return;
    this.#input = input;
    this.#ours = reason;
    input.setCustomValidity(reason);
  }

  clear(): void {
    if (this.#input) this.update(this.#input, '');
    this.#ours = '';
    this.#input = null;
  }

  /** A disabled or read-only input has no message: its custom validity is ours then, since pages set none on such a one. */
  #isPages({ validity, validationMessage }: HTMLInputElement): boolean {
    return validity.customError && !['', this.#ours].includes(validationMessage);
  }
}
