import { z } from 'zod';
import { clientNetwork } from '../../util/client-network.js';
import type { FairQueue } from '../../util/fair-queue.js';
import { timestamp } from '../../protocol/index.js';
import { Refusal } from '../../protocol/refusal.js';
import { answerOf, describe, type Endpoints } from '../http/endpoint.js';
import type { Call } from '../http/call.js';
import { readQuery } from '../http/query.js';
import { field, numberInPath, optional, readBody } from '../http/request-fields.js';
import { readRequestText } from '../http/request-text.js';
import { EXAMPLE_TIME, TIME } from '../http/time-schema.js';
import { enter } from '../keys/authenticate.js';
import type { Caller, KeyLookup } from '../keys/key-lookup.js';
import type { ReportOutcomes } from './mail-outcomes.js';
import { PROVIDERS, type MailProvider } from './providers/index.js';
import type { ProviderWebhook } from './providers/webhook.js';
import {
  addSource,
  countReports,
  findSource,
  listSources,
  removeSource,
  SECRET_TEXT,
  type Source,
  type SourceStore,
} from './sources.js';

/** The parts of the service that these endpoints use. */
interface Parts extends SourceStore {
  lookUp: KeyLookup;
  report: ReportOutcomes;
  webhooks: Readonly<Record<MailProvider, ProviderWebhook>>;
  /** Looks for one source at a time: strangers wait here, and not for the database, where checks would wait behind them. */
  turns: FairQueue;
  /** The public URL of the service. */
  url: string;
}

const PREFIX = '/api/outcomes/';
/** The limit of a message, in bytes: SendGrid's have 768 KiB at most. */
const MAX_BYTES = 1_048_576;
/** The outcomes of one message that are read. */
const MOST_REPORTS = 5000;
const MAX_KEY = 1000;

const callerOf = ({ lookUp }: Parts, call: Call): Promise<Caller> => enter(lookUp, readQuery(call.request.url), call);

/** The account of a live key. @throws Refusal `key_not_allowed` for a test key, which has nothing to tell. */
const accountOf = ({ accountId, mode }: Caller): number => {
  if (mode === 'test') throw new Refusal('key_not_allowed', 'A test key has no sources of outcomes: use a live key.');
  return accountId;
};

const noSource = (): Refusal => new Refusal('not_found', 'There is no source of outcomes at this address.');

export const SOURCE = z.object({
  id: z.int(),
  provider: z.string(),
  created_at: TIME,
  last_used_at: TIME.nullable().describe('when a message came last, to the minute'),
  reports: z.int().describe('the outcomes that it has told, repeats among them'),
});
export const EXAMPLE_SOURCE = { id: 2, provider: 'postmark', created_at: EXAMPLE_TIME, last_used_at: null, reports: 0 };

/** A source in an answer. */
export const shownSource = ({ id, provider, createdAt, lastUsedAt, reports }: Source): z.output<typeof SOURCE> => ({
  ...{ id, provider, reports, created_at: timestamp(createdAt) },
  last_used_at: lastUsedAt && timestamp(lastUsedAt),
});

const list = describe(
  {
    summary: 'Lists the sources of outcomes',
    access: 'key',
    answer: answerOf('The sources.', z.object({ sources: z.array(SOURCE) }), { sources: [EXAMPLE_SOURCE] }),
  },
  {
    method: 'GET',
    input: z.object({}),
    async answer(parts: Parts, call) {
      const sources = await listSources(parts.store, accountOf(await callerOf(parts, call)));
      return Response.json({ sources: sources.map(shownSource) });
    },
  },
);

/** The fields of a new source. */
export const NEW_SOURCE = {
  provider: field(`one of ${PROVIDERS.join(', ')}`, z.enum(PROVIDERS), 'postmark'),
  signing_key: optional(
    field('the key with which the provider signs: sendgrid, mailgun and resend have one', z.string().max(MAX_KEY)),
  ),
};
const ADDED_SOURCE = z.strictObject(NEW_SOURCE);

/** @throws Refusal `bad_request` if a provider that signs has no key, or another one has. */
const checkKey = ({ signingKey }: ProviderWebhook, provider: MailProvider, given: string | undefined): void => {
  if (signingKey === null && given !== undefined)
    throw new Refusal('bad_request', `${provider} has no signing key: leave signing_key out.`);
  if (signingKey !== null && (given === undefined || !signingKey.isOne(given)))
    throw new Refusal('bad_request', `signing_key must be ${signingKey.expected}.`);
};

