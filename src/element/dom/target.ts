/** The text in a node of the page's own, which a framework may render: a text node is added to it, and nothing else is changed. */
export class Target {
  readonly #text = new Text();

  /**
   * Puts the words into the node.
   * @param id the node's, in the tree of `input`; null: nowhere.
   * @returns whether there is such a node.
   */
  update(input: HTMLInputElement | null, id: string | null, words: string): boolean {
    const root = input?.getRootNode() as Document | ShadowRoot | undefined;
    const node = id && root ? root.getElementById(id) : null;
    if (!node || !words) this.#text.remove();
    else {
      if (this.#text.data !== words) this.#text.data = words;
      if (this.#text.parentNode !== node) node.append(this.#text);
    }
    return node !== null;
  }
}
