/** The program beside this file, as a Worker that takes its argument as the body. */
import { reacherUpstream, sesUpstream } from '../../../dist/edge/upstream/adapters/index.js';

export default {
  async fetch(request) {
    const { url, address, region, credentials } = await request.json();
    const upstreams = [sesUpstream({ region, credentials, endpoint: url }), reacherUpstream({ baseUrl: url })];
    const outcomes = [];
    for (const { ask } of upstreams) outcomes.push(await ask(address, 10_000));
    return globalThis.Response.json(outcomes);
  },
};
