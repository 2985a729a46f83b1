import { nodeBuiltin } from '../../../util/node-builtin.js';
import { nodeSend, type NodeHttp } from './node.js';
import type { HttpSend } from './types.js';
import { webSend, type Fetch } from './web.js';

export { isSuccess, NoHeadersError, type HttpAnswer } from './types.js';

/** The HTTP client: the caller's, or by default node:http on Node, and fetch elsewhere. */
export const httpSend = (send?: Fetch): HttpSend => {
  if (send) return webSend(send);
  const http = nodeBuiltin('node:http') as NodeHttp | undefined;
  const https = nodeBuiltin('node:https') as NodeHttp | undefined;
  return http && https ? nodeSend(http, https) : webSend((url, init) => fetch(url, init));
};
