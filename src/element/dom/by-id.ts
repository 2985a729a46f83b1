/** Finds an element by its id, in the tree of `node`. A tree outside of a document has no `getElementById`. */
export const byId = (node: Node | null, id: string): HTMLElement | null | undefined =>
  id && node ? (node.getRootNode() as Partial<Document>).getElementById?.(id) : null;
