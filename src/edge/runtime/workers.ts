import { StartupError } from '../../config/startup-error.js';
import { problemResponse } from '../../protocol/index.js';
import type { Edge } from '../edge.js';
import { durableObjectStore, type ObjectNamespace } from '../store/durable-object.js';
import { memoryStore } from '../store/memory.js';
import type { EdgeStore } from '../store/types.js';
import { contextOf } from './client-address.js';
import { readEdgeSettings } from './edge-settings.js';
import { openEdge, printedLog, verifierOverHttps } from './open.js';

/** The settings of a Worker: variables and secrets of its wrangler.toml. */
export interface WorkerEnv {
  /** The pages that may ask: origins, separated by commas. */
  ALLOWED_ORIGINS: string;
  /** At least 32 random characters. */
  SECRET: string;
  /** The secret before it, for the ten minutes until its last token has expired. */
  PREVIOUS_SECRET?: string;
  /**
   * The private JWK that signs receipts (`npx email-verify keys`), as JSON, or a JSON list of which the first signs; by default one
   * that is derived from the secret.
   */
  RECEIPT_KEY?: string;
  /** The verification service, such as `https://api.example`. Without it the Worker asks DNS by itself, over HTTPS. */
  UPSTREAM_URL?: string;
  /** The API key of the account there. */
  UPSTREAM_KEY?: string;
  /** The DNS server to ask over HTTPS: `https://cloudflare-dns.com/dns-query` by default. */
  DOH_URL?: string;
  /** The Worker's own URL, `iss` of its receipts: the origin it is called at by default. */
  PUBLIC_URL?: string;
  /** The path under which the routes stand, such as `/verify`, where the Worker's route has one. */
  BASE_PATH?: string;
  /** The binding of {@link EdgeStoreObject}: counters and verdicts of all isolates. Without it each isolate keeps its own. */
  EDGE_STORE?: ObjectNamespace;
  /** `info`; `warn` leaves out the requests, `silent` everything. */
  LOG_LEVEL?: string;
  /** Quotas, such as `CHECKS_PER_DAY`, and other bindings. */
  [name: string]: unknown;
}

/** The part of a Worker's `ExecutionContext` that is used. */
export interface WorkerContext {
  waitUntil(work: Promise<unknown>): void;
}

const openStore = ({ EDGE_STORE }: WorkerEnv): EdgeStore => {
  if (!EDGE_STORE) return memoryStore();
  if (typeof EDGE_STORE.idFromName === 'function') return durableObjectStore(EDGE_STORE);
  throw new StartupError('EDGE_STORE must be a binding of the Durable Object class EdgeStoreObject, got a variable.');
};

const build = async (env: WorkerEnv, issuer: string, store: EdgeStore): Promise<Edge> => {
  const settings = readEdgeSettings(env);
  const log = printedLog(settings.logLevel, (line) => {
    globalThis.console.log(line);
  });
  const verifier = verifierOverHttps(settings);
  return (await openEdge(settings, { issuer: settings.publicUrl ?? issuer, log, verifier, store })).edge;
};

/** The origin that a Worker is called at. Over http it is the same Worker, so both schemes get the same edge. */
const publicOrigin = (url: string): string => {
  const { hostname, host, origin } = new URL(url);
  return ['localhost', '127.0.0.1'].includes(hostname) ? origin : `https://${host}`;
};

/** The edge of this isolate, with the settings it was built from: they change only with a new deployment. */
let built: { env: WorkerEnv; issuer: string; store: EdgeStore; edge: Promise<Edge> } | undefined;

const edgeOf = (env: WorkerEnv, requestUrl: string): Promise<Edge> => {
  const issuer = publicOrigin(requestUrl);
  if (built?.env !== env || built.issuer !== issuer) {
    // A client that alternates between two hosts of the Worker must not reset the quotas.
    const store = built?.env === env ? built.store : openStore(env);
    built = { env, issuer, store, edge: build(env, issuer, store) };
  }
  return built.edge;
};

export { EdgeStoreObject } from '../store/durable-object.js';

/** The edge as a Cloudflare Worker (module syntax). With wrong settings it answers 500, and its log names the setting. */
export default {
  async fetch(request: Request, env: WorkerEnv, context?: WorkerContext): Promise<Response> {
    try {
      const edge = await edgeOf(env, request.url);
      // Cloudflare sets this header and overwrites what a client sent.
      const clientContext = contextOf(request.headers.get('cf-connecting-ip') ?? undefined);
      return await edge(request, { ...clientContext, waitUntil: context?.waitUntil.bind(context) });
    } catch (error) {
      if (!(error instanceof StartupError)) throw error;
      globalThis.console.error(error.message);
      return problemResponse('internal_error', 'A setting of this edge is missing or wrong. Its log says which.');
    }
  },
};
