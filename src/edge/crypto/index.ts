import { nodeBuiltin } from '../node-builtin.js';
import { nodeCrypto, type NodeCrypto } from './node.js';
import type { EdgeCrypto } from './types.js';
import { webCrypto } from './web.js';

export type { EdgeCrypto, KeyedHash, SignJws } from './types.js';

let chosen: EdgeCrypto | undefined;

/** The cryptography of this runtime: Node's own where there is Node, WebCrypto elsewhere. */
export const edgeCrypto = (): EdgeCrypto => {
  if (!chosen) {
    const node = nodeBuiltin('node:crypto') as NodeCrypto | undefined;
    chosen = node ? nodeCrypto(node) : webCrypto;
  }
  return chosen;
};
