/** Returns the value at a path of parsed JSON; undefined if a member of the path is missing. */
export const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (parent, name) =>
      typeof parent === 'object' && parent !== null && Object.hasOwn(parent, name)
        ? (parent as Record<string, unknown>)[name]
        : undefined,
    value,
  );
