/**
 * Asks SES and Reacher, both at the URL of the last argument, about an address, and prints the outcomes. Runs on any
 * runtime.
 */
import { reacherUpstream, sesUpstream } from '../../../dist/edge/upstream/adapters/index.js';

const { url, address, region, credentials } = JSON.parse(globalThis.process.argv.at(-1));
const upstreams = [sesUpstream({ region, credentials, endpoint: url }), reacherUpstream({ baseUrl: url })];
const outcomes = [];
for (const { ask } of upstreams) outcomes.push(await ask(address, 10_000));
console.log(JSON.stringify(outcomes));
