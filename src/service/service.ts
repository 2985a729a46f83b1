/** The options and the functions of a service. */
import type { AccountView, ListedAccount } from './accounts/account-list.js';
import type { Plan } from './accounts/tables.js';
import type { CreditOptions } from './credits/credits.js';
import type { DomainListsState } from './domain-lists/refresh.js';
import type { Client } from './http/call.js';
import type { KeyDescription, KeyOptions, NewKey, RotatedKey } from './keys/keys.js';
import type { ListLimits } from './lists/list-limits.js';
import type { PausedReason } from './lists/paused-reason.js';
import type { ValidOutcomes } from './accuracy/alert.js';
import type { MailReport, Reported } from './mail-outcomes/mail-outcomes.js';
import type { Observe } from './monitoring/events.js';
import type { Logger } from './monitoring/log.js';
import type { VerifierOption } from './shaping/open-verifier.js';
import type { StoreHealth } from './store/health.js';
import type { Users, UsersOptions } from './users/users-options.js';

/** The state of a service now, for metrics. */
export interface Gauges {
  store: StoreHealth;
  /** Bytes free on the disk of the embedded store; null on PostgreSQL. */
  freeBytes: number | null;
  /** Queries and transactions that wait for a connection to the database. */
  databaseWaiting: number;
  /** Work after responses, such as mails. */
  background: { running: number; waiting: number };
  /** Why no worker goes on with lists; null: one does, or there are none. */
  listsPaused: PausedReason | null;
  /** Null without `domainListsUrl`. */
  domainLists: DomainListsState | null;
  /** The outcomes of addresses that were called valid in the latest four weeks; null: the store is away. */
  validOutcomes: ValidOutcomes | null;
}

export interface ServiceOptions extends UsersOptions {
  /** The URL of a PostgreSQL, for any number of processes. Unset: PGlite in `dataDir`, for one process. */
  databaseUrl?: string;
  /**
   * A folder that the service may write to, created if missing. With `databaseUrl`, only `rules.txt` in it is read, the
   * rules of the deployment.
   */
  dataDir: string;
  /** Maximum time for a statement, in ms; by default 4 s, and 30 s for PGlite. */
  statementMs?: number | undefined;
  /** Keys the hashes of API keys and addresses, and encrypts API keys. With another secret, no existing API key is valid. */
  secret: string;
  /** Checks the addresses. */
  verifier: VerifierOption;
  /** A further API key for the first account, for the calling program itself. */
  ownKey?: string;
  /** The secrets (`whsec_…`) of messages that credits were paid for, `POST /api/payments`; by default none are taken. */
  paymentSecrets?: readonly string[];
  /** True: callbacks of lists may go to hosts of private networks, and by http. False by default. */
  allowPrivateCallbacks?: boolean;
  /**
   * The URL of signed lists of disposable and free domains, read once a day, for the whole process. The last good ones are
   * kept in `dataDir`. Unset: the lists of the release.
   */
  domainListsUrl?: string;
  /** The DNS servers that find the hosts of callbacks, as in `createVerifier`: the system's when unset or empty. */
  dnsServers?: readonly string[];
  /** Silent when unset. */
  log?: Logger;
  /** Number of days for which the checks are kept, each with a keyed hash of its address; unset: for good. */
  checkRetentionDays?: number;
  /** Number of days for which the counts of forms are kept: 90 by default. */
  outcomeRetentionDays?: number;
  /**
   * True: outcomes of mail are stored with the keyed hash of their domain, and explanations tell what became of mail of
   * several accounts to a domain. False by default: the hashes are cleared.
   */
  domainOutcomes?: boolean;
  /** The bounds of lists. */
  listLimits?: ListLimits;
  /**
   * True: each hour, this process deletes what is older than its retention, and mails the operator if too many of the
   * addresses bounce that were called valid. By default it does. False for a command beside the service, whose own
   * settings may differ.
   */
  worksHourly?: boolean;
  /** True: this process works on uploaded lists. By default it does without `databaseUrl`, where no other process can. */
  worksOnLists?: boolean;
  /** Receives what happens, for metrics. */
  observe?: Observe;
  /** Replaces the database's clock: for tests. */
  clock?: () => Date;
}

