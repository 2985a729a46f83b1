import { describeError, type Logger } from './monitoring/log.js';
import { openDomainLists } from './domain-lists/refresh.js';
import { createHashes } from './keys/hashes.js';
import { createManyHistories } from './mail-outcomes/mail-outcomes.js';
import { createManyRules } from './rules/rulebook.js';
import { createHostLookUp } from './outgoing/look-up.js';
import { openStore } from './schema.js';
import { openVerifier, type VerifierOption } from './shaping/open-verifier.js';
import { listVerifier } from './lists/work/list-verifier.js';
import { startWorker } from './lists/work/worker.js';

export interface OpenWorkerOptions {
  /** The PostgreSQL of the service. */
  databaseUrl: string;
  verifier: VerifierOption;
  /** The secret of the service; null: unknown, and the outcomes of an account's own mail are left aside. */
  secret: string | null;
  /** Signed lists of domains that are read once a day, and the folder that keeps them; null: those of the release. */
  domainLists: { url: string; dataDir: string; dnsServers: readonly string[]; allowPrivate: boolean } | null;
  log: Logger;
}

/**
 * Opens a worker in a process of its own: its store, its verifier and its loops.
 * @returns a function that gives its claims back, and closes all of it.
 * @throws StartupError if the store cannot be opened.
 */
export const openWorker = async ({
  databaseUrl,
  verifier: option,
  secret,
  domainLists,
  log,
}: OpenWorkerOptions): Promise<{ close: () => Promise<void> }> => {
  const onError = (error: Error): void => {
    log.warn({ error: describeError(error) }, 'store');
  };
  // Only an embedded store has a folder.
  const store = await openStore({ databaseUrl, dataDir: '', onError });
  const { verifier, close: closeVerifier } = await openVerifier(store, option);
  const hosts = domainLists && createHostLookUp(domainLists);
  const lists =
    domainLists &&
    hosts &&
    openDomainLists({ ...domainLists, reach: { allowPrivate: domainLists.allowPrivate, lookUp: hosts.lookUp }, log });
  const worker = startWorker({
    ...{ store, verifier: listVerifier(verifier), log, rules: createManyRules(store) },
    ...(secret !== null && { histories: createManyHistories(store, createHashes(secret).mailbox) }),
  });
  return {
    close: async () => {
      await worker.close();
      await lists?.close();
      hosts?.close();
      await closeVerifier();
      await store.close();
    },
  };
};
