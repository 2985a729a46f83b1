import { z } from 'zod';
import { answerOf, describe } from '../endpoint.js';
import { get } from '../users/endpoint.js';
import { signedIn } from '../users/sessions.js';

const DEPLOYMENT = answerOf(
  'The URLs.',
  z.object({
    url: z.string(),
    edge: z
      .object({ url: z.string(), origins: z.array(z.string()).describe('the origins of pages that may use it') })
      .nullable()
      .describe('null: there is none'),
  }),
  {
    url: 'https://verify.example',
    edge: { url: 'https://verify.example/verify/', origins: ['https://shop.example'] },
  },
);

/** Where this deployment is, for the snippets. */
const deployment = describe(
  {
    summary: 'Tells where this service is',
    details: 'For code that the dashboard shows.',
    access: 'session',
    answer: DEPLOYMENT,
  },
  get({}, async (parts, { headers, trace }) => {
    await signedIn(parts, headers, trace);
    const { url, edge } = parts;
    return Response.json({ url, edge });
  }),
);

export const DEPLOYMENT_ENDPOINTS = { deployment };
