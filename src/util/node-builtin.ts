interface NodeGlobals {
  navigator?: { userAgent?: string };
  process?: { getBuiltinModule?: (name: string) => unknown };
}

/**
 * Loads a built-in module of Node without an import statement, which other runtimes could not resolve. Runtimes that
 * imitate these modules are excluded, since theirs are slower. Node has no `navigator` (Node 20), or names itself in
 * its user agent.
 * @returns undefined on other runtimes, and before Node 20.16.
 */
export const nodeBuiltin = (name: string): unknown => {
  const { navigator, process } = globalThis as NodeGlobals;
  const isNode = navigator?.userAgent?.startsWith('Node.js/') ?? true;
  return isNode ? process?.getBuiltinModule?.(name) : undefined;
};
