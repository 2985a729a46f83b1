import { z } from 'zod';
import { answerOf, describe } from '../http/endpoint.js';
import { get } from '../users/session-endpoint.js';
import { signedIn, type SessionStore } from '../users/sessions.js';
import type { EdgePlace } from '../users/users-options.js';

/** The parts of the service that this endpoint uses. */
interface Parts extends SessionStore {
  /** The public URL. */
  url: string;
  /** Null: the deployment has none. */
  edge: EdgePlace | null;
  /** False: mail servers are not asked for mailboxes. */
  asksMailboxes: boolean;
}

export const DEPLOYMENT = answerOf(
  'The URLs, and what is asked.',
  z.object({
    url: z.string(),
    edge: z
      .object({ url: z.string(), origins: z.array(z.string()).describe('the origins of pages that may use it') })
      .nullable()
      .describe('null: there is none'),
    asks_mailboxes: z.boolean().describe('false: mail servers are not asked for mailboxes (SMTP_PROBE is off)'),
  }),
  {
    url: 'https://verify.example',
    edge: { url: 'https://verify.example/verify/', origins: ['https://shop.example'] },
    asks_mailboxes: true,
  },
);

/** Where this deployment is, for the snippets, and what its verdicts cover. */
const deployment = describe(
  {
    summary: 'Tells where this service is, and what it asks',
    details: 'For code and notes that the dashboard shows.',
    access: 'session',
    answer: DEPLOYMENT,
  },
  get({}, async (parts: Parts, { headers, trace }) => {
    await signedIn(parts, headers, trace);
    const { url, edge, asksMailboxes } = parts;
    return Response.json({ url, edge, asks_mailboxes: asksMailboxes });
  }),
);

export const DEPLOYMENT_ENDPOINTS = { deployment };
