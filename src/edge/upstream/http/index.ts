import { nodeBuiltin } from '../../node-builtin.js';
import { nodeGet, type NodeHttp } from './node.js';
import type { HttpGet } from './types.js';
import { webGet } from './web.js';

export { isSuccess, NoHeadersError, type HttpAnswer } from './types.js';
export { webGet } from './web.js';

/** The HTTP client of this runtime: node:http where there is Node, fetch elsewhere. */
export const httpGet = (): HttpGet => {
  const http = nodeBuiltin('node:http') as NodeHttp | undefined;
  const https = nodeBuiltin('node:https') as NodeHttp | undefined;
  return http && https ? nodeGet(http, https) : webGet((url, init) => fetch(url, init));
};
