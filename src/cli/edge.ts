import { openEdge, requiredPublicUrl } from '../edge/runtime/open.js';
import type { Environment } from '../edge/runtime/environment.js';
import { serveEdge, type Served } from '../edge/runtime/node.js';
import { readEdgeSettings, readListening } from '../edge/runtime/settings.js';
import { createVerifier, type Verifier } from '../verifier/index.js';
import { openBeside, readBeside } from './beside-edge.js';
import { createLog } from './serve.js';
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
  const beside = await openBeside(readBeside(environment), createLog(settings.logLevel));
  let end = beside.close;
  try {
    const { store, log } = beside;
    const verifier = (): Verifier => createVerifier(dnsServers ? { dnsServers } : {});
    const open = await openEdge(settings, { issuer, log, verifier, ...(store && { store }) });
    end = () => open.end().finally(beside.close);
    const server = await serveEdge(open.edge, { port, ...(host !== null && { host }), trustedProxies });
    return { ...server, close: () => server.close().finally(end) };
  } catch (error) {
    await end();
    throw error;
  }
};