export interface Service {
  /**
   * Answers one request for a path under `/api/`. Never rejects.
   * @param client who asks: without an address, a key that is limited to some is refused.
   * @example const answer = await service.fetch(new Request('http://localhost/api/validate?apikey=…&email=…'));
   */
  fetch: (request: Request, client?: Client) => Promise<Response>;
  /**
   * The account of a request whose API key was right lately, without reading more of it; null for all others. A server
   * that has much to do can give accounts their turns, and prefer them to strangers.
   * @param path with the query.
   */
  knownAccount: (path: string, headers: Readonly<Record<string, string | string[] | undefined>>) => number | null;
  /** The API key of the account created at the very first start; null at later starts. */
  readonly firstKey: string | null;
  /** The id of that account. */
  readonly firstAccount: number;
  /** The people who sign in. */
  readonly users: Users;
  readonly accounts: {
    /**
     * Adds bought or granted credits.
     * @returns false if credits with the same `reference` were added before.
     * @throws RangeError for an unknown account, a count that is not a positive integer, or an expiry in the past.
     */
    addCredits: (accountId: number, count: number, options?: CreditOptions) => Promise<boolean>;
    /** Sets the plan of an account, from its next request on. @throws RangeError for an unknown account. */
    setPlan: (accountId: number, plan: Plan) => Promise<void>;
    /** The plan and the credits of an account. @throws RangeError for an unknown account. */
    read: (accountId: number) => Promise<AccountView>;
    /** The id of a user's account. @throws RangeError if no user has this address. */
    find: (email: string) => Promise<number>;
    /** The newest fifty accounts, newest first; with `before`, an account's id, those older than that. */
    list: (before?: number) => Promise<ListedAccount[]>;
  };
  readonly outcomes: {
    /**
     * Remembers what became of an account's mail, as `POST /api/outcomes` does.
     * @returns how many mailboxes something was stored of, and how many reports told nothing new.
     * @throws RangeError for an unknown account; Refusal `conflict` if it has reported of as many mailboxes as it can.
     */
    report: (accountId: number, reports: readonly MailReport[]) => Promise<Reported>;
  };
  /** API keys. Each function throws RangeError for an unknown account or key, and for a wrong option. */
  readonly keys: {
    add: (accountId: number, options?: KeyOptions) => Promise<NewKey>;
    /** Makes a key and revokes all others of the account except `ownKey`. */
    replace: (accountId: number, options?: KeyOptions) => Promise<NewKey>;
    /** Replaces a key by one like it. The old one works on for `graceMs` (24 hours). */
    rotate: (accountId: number, keyId: number, options?: { graceMs?: number }) => Promise<RotatedKey>;
    /** Ends a key. Resolves to false if the account has no such key, or it was revoked before. */
    revoke: (accountId: number, keyId: number) => Promise<boolean>;
    /** The keys that work. */
    list: (accountId: number) => Promise<KeyDescription[]>;
    /** A key in the clear; null if there is none like this, or only its hash is stored. */
    show: (accountId: number, keyId: number) => Promise<string | null>;
  };
  /**
   * Tells whether the store could be used within the last second, for `/readyz`. Never rejects, and takes some seconds
   * at most.
   */
  health: () => Promise<StoreHealth>;
  /** The state now, for metrics. Never rejects, and takes some seconds at most. */
  gauges: () => Promise<Gauges>;
  /**
   * Makes a backup of the embedded store: a file in parts, made as they are read. Reading throws if it fails, with a
   * StartupError on PostgreSQL.
   */
  backup: () => AsyncIterable<Uint8Array>;
  /** Ends the streams of events, and refuses new ones: a server that closes waits for its responses. */
  endStreams: () => void;
  /** Waits for checks in flight, then closes the store. Later calls return the same promise. */
  close: () => Promise<void>;
}
