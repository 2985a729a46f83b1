import { z } from 'zod';
import { Refusal } from '../../protocol/refusal.js';
import { answerOf, describe } from '../http/endpoint.js';
import { PROVIDERS } from '../mail-outcomes/providers/index.js';
import {
  EXAMPLE_SOURCE,
  MADE_SOURCE,
  makeSource,
  NEW_SOURCE,
  shownSource,
  SOURCE,
  type SourceMaker,
} from '../mail-outcomes/source-endpoints.js';
import { listSources, removeSource } from '../mail-outcomes/sources.js';
import { DONE, done, get, post, type Origins } from '../users/session-endpoint.js';
import { signedIn, type SessionStore } from '../users/sessions.js';
import { NUMBER } from './form-fields.js';

/** The parts of the service that these endpoints use. */
interface Parts extends SessionStore, Origins {
  sources: SourceMaker;
}

export const SOURCES = answerOf(
  'The sources, and the providers that one can be made for.',
  z.object({
    sources: z.array(SOURCE),
    providers: z.array(
      z.object({
        provider: z.enum(PROVIDERS),
        signing_key: z.string().nullable().describe('the form of the key that it signs with; null: it has none'),
      }),
    ),
  }),
  { sources: [EXAMPLE_SOURCE], providers: [{ provider: 'postmark', signing_key: null }] },
);

const list = describe(
  { summary: 'Lists the sources of outcomes', access: 'session', answer: SOURCES },
  get({}, async (parts: Parts, { headers, trace }) => {
    const { accountId } = await signedIn(parts, headers, trace);
    const { store, webhooks } = parts.sources;
    const providers = PROVIDERS.map((provider) => ({
      provider,
      signing_key: webhooks[provider].signingKey?.expected ?? null,
    }));
    return Response.json({ sources: (await listSources(store, accountId)).map(shownSource), providers });
  }),
);

const add = describe(
  {
    summary: 'Makes a source of outcomes',
    details: 'The address is secret, and is shown once.',
    access: 'session',
    answer: MADE_SOURCE,
    problems: ['conflict'],
  },
  post(NEW_SOURCE, async (parts: Parts, { body: { provider, signing_key: key }, headers, trace }) => {
    const { accountId } = await signedIn(parts, headers, trace);
    return Response.json(await makeSource(parts.sources, accountId, provider, key), { status: 201 });
  }),
);

const remove = describe(
  { summary: 'Deletes a source of outcomes', access: 'session', answer: DONE, problems: ['not_found'] },
  post({ id: NUMBER }, async (parts: Parts, { body: { id }, headers, trace }) => {
    const { accountId } = await signedIn(parts, headers, trace);
    if (!(await removeSource(parts.sources.store, accountId, id)))
      throw new Refusal('not_found', 'You have no source with this id.');
    return done();
  }),
);

export const SOURCE_ENDPOINTS = { sources: list, 'sources/add': add, 'sources/remove': remove };
