import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { StartupError } from '../config/startup-error.js';
import { OUTCOME_DAYS } from '../protocol/index.js';
import { findAccount, listAccounts, readAccount } from './accounts/account-list.js';
import { openFirstAccount, updateAccount } from './accounts/accounts.js';
import { ACCOUNT_ENDPOINTS } from './accounts/endpoint.js';
import { createRate } from './keys/rate-limit.js';
import { createExplainer } from './checks/explainer.js';
import { createChecker } from './checks/single-check.js';
import { VALIDATE_ENDPOINTS } from './checks/validate.js';
import { addCredits } from './credits/credits.js';
import { openPaymentSecrets, PAYMENT_ENDPOINTS } from './credits/payments.js';
import { createDashboardEndpoints } from './dashboard/index.js';
import { openDomainLists } from './domain-lists/refresh.js';
import { eraseAccount } from './erase-account.js';
import { createApp } from './http/app.js';
import { FORM_OUTCOME_ENDPOINTS } from './form-outcomes/endpoints.js';
import { bind } from './http/endpoint.js';
import { knownAccount, ownerOf } from './keys/authenticate.js';
import { createHashes } from './keys/hashes.js';
import { createKeyLookup } from './keys/key-lookup.js';
import { addKey, listKeys, replaceKeys, revokeKey, rotateKey, showKey } from './keys/keys.js';
import { createSeal } from './keys/seal.js';
import { createDeliverer } from './lists/callbacks/deliverer.js';
import { openLists } from './lists/index.js';
import { createUploadPlaces } from './lists/upload/upload-places.js';
import { listVerifier } from './lists/work/list-verifier.js';
import { startWorker } from './lists/work/worker.js';
import { pausedReason } from './lists/work/workers.js';
import { validOutcomes, watchAccuracy } from './accuracy/alert.js';
import { ACCURACY_ENDPOINTS } from './accuracy/endpoints.js';
import { BOUNCE_FILE_ENDPOINTS } from './bounce-files/endpoint.js';
import { MAIL_OUTCOME_ENDPOINTS } from './mail-outcomes/endpoint.js';
import { createDomainOutcomes } from './mail-outcomes/domain-outcomes.js';
import { createManyHistories, remember, type ReportOutcomes } from './mail-outcomes/mail-outcomes.js';
import { createWebhooks } from './mail-outcomes/providers/index.js';
import { MAIL_SOURCE_ENDPOINTS } from './mail-outcomes/source-endpoints.js';
import { describeError, SILENT } from './monitoring/log.js';
import { describeApi } from './openapi/endpoints.js';
import { scheduleRetention } from './retention.js';
import { createGetText } from './outgoing/get-text.js';
import { createHostLookUp } from './outgoing/look-up.js';
import { RULE_ENDPOINTS } from './rules/endpoint.js';
import { createManyRules } from './rules/rulebook.js';
import { watchRuleFile } from './rules/watch-rule-file.js';
import { openStore } from './schema.js';
import type { Service, ServiceOptions } from './service.js';
import { openVerifier } from './shaping/open-verifier.js';
import { shareHealth } from './store/health.js';
import { atStart } from './store/unavailable.js';
import { sessionCookie } from './users/auth.js';
import { normalAddress } from './users/credential-fields.js';
import { openUsers } from './users/index.js';
import { createFairQueue } from '../util/fair-queue.js';
import { createRightOfWay } from '../util/right-of-way.js';

export { StartupError } from '../config/startup-error.js';
export type { Charge, Observe, ServiceEvent } from './monitoring/events.js';
export type { MailReport, Reported } from './mail-outcomes/mail-outcomes.js';
export type { Logger } from './monitoring/log.js';
export type { AccountView, ListedAccount } from './accounts/account-list.js';
export type { Client } from './http/call.js';
export type { CreditOptions } from './credits/credits.js';
export type { EdgePlace, Invitation, MailOptions, Registration, Users, UsersOptions } from './users/users-options.js';
export type { KeyDescription, KeyOptions, NewKey, RotatedKey } from './keys/keys.js';
export type { ListLimits } from './lists/list-limits.js';
export type { PausedReason } from './lists/paused-reason.js';
export type { Gauges, Service, ServiceOptions } from './service.js';
export type { SharedAllowances } from './shaping/shaping.js';
export type { VerifierOption, VerifierParts } from './shaping/open-verifier.js';
export type { StoreHealth } from './store/health.js';
export { PLANS, type Plan } from './accounts/tables.js';

