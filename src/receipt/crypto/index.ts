import { nodeBuiltin } from '../../util/node-builtin.js';
import { nodeCrypto, type NodeCrypto } from './node.js';
import type { RuntimeCrypto } from './types.js';
import { webCrypto } from './web.js';

export type { KeyedHash, SignJws } from './types.js';

let chosen: RuntimeCrypto | undefined;

/** The cryptography of this runtime: `node:crypto` on Node, Web Crypto elsewhere. */
export const runtimeCrypto = (): RuntimeCrypto => {
  if (!chosen) {
    const node = nodeBuiltin('node:crypto') as NodeCrypto | undefined;
    chosen = node ? nodeCrypto(node) : webCrypto;
  }
  return chosen;
};
