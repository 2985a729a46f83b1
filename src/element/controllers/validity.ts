/**
 * Tells the form that the address is blocked, through the input's own custom validity: the element is not form-associated.
 * A custom validity that the page has set is never touched.
 */
export class Validity {
  #input: HTMLInputElement | null = null;
  #ours = '';

  /** Whether the input is invalid because we said so, and for nothing else. */
  get blocking(): boolean {
    return this.#ours !== '' && this.#input?.validationMessage === this.#ours;
  }

  /** Sets the reason why the address is blocked, or `""`. */
  update(input: HTMLInputElement, reason: string): void {
    if (this.#input !== input) this.clear();
    if (reason === this.#ours) return;
    if (input.validity.customError && input.validationMessage !== this.#ours) return;
    this.#input = input;
    this.#ours = reason;
    input.setCustomValidity(reason);
  }

  /** Takes back what was set. */
  clear(): void {
    if (this.#ours && this.#input?.validationMessage === this.#ours) this.#input.setCustomValidity('');
    this.#ours = '';
    this.#input = null;
  }
}
