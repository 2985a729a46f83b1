interface NodeGlobals {
  navigator?: { userAgent?: string };
  process?: { getBuiltinModule?: (name: string) => unknown };
}

/**
 * A module of Node's own, without an import, which no other runtime could load. Others have parts of these modules, at another cost: Node
 * alone has no `navigator` (20), or says so there.
 * @returns undefined on other runtimes, and before Node 20.16.
 */
export const nodeBuiltin = (name: string): unknown => {
  const { navigator, process } = globalThis as NodeGlobals;
  const isNode = navigator?.userAgent?.startsWith('Node.js/') ?? true;
  return isNode ? process?.getBuiltinModule?.(name) : undefined;
};
