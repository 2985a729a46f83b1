import { RECEIPT_FIELD, RECEIPT_LIFETIME_S } from '../../protocol/index.js';
import { warnOnce } from '../warn-once.js';
import { byId } from './by-id.js';
import { HiddenField, kept } from './hidden-field.js';
import { RepeatLimit } from './repeat-limit.js';
import { writeValue } from './write-value.js';

export interface ReceiptHost extends HTMLElement {
  readonly input: HTMLInputElement | null;
  /** The id of the author's field for the receipt, in the tree of `input`, or `""`. */
  readonly receiptTarget: string;
  /** True if the input still has the server's value. */
  readonly isPrefilled: boolean;
  /** Forgets the verdict. */
  reset(): void;
}

/** Time for which a receipt is sent, in ms. The rest of its lifetime is for caches and for the way to the backend. */
const USABLE_MS = RECEIPT_LIFETIME_S * 900;
/** Time for which a framework may render the author's field after the verdict, in ms. */
const RENDER_MS = 1000;

/**
 * Submits the receipt to the site's backend: in a hidden input of the element, or in the author's field named by
 * `receipt-target`. That field is written as soon as there is a receipt, with the events of an edit, for pages that
 * send their state in place of their fields.
 */
export class ReceiptField {
  readonly #host: ReceiptHost;
  readonly #hidden: HiddenField;
  readonly #limit = new RepeatLimit();
  #observer: MutationObserver | null = null;
  #value: string | null = null;
  /** The author's field that was written last, and the value. */
  #target: HTMLInputElement | null = null;
  #written = '';
  /** The time until which the receipt may be sent. */
  #until = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReceiptHost) {
    this.#host = host;
    this.#hidden = new HiddenField(host, RECEIPT_FIELD);
  }

  /** Sets the receipt; null removes it. */
  set(value: string | null): void {
    if (value !== this.#value) {
      this.#value = value;
      clearTimeout(this.#timer);
      if (value !== null) {
        this.#until = Date.now() + USABLE_MS;
        this.#timer = setTimeout(() => {
          this.#warn();
          this.#timer = setTimeout(this.expire, USABLE_MS);
        }, RENDER_MS);
      }
    }
    this.update();
  }

  /** Forgets the verdict if its receipt is too old. Called at use, since timers stop while a computer sleeps. */
  readonly expire = (): void => {
    if (this.#value !== null && Date.now() >= this.#until) this.#host.reset();
  };

  /** Writes the receipt, and from now on again if the author's field is replaced, emptied, renamed or added late. */
  update(): void {
    const { input, receiptTarget } = this.#host;
    if (input && receiptTarget) {
      this.#observer ??= new MutationObserver(() => {
        this.#write(true);
      });
      const attributeFilter = ['id', 'value'];
      this.#observer.observe(input.getRootNode(), { childList: true, subtree: true, attributeFilter });
    } else this.#observer?.disconnect();
    this.#write();
  }

  /** Adds the receipt to the form, for code that reads the form's elements. */
  place(input: HTMLInputElement): void {
    this.#write();
    this.#hidden.place(input);
  }

  /** Adds the receipt to the form's data, unless a field has it. */
  addTo(data: FormData): void {
    this.#hidden.addTo(data);
  }

  #write(isAgain = false): void {
    const field = this.#find();
    this.#hidden.set(field ? null : this.#value);
    // Removing the element leaves the author's field as it is, since the address stays the same.
    if (!this.#host.input?.isConnected) return;
    const before = this.#target;
    this.#target = field;
    if (field) kept.add(field);
    if (before && before !== field && before.isConnected) writeValue(before, '');
    const text = this.#value ?? '';
    // The server has filled in the address with its receipt.
    if (!field || (!text && !this.#written && this.#host.isPrefilled)) return;
    if ((field.value === text && this.#written === text) || (isAgain && !this.#limit.mayRepeat())) return;
    this.#written = text;
    writeValue(field, text);
  }

  /** The author's field. A field in another form belongs to that form's address. */
  #find(): HTMLInputElement | null {
    const { input, receiptTarget } = this.#host;
    const field = byId(input, receiptTarget);
    // Asked first: Vitest takes the names of a page away before its elements learn of their removal.
    if (!field || field === input || !(field instanceof HTMLInputElement)) return null;
    return field.form && input?.form && field.form !== input.form ? null : field;
  }

  #warn(): void {
    const { input, receiptTarget } = this.#host;
    if (receiptTarget && !(byId(input, receiptTarget) instanceof HTMLInputElement))
      warnOnce(`receipt-target: no input has the id "${receiptTarget}".`);
  }
}
