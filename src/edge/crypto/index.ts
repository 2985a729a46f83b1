import { nodeCrypto, type NodeCrypto } from './node.js';
import type { EdgeCrypto } from './types.js';
import { webCrypto } from './web.js';

export type { EdgeCrypto, KeyedHash, SignJws } from './types.js';

interface NodeGlobals {
  navigator?: { userAgent?: string };
  process?: { getBuiltinModule?: (name: string) => NodeCrypto | undefined };
}

/**
 * Node's own crypto, without an import, which no other runtime could load. Others have parts of it, at another cost: Node alone has no
 * `navigator` (20), or says so there. Undefined before Node 20.16.
 */
const builtIn = (): NodeCrypto | undefined => {
  const { navigator, process } = globalThis as NodeGlobals;
  const isNode = navigator?.userAgent?.startsWith('Node.js/') ?? true;
  return isNode ? process?.getBuiltinModule?.('node:crypto') : undefined;
};

let chosen: EdgeCrypto | undefined;

/** The cryptography of this runtime: Node's own where there is Node, WebCrypto elsewhere. */
export const edgeCrypto = (): EdgeCrypto => {
  if (!chosen) {
    const node = builtIn();
    chosen = node ? nodeCrypto(node) : webCrypto;
  }
  return chosen;
};
