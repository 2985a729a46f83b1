/** The public types of the service. They need no other package's types. */
import type { SettingValue } from '../config/settings.js';
import type { ShapingStore } from '../verifier/shaping/store.js';
import type { Verifier } from '../verifier/types.js';
import type { Gauges, Observe } from './events.js';
import type { Logger } from './log.js';
import type { KeyMode, Plan, Scope } from './plans.js';
import type { StoreHealth } from './store/health.js';

/** The client of a request, as the calling program knows it. */
export interface Client {
  /** Its IP address; `undefined` if it is not known. */
  address?: string;
  /** True for the calling program itself: its checks are recorded, but cost nothing, and have no rate limit. */
  isOwn?: boolean;
}

/** The options of added credits. */
export interface CreditOptions {
  /** `purchase` by default. Bought credits are spent last. */
  source?: 'grant' | 'purchase';
  /** Never by default. */
  expiresAt?: Date;
  /** Names the payment: a repeat with the same one adds nothing. */
  reference?: string;
}

/** The options of a new key. */
export interface KeyOptions {
  /** For people, up to 100 characters; `API key` by default. */
  name?: string;
  /** `live` by default. */
  mode?: KeyMode;
  /** All by default. */
  scopes?: readonly Scope[];
  /** The client addresses that may use it: addresses and CIDR blocks, up to 50; all by default. */
  networks?: readonly string[];
}

/** A key as a person sees it. */
export interface KeyDescription {
  id: number;
  name: string;
  mode: KeyMode;
  /** Its first characters. */
  prefix: string;
  scopes: Scope[];
  networks: string[];
  createdAt: Date;
  /** To the minute; null: never used. */
  lastUsedAt: Date | null;
  /** When a rotated key stops working; null: it was not rotated. */
  expiresAt: Date | null;
}

/** A key that was just made. */
export interface NewKey {
  id: number;
  key: string;
}

/** The key that replaces another one. */
export interface RotatedKey extends NewKey {
  /** When the replaced one stops working. */
  oldExpiresAt: Date;
}

/** An account as its owner sees it. */
export interface AccountView {
  plan: Plan;
  credits: { free: number; bought: number; reserved: number };
  /** ISO 8601. */
  next_free_credits_at: string;
}

/** An account as the operator sees it. */
export interface ListedAccount extends Pick<AccountView, 'plan' | 'credits'> {
  id: number;
  /** The address of its user; null if it has none. */
  email: string | null;
  createdAt: Date;
}

/** The people who may register: everybody (`open`), people with a code of the operator (`invite`), nobody (`closed`). */
export type Registration = SettingValue<'REGISTRATION'>;

/** The edge of a deployment. */
export interface EdgePlace {
  /** Its URL for browsers. */
  url: string;
  /** The origins of the pages that may use it. */
  origins: readonly string[];
}

/** The server and the sender of mail. */
export interface MailOptions {
  /** The SMTP server: `smtp://user:password@host:port`, or `smtps://` for TLS from the start. */
  url: string;
  /** The sender's address. */
  from: string;
}

/** A code with which one person may register. */
export interface Invitation {
  code: string;
  /** The link with the code in it. */
  link: string;
  expiresAt: Date;
}

/** People who sign in. */
export interface UsersOptions {
  /** The URL by which browsers reach the service: links in mails begin with it (`http://localhost:8080`). */
  publicUrl?: string;
  /** The origins of the dashboard, besides that of `publicUrl`. */
  origins?: readonly string[];
  /** The edge of this deployment, for the dashboard; unset: it has none. */
  edge?: EdgePlace;
  /** The people who may register (by default nobody: `closed`). */
  registration?: Registration;
  /** The server and the sender of mail. Unset: the link of each mail is a warning in the log. */
  mail?: MailOptions;
}

/** The users of a service. */
export interface Users {
  /** Makes a link, for one use within a day, that makes its opener the operator; voids the one before. */
  operatorLink: () => Promise<string>;
  /** Makes that link if there is neither an operator nor a link that works; else null. */
  firstOperatorLink: () => Promise<string | null>;
  /** Makes a code with which one person may register within a week. */
  invite: () => Promise<Invitation>;
}

/** The bounds of lists. */
export interface ListLimits {
  /** Rows of a list (1,000,000). */
  maxRows?: number;
  /** Bytes of a file in a data URI (25 MiB). */
  maxBytes?: number;
  /** Bytes of a file that is streamed (250 MiB). */
  maxStreamBytes?: number;
  /** Days for which lists are kept, and at most (30). */
  retentionDays?: number;
}

/** The allowances of mail receivers, in the service's database: all its processes share them. */
export interface SharedAllowances extends ShapingStore {
  /**
   * The allowances of the processes that connect from these addresses, not by the system's choice: receivers count each address of a sender by
   * itself. Processes that share an address must name the same ones.
   */
  from(sourceAddresses: readonly string[]): ShapingStore;
}

/** The parts that a service has for its verifier. */
export interface VerifierParts {
  /** For the option `smtp.store` of `createVerifier`. */
  shaping: SharedAllowances;
}

/** A verifier, which the caller closes, after the service; or a function that makes one, which the service closes. */
export type VerifierOption = Verifier | ((parts: VerifierParts) => Verifier);

export interface ServiceOptions extends UsersOptions {
  /** The URL of a PostgreSQL, for any number of processes. Unset: PGlite in `dataDir`, for one process. */
  databaseUrl?: string;
  /** A folder that the service may write to, created if missing. Unused with `databaseUrl`. */
  dataDir: string;
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
  /** The DNS servers that find the hosts of callbacks, as in `createVerifier`: the system's when unset or empty. */
  dnsServers?: readonly string[];
  /** Silent when unset. */
  log?: Logger;
  /** Number of days for which the checks are kept, each with a keyed hash of its address; unset: for good. */
  checkRetentionDays?: number;
  /** The bounds of lists. */
  listLimits?: ListLimits;
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
   * The account of a request whose API key was right lately, without reading more of it; null for all others. A server that has much to do can give
   * accounts their turns, and prefer them to strangers.
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
  /** Tells whether the store could be used within the last second, for `/readyz`. Never rejects, and takes some seconds at most. */
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