/** The parts of the service by which a source is made. */
export type SourceMaker = Pick<Parts, 'store' | 'hashes' | 'seal' | 'webhooks' | 'url'>;

/** Makes a source. @throws Refusal `bad_request` for a wrong key, `conflict` for an account with too many. */
export const makeSource = async (
  parts: SourceMaker,
  accountId: number,
  provider: MailProvider,
  given: string | undefined,
): Promise<{ id: number; url: string }> => {
  checkKey(parts.webhooks[provider], provider, given);
  const { id, secret } = await addSource(parts, accountId, provider, given ?? null);
  return { id, url: `${parts.url}${PREFIX}${provider}/${secret}` };
};

export const MADE_SOURCE = answerOf(
  'The source.',
  z.object({ id: z.int(), url: z.string().describe('for the webhook of the provider') }),
  { id: 2, url: 'https://verify.example.com/api/outcomes/postmark/SECRET' },
  { status: 201 },
);

const add = describe(
  {
    summary: 'Makes a source of outcomes',
    details:
      'An address at which a mail provider tells what became of your mail: enter it as a webhook there. The address is secret, and is shown once.',
    access: 'key',
    answer: MADE_SOURCE,
    problems: ['conflict'],
  },
  {
    method: 'POST',
    input: ADDED_SOURCE,
    async answer(parts: Parts, call) {
      const caller = await callerOf(parts, call);
      const { provider, signing_key: given } = await readBody(call.request, ADDED_SOURCE);
      return Response.json(await makeSource(parts, accountOf(caller), provider, given), { status: 201 });
    },
  },
);

const PATH = z.object({ id: numberInPath('the number of a source', '2') });

const remove = describe(
  {
    summary: 'Deletes a source of outcomes',
    access: 'key',
    path: PATH,
    answer: answerOf('Its address has ended.', z.object({ deleted: z.literal(true) }), { deleted: true }),
    problems: ['not_found'],
  },
  {
    method: 'DELETE',
    input: z.object({}),
    async answer(parts: Parts, call) {
      const accountId = accountOf(await callerOf(parts, call));
      const path = PATH.safeParse(call.params);
      if (!path.success || !(await removeSource(parts.store, accountId, path.data.id))) throw noSource();
      return Response.json({ deleted: true });
    },
  },
);

const MESSAGE_PATH = z.object({
  provider: field(`one of ${PROVIDERS.join(', ')}`, z.enum(PROVIDERS), 'sendgrid'),
  secret: field('the secret of a source', z.string().max(100), 'SECRET'),
});

const message = describe(
  {
    summary: 'Takes what a mail provider tells',
    details:
      'For webhooks of mail providers, whose signature is checked where there is one. Repeats and any order are harmless: of each kind of ' +
      'outcome the latest time counts.',
    access: 'anyone',
    path: MESSAGE_PATH,
    answer: answerOf(
      'What was stored.',
      z.object({ mailboxes: z.int().describe('the mailboxes of which something is known now') }),
      { mailboxes: 1 },
    ),
    problems: ['not_found', 'wrong_signature', 'conflict', 'too_large'],
  },
  {
    method: 'POST',
    input: z.object({}),
    async answer(parts: Parts, { request, params, client, trace }) {
      const path = MESSAGE_PATH.safeParse(params);
      if (!path.success || !SECRET_TEXT.test(path.data.secret)) throw noSource();
      const { provider, secret } = path.data;
      const network = clientNetwork(client.address);
      const source = await parts.turns.run(network, () => findSource(parts, provider, secret));
      if (source === null) throw noSource();
      const { id, accountId, signingKey } = source;
      trace.account = accountId;
      const text = await readRequestText(request, MAX_BYTES);
      const webhook = parts.webhooks[provider];
      const told = await webhook.read({ text, headers: request.headers, signingKey });
      const reports = told.slice(0, MOST_REPORTS);
      const { mailboxes } = await parts.report(accountId, reports);
      await countReports(parts.store, id, reports.length);
      return Response.json({ mailboxes });
    },
  },
);

/** The endpoints of sources and of their messages, by path. */
export const MAIL_SOURCE_ENDPOINTS: Endpoints<Parts> = [
  [`${PREFIX}sources`, list],
  [`${PREFIX}sources/add`, add],
  [`${PREFIX}sources/{id}`, remove],
  [`${PREFIX}{provider}/{secret}`, message],
];
