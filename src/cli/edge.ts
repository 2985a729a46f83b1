import type { RequestListener } from 'node:http';
import { readListening } from '../config/setting-groups.js';
import { readAll } from '../config/read-settings.js';
import { readSetting, type Environment } from '../config/settings.js';
import { readEdgeSettings, readIssuer } from '../edge/runtime/edge-settings.js';
import { startEdgeServer } from '../edge/runtime/edge-server.js';
import { toNodeListener } from '../edge/runtime/node.js';
import { openEdge } from '../edge/runtime/open-edge.js';
import { localUrl, type Served } from '../edge/runtime/served.js';
import type { Program } from '../edge/runtime/until-signal.js';
import { openEdgeResources } from './edge-resources.js';
import { readResourceSettings } from './resource-settings.js';
import { createLog, flushLog } from './log.js';
import { openVerifier } from './open-verifier.js';

/**
 * `email-verify-server edge`: serves only the edge, without service and database. Without `UPSTREAM_URL` it queries DNS
 * itself.
 * @throws StartupError if it cannot start, with a line for each wrong or missing setting.
 */
export const serveEdgeAlone = async (environment: Environment): Promise<Served & Program> => {
  const { settings, listening, issuer, dnsServers, wanted } = readAll({
    settings: () => readEdgeSettings(environment),
    listening: () => readListening(environment),
    issuer: () => readIssuer(environment),
    dnsServers: () => readSetting(environment, 'DNS_SERVERS'),
    wanted: () => readResourceSettings(environment),
  });
  const { host, trustedProxies } = listening;
  const ownLog = createLog(settings.logLevel);
  const resources = await openEdgeResources(wanted, ownLog);
  let end = resources.close;
  try {
    const { store, log } = resources;
    const verifier = () => openVerifier({ dnsServers });
    const open = await openEdge(settings, { issuer, log, verifier, store });
    resources.serveOutcomes(settings.origins);
    end = () => open.end().finally(resources.close);
    const listener = toNodeListener(open.edge, { trustedProxies }) as RequestListener;
    const server = await startEdgeServer(listener, log, listening);
    return {
      url: localUrl(host, server.port),
      port: server.port,
      close: () =>
        server
          .close()
          .finally(end)
          .finally(() => flushLog(ownLog)),
      hurry: server.hurry,
    };
  } catch (error) {
    await end();
    throw error;
  }
};
