/** Items of several owners, who take turns. */
export interface RoundRobin<Item> {
  add: (owner: string, item: Item) => void;
  /** Takes the first item of the owner whose turn it is; undefined without any. */
  take: () => Item | undefined;
  isEmpty: () => boolean;
}

/** Creates a round-robin queue: after each item of an owner, every other owner has a turn. It has no bound. */
export const createRoundRobin = <Item>(): RoundRobin<Item> => {
  /** In the order of the owners' turns. */
  const byOwner = new Map<string, Item[]>();
  return {
    add(owner, item) {
      const own = byOwner.get(owner);
      if (own === undefined) byOwner.set(owner, [item]);
      else own.push(item);
    },
    take() {
      const [first] = byOwner;
      if (first === undefined) return undefined;
      const [owner, items] = first;
      const item = items.shift();
      byOwner.delete(owner);
      if (items.length > 0) byOwner.set(owner, items);
      return item;
    },
    isEmpty: () => byOwner.size === 0,
  };
};
