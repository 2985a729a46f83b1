/**
 * Defers making a value to its first use; later uses get the same one. For tables, and for patterns with `\p{…}`, whose
 * sets of characters
 * cost a page time as soon as they are evaluated.
 */
export const lazy = <T extends object>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};
