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
    if (reason === this.#ours || this.#isTheirs(input)) return;
    this.#input = input;
    this.#ours = reason;
    input.setCustomValidity(reason);
  }

  /** Takes back what was set. */
  clear(): void {
    if (this.#input) this.update(this.#input, '');
    this.#ours = '';
    this.#input = null;
  }

  /** An input that is disabled or read-only shows no message: it is ours then, since the page sets none on such a one. */
  #isTheirs({ validity, validationMessage }: HTMLInputElement): boolean {
    return validity.customError && !['', this.#ours].includes(validationMessage);
  }
}
