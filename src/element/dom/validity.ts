/**
 * Makes the input invalid while its address is blocked, by custom validity, since the element is not form-associated. A
 * custom validity of the page is never changed.
 */
export class Validity {
  #input: HTMLInputElement | null = null;
  #reason = '';
  /** The reason as stored by the browser: browsers normalise line breaks, and Firefox cuts at 256 characters. */
  #message = '';

  /** True if the input is invalid for the element's reason, not for one of the page's. */
  get isBlocking(): boolean {
    return this.#message !== '' && this.#input?.validationMessage === this.#message;
  }

  /** Sets the reason why the address is blocked, or `""`. */
  update(input: HTMLInputElement, reason: string): void {
    if (this.#input !== input) this.clear();
    if (reason === this.#reason || this.#isSetByPage(input)) return;
    this.#input = input;
    this.#reason = reason;
    input.setCustomValidity(reason);
    this.#message = reason && (input.validationMessage || reason);
  }

  clear(): void {
    if (this.#input) this.update(this.#input, '');
    this.#reason = this.#message = '';
    this.#input = null;
  }

  /**
   * True if the page has set a custom validity. A disabled or read-only input has no message, so its custom validity
   * counts as the element's.
   */
  #isSetByPage({ validity, validationMessage }: HTMLInputElement): boolean {
    return validity.customError && !['', this.#message].includes(validationMessage);
  }
}
