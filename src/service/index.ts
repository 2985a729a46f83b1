import { PassThrough } from 'node:stream';
import { findAccount, listAccounts, readAccount } from './account-list.js';
import { openFirstAccount, updateAccount } from './accounts.js';
import { createApp } from './app.js';
import { knownAccount } from './authenticate.js';
import { createCharges } from './charges.js';
import { addCredits } from './credits.js';
import { createHashes } from './hashes.js';
import { createKeyLookup } from './key-lookup.js';
import { addKey, listKeys, replaceKeys, revokeKey, rotateKey, showKey } from './keys.js';
import { createDeliverer } from './lists/callbacks/deliverer.js';
import { listVerifier } from './lists/work/list-verifier.js';
import { startWorker } from './lists/work/worker.js';
import { describeError, SILENT } from './log.js';
import { StartupError } from '../config/startup-error.js';
import { openPaymentSecrets } from './payments.js';
import { shareHealth } from './store/health.js';
import { openStore } from './store/open.js';
import { createStandings } from './ledger.js';
import { openLists } from './lists/index.js';
import { createRate } from './rate.js';
import { scheduleRetention } from './retention.js';
import { createSeal } from './seal.js';
import { atStart } from './store/unavailable.js';
import { normalAddress } from './users/fields.js';
import { openUsers } from './users/index.js';
import type { Service, ServiceOptions } from './types.js';
import { openVerifier } from './verifier.js';

export { StartupError } from '../config/startup-error.js';
export type { Charge, Gauges, Observe, ServiceEvent } from './events.js';
export type { Logger } from './log.js';
export type {
  AccountView,
  Client,
  CreditOptions,
  EdgePlace,
  Invitation,
  KeyDescription,
  KeyOptions,
  ListedAccount,
  ListLimits,
  MailOptions,
  NewKey,
  Registration,
  RotatedKey,
  Service,
  ServiceOptions,
  SharedAllowances,
  Users,
  UsersOptions,
  VerifierOption,
  VerifierParts,
} from './types.js';
export type { StoreHealth } from './store/health.js';
export { PLANS, type Plan } from './plans.js';

/** Gives what is written to a stream in parts; ends, or throws, when the writing has. */
async function* inParts(write: (out: PassThrough) => Promise<void>): AsyncGenerator<Uint8Array> {
  const out = new PassThrough();
  const written = write(out).catch((error: unknown) => {
    out.destroy(error as Error);
    throw error;
  });
  written.catch(() => undefined);
  yield* out as AsyncIterable<Uint8Array>;
  await written;
}

/** The accounts that are listed at once. */
const LISTED = 50;

/**
 * Opens the verification service: opens and migrates its store, and finds or creates its first account.
 * @throws StartupError with one line if it cannot be opened.
 */
export const createService = async (options: ServiceOptions): Promise<Service> => {
  const { secret, ownKey, log = SILENT, observe = () => undefined } = options;
  if (secret === '') throw new StartupError('the secret is empty; give it 32 or more random characters');
  const onError = (error: Error): void => {
    log.warn({ error: describeError(error) }, 'store');
  };
  const webhooks = openPaymentSecrets(options.paymentSecrets ?? []);
  const store = await openStore({ ...options, onError });
  const hashes = createHashes(secret);
  const keys = { store, hashes, seal: await createSeal(secret) };
  const first = await openFirstAccount(keys, ownKey).catch(async (error: unknown) => {
    await store.close();
    throw atStart(error);
  });
  const { verifier, close: closeVerifier } = await openVerifier(store, options.verifier);
  const [takeRate, readStanding, pay] = [createRate(store), createStandings(store), createCharges(store)];
  const checking = { store, hashes, verifier, takeRate, readStanding, pay };
  const { users, ...people } = openUsers({ keys, checking, log, firstAccount: first.id }, options);
  const lookUp = createKeyLookup(store, hashes, () => {
    observe({ event: 'locked out' });
  });
  const parts = { ...checking, lookUp };
  const { allowPrivateCallbacks: allowPrivate = false, dnsServers = [] } = options;
  const deliverer = createDeliverer({ store, seal: keys.seal, allowPrivate, dnsServers, log, observe });
  const worksOnLists = options.worksOnLists ?? options.databaseUrl === undefined;
  const worker = worksOnLists
    ? startWorker({ store, verifier: listVerifier(verifier), log, onEnd: deliverer.wake })
    : null;
  const wake = (): void => worker?.wake();
  const lists = openLists({ store, lookUp, users: people.parts, deliverer, log, wake }, options.listLimits);
  const payments = { webhooks, store };
  const app = createApp({ parts, users: people.parts, lists: lists.parts, payments, log, observe });
  const retention = scheduleRetention(store, options.checkRetentionDays ?? null, log);
  const running = new Set<Promise<Response>>();
  let closed: Promise<void> | undefined;
  return {
    fetch: (request, client = {}) => {
      const answer = Promise.resolve(app.fetch(request, client));
      running.add(answer);
      return answer.finally(() => running.delete(answer));
    },
    knownAccount: (path, headers) => knownAccount(lookUp, path, headers),
    firstKey: first.key,
    firstAccount: first.id,
    users,
    accounts: {
      addCredits: (accountId, count, options) => addCredits(store, accountId, count, options),
      setPlan: (accountId, plan) => updateAccount(store, accountId, { plan }),
      read: (accountId) => readAccount(store, accountId),
      find: (email) => findAccount(store, normalAddress(email) ?? email),
      list: (before) => listAccounts(store, LISTED, before),
    },
    keys: {
      add: (accountId, options) => addKey(keys, accountId, options),
      replace: (accountId, options) => replaceKeys(keys, accountId, options),
      rotate: (accountId, keyId, options) => rotateKey(keys, accountId, keyId, options),
      revoke: (accountId, keyId) => revokeKey(keys, accountId, keyId),
      list: (accountId) => listKeys(keys, accountId),
      show: (accountId, keyId) => showKey(keys, accountId, keyId),
    },
    health: shareHealth(store.health),
    gauges: async () => ({
      store: await store.health(),
      freeBytes: await store.freeBytes(),
      databaseWaiting: store.waiting(),
      background: people.parts.background.size(),
    }),
    backup: () => inParts(store.backup),
    endStreams: lists.parts.watches.end,
    close: () =>
      (closed ??= Promise.allSettled(running)
        .then(() => Promise.all([people.close(), retention.close(), lists.close(), deliverer.close(), worker?.close()]))
        .then(closeVerifier)
        .then(() => store.close())),
  };
};
