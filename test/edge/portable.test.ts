import { readEdgeSettings, readIssuer } from '../../src/edge/runtime/edge-settings.js';
import { openEdge, printedLog, verifierOverHttps } from '../../src/edge/runtime/open-edge.js';
import { CLIENT, ISSUER } from './support.js';
import { describeEdge } from './portable/suite.js';

await describeEdge('Node, called in process', async (environment) => {
  const settings = readEdgeSettings(environment);
  let output = '';
  const { edge, end } = await openEdge(settings, {
    issuer: readIssuer(environment),
    log: printedLog(settings.logLevel, (line) => (output += `${line}\n`)),
    verifier: verifierOverHttps(settings),
  });
  return {
    send: (path, init, clientAddress = CLIENT) => edge(new Request(`${ISSUER}${path}`, init), { clientAddress }),
    output: () => output,
    end,
  };
});