/** Yields the parts that are written to a stream; ends, or throws, when the writing has. */
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
  const [takeRate, checkOnce] = [createRate(store), createChecker(store, hashes, verifier)];
  const { users, sessions, url, ...people } = openUsers({ keys, log, firstAccount: first.id, eraseAccount }, options);
  const lookUp = createKeyLookup(store, hashes, () => {
    observe({ event: 'locked out' });
  });
  const { allowPrivateCallbacks: allowPrivate = false, dnsServers = [], edge = null } = options;
  const hosts = createHostLookUp({ dnsServers, allowPrivate });
  const reach = { allowPrivate, lookUp: hosts.lookUp };
  const { domainListsUrl: listsUrl, dataDir } = options;
  const domainLists = listsUrl === undefined ? null : openDomainLists({ url: listsUrl, dataDir, reach, log });
  const deliverer = createDeliverer({ store, seal: keys.seal, log, observe, ...reach });
  const way = createRightOfWay();
  const worksOnLists = options.worksOnLists ?? options.databaseUrl === undefined;
  const worker = worksOnLists
    ? startWorker({
        ...{ store, verifier: listVerifier(verifier), log, way, onEnd: deliverer.wake },
        histories: createManyHistories(store, hashes.mailbox),
        rules: createManyRules(store),
      })
    : null;
  const wake = (): void => worker?.wake();
  const lists = openLists({ ...sessions, lookUp, deliverer, log, wake }, options.listLimits);
  const sources = { ...keys, url, webhooks: createWebhooks(createGetText(reach)) };
  const outcomeHashes = { mailbox: hashes.mailbox, domain: options.domainOutcomes === true ? hashes.domain : null };
  const report: ReportOutcomes = (accountId, reports) => remember(store, outcomeHashes, accountId, reports);
  const explainCheck = createExplainer(createDomainOutcomes(store, outcomeHashes.domain));
  const described = describeApi(
    [
      ...bind(VALIDATE_ENDPOINTS, { lookUp, takeRate, checkOnce, explainCheck, way }),
      ...bind(ACCOUNT_ENDPOINTS, { store, lookUp }),
      ...bind(ACCURACY_ENDPOINTS, { store, lookUp }),
      ...bind(MAIL_OUTCOME_ENDPOINTS, { lookUp, takeRate, report }),
      ...bind(BOUNCE_FILE_ENDPOINTS, { ...sessions, lookUp, report, places: createUploadPlaces() }),
      ...bind(FORM_OUTCOME_ENDPOINTS, { store, lookUp, takeRate }),
      ...bind(MAIL_SOURCE_ENDPOINTS, { ...sources, lookUp, report, turns: createFairQueue(1) }),
      ...bind(RULE_ENDPOINTS, { ...sessions, lookUp, takeRate }),
      ...lists.endpoints,
      ...(webhooks.length > 0 ? bind(PAYMENT_ENDPOINTS, { webhooks, store }) : []),
      ...people.endpoints,
      ...createDashboardEndpoints({
        ...{ ...sessions, keys, takeRate, checkOnce, explainCheck, way, deliverer, sources, url, edge },
        asksMailboxes: verifier.asksMailboxes ?? true,
      }),
    ],
    { url, sessionCookie: sessionCookie(url.startsWith('https:')) },
  );
  const app = createApp({ ...described, ownerOf: (...asked) => ownerOf(lookUp, ...asked), log, observe });
  const kept = {
    checks: options.checkRetentionDays ?? null,
    forms: options.outcomeRetentionDays ?? OUTCOME_DAYS,
    keepsDomains: outcomeHashes.domain !== null,
  };
  const hourly =
    options.worksHourly === false
      ? []
      : [scheduleRetention(store, kept, log), watchAccuracy(store, { log, url, mailOperator: people.mailOperator })];
  const ruleFile = watchRuleFile(store, log, join(dataDir, 'rules.txt'));
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
    outcomes: {
      report: async (accountId, reports) => {
        await readAccount(store, accountId);
        return report(accountId, reports);
      },
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
      background: people.background.size(),
      // A store that is away has its own gauge.
      listsPaused: await pausedReason(store).catch(() => null),
      domainLists: domainLists?.state() ?? null,
      validOutcomes: await validOutcomes(store).catch(() => null),
    }),
    backup: () => inParts(store.backup),
    endStreams: lists.endStreams,
    close: () =>
      (closed ??= Promise.allSettled(running)
        .then(() => Promise.all(hourly.map(({ close }) => close())))
        .then(() =>
          Promise.all([
            ...[people.close(), ruleFile.close(), domainLists?.close(), lists.close(), deliverer.close()],
            worker?.close(),
          ]),
        )
        .then(hosts.close)
        .then(closeVerifier)
        .then(() => store.close())),
  };
};
