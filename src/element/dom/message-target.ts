import { byId } from './by-id.js';

/** Regions whose changes assistive technology announces; `aria-live` is `polite` or `assertive` there. */
const LIVE = '[role=alert], [role=status], [aria-live$=e]';

/** True if assistive technology announces the node's changes. */
export const isLive = (input: HTMLInputElement | null, id: string): boolean => Boolean(byId(input, id)?.closest(LIVE));

/** Shows a message in a node of the page. Only a text node is added, since a framework may render the rest. */
export class MessageTarget {
  readonly #text = new Text();

  /**
   * Sets the message.
   * @param id the node's id, in the tree of `input`, or `""`.
   * @returns true if there is such a node.
   */
  update(input: HTMLInputElement | null, id: string, message: string): boolean {
    const node = byId(input, id);
    if (!node || !message) this.#text.remove();
    else {
      if (this.#text.data !== message) this.#text.data = message;
      if (this.#text.parentNode !== node) node.append(this.#text);
    }
    return Boolean(node);
  }
}
