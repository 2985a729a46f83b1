import { get } from '../users/endpoint.js';
import { signedIn } from '../users/sessions.js';

/** Where this deployment is, for the snippets. */
const deployment = get(async (parts, { headers, trace }) => {
  await signedIn(parts, headers, trace);
  const { url, edge } = parts;
  return Response.json({ url, edge });
});

export const DEPLOYMENT_ENDPOINTS = { deployment };
