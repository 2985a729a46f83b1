/** Shows a message in a node of the page. Only a text node is added, since a framework may render the rest. */
export class MessageTarget {
  readonly #text = new Text();

  /**
   * Sets the message.
   * @param id the node's id, in the tree of `input`, or null.
   * @returns whether there is such a node.
   */
  update(input: HTMLInputElement | null, id: string | null, message: string): boolean {
    const root = input?.getRootNode() as Document | ShadowRoot | undefined;
    const node = id && root ? root.getElementById(id) : null;
    if (!node || !message) this.#text.remove();
    else {
      if (this.#text.data !== message) this.#text.data = message;
      if (this.#text.parentNode !== node) node.append(this.#text);
    }
    return node !== null;
  }
}
