/**
 * Makes the input invalid while its address is blocked, by its custom validity, since the element is not form-associated. A custom
 * validity of the page's is never changed.
 */
export class Validity {
  #input: HTMLInputElement | null = null;
  #reason = '';

  /** Whether the input is invalid for our reason only. */
  get isBlocking(): boolean {
    return this.#reason !== '' && this.#input?.validationMessage === this.#reason;
  }

  /** Sets the reason why the address is blocked, or `""`. */
  update(input: HTMLInputElement, reason: string): void {
    if (this.#input !== input) this.clear();
    if (reason === this.#reason || this.#isSetByPage(input)) return;
    this.#input = input;
    this.#reason = reason;
    input.setCustomValidity(reason);
  }

  clear(): void {
    if (this.#input) this.update(this.#input, '');
    this.#reason = '';
    this.#input = null;
  }

  /** Whether the page has set a custom validity. A disabled or read-only input has no message: any custom validity is ours then. */
  #isSetByPage({ validity, validationMessage }: HTMLInputElement): boolean {
    return validity.customError && !['', this.#reason].includes(validationMessage);
  }
}
