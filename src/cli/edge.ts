import { openEdge, requiredPublicUrl } from '../edge/runtime/open.js';
import type { Environment } from '../edge/runtime/environment.js';
import { serveEdge, type Served } from '../edge/runtime/node.js';
import { readEdgeSettings, readListening } from '../edge/runtime/settings.js';
import { createVerifier } from '../verifier/index.js';
import { createLog, edgeLog } from './serve.js';
import { readDnsServers } from './settings.js';

/**
 * `email-verify edge`: serves the edge alone, without service and store. With no `UPSTREAM_URL` it asks DNS by itself.
 * @throws WrongSetting with one line when it cannot start.
 */
export const serveEdgeAlone = async (environment: Environment): Promise<Served> => {
  const settings = readEdgeSettings(environment);
  const { port, host, trustedProxies } = readListening(environment);
  const issuer = requiredPublicUrl(settings);
  const dnsServers = readDnsServers(environment);
  const { edge, end } = await openEdge(settings, {
    issuer,
    log: edgeLog(createLog(settings.logLevel)),
    verifier: () => createVerifier(dnsServers ? { dnsServers } : {}),
  });
  const server = await serveEdge(edge, { port, ...(host !== null && { host }), trustedProxies });
  return { ...server, close: () => server.close().finally(end) };
};
