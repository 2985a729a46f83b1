import { StartupError } from '../../config/startup-error.js';
import { problemResponse } from '../../protocol/index.js';
import type { EdgeContext } from '../routes.js';
import { durableObjectStore, type ObjectNamespace } from '../store/durable-object.js';
import { memoryStore } from '../../receipt/store/memory.js';
import type { EdgeStore } from '../../receipt/store/types.js';
import { contextOf } from './client-address.js';
import { readEdgeSettings } from './edge-settings.js';
import { openEdge, printedLog, verifierOverHttps } from './open-edge.js';

/** The settings of a Worker: variables and secrets of its wrangler.toml. */
export interface WorkerEnv {
  /** Allowed origins of pages, separated by commas. */
  ALLOWED_ORIGINS: string;
  /** At least 32 random characters. */
  SECRET: string;
  /** The previous secret, for the ten minutes until its last token has expired. */
  PREVIOUS_SECRET?: string;
  /**
   * The private JWK that signs receipts (`npx email-verify-server keys`), as JSON, or a JSON list of which the first
   * signs; by default it is derived from the secret.
   */
  RECEIPT_KEY?: string;
  /** The verification service, such as `https://api.example`. Without it the Worker queries DNS itself, over HTTPS. */
  UPSTREAM_URL?: string;
  /** The API key of the account there. */
  UPSTREAM_KEY?: string;
  /** `off`: that service gets no outcomes of forms. `on` by default. */
  OUTCOMES_FEED?: string;
  /** The interface of that service: `service` (default), `ses` (with the next four) or `reacher`. */
  UPSTREAM?: string;
  /** The region of Amazon SES, such as `eu-central-1`. */
  AWS_REGION?: string;
  AWS_ACCESS_KEY_ID?: string;
  AWS_SECRET_ACCESS_KEY?: string;
  /** Of temporary keys. */
  AWS_SESSION_TOKEN?: string;
  /** The DNS-over-HTTPS server: `https://cloudflare-dns.com/dns-query` by default. */
  DOH_URL?: string;
  /** The URL of the Worker, `iss` of its receipts: the origin of the request by default. */
  PUBLIC_URL?: string;
  /** Path prefix of the routes, such as `/verify`, if the Worker's route has one. */
  BASE_PATH?: string;
  /**
   * The binding of {@link EdgeStoreObject}: counters and verdicts shared by all isolates. Without it each isolate has
   * its own.
   */
  EDGE_STORE?: ObjectNamespace;
  /** `info` (default); `warn` omits the requests, `silent` everything. */
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

/** The public origin of the Worker. Both http and https reach the same Worker. */
const publicOrigin = (url: string): string => {
  const { hostname, host, origin } = new URL(url);
  return ['localhost', '127.0.0.1'].includes(hostname) ? origin : `https://${host}`;
};

/** Answers a request with the edge of this isolate. */
type Answer = (request: Request, context: EdgeContext) => Promise<Response>;

/**
 * Creates the edge.
 * @param url of the first request: the Worker's URL until a request comes under another one.
 */
const build = async (env: WorkerEnv, url: string): Promise<Answer> => {
  const settings = readEdgeSettings(env);
  const { publicUrl, basePath } = settings;
  const issuerOf = (called: string): string => publicUrl ?? publicOrigin(called) + basePath;
  const log = printedLog(settings.logLevel, (line) => {
    globalThis.console.log(line);
  });
  const verifier = verifierOverHttps(settings);
  const { edge } = await openEdge(settings, { issuer: issuerOf(url), log, verifier, store: openStore(env) });
  return (request, context) => edge(request, { ...context, issuer: issuerOf(request.url) });
};

/** The edge of this isolate, with the settings it was built from. They change only with a new deployment. */
let built: { env: WorkerEnv; answer: Promise<Answer> } | undefined;

const answerOf = (env: WorkerEnv, url: string): Promise<Answer> => {
  if (built?.env !== env) built = { env, answer: build(env, url) };
  return built.answer;
};

export { EdgeStoreObject } from '../store/durable-object.js';

/**
 * The edge as a Cloudflare Worker (module syntax). With invalid settings it answers 500 and logs the name of the
 * setting.
 */
export default {
  async fetch(request: Request, env: WorkerEnv, context?: WorkerContext): Promise<Response> {
    try {
      const waitUntil = context?.waitUntil.bind(context);
      const opening = answerOf(env, request.url);
      // All requests wait for the edge that the first request opens, and its client may go away.
      waitUntil?.(opening.catch(() => undefined));
      const answer = await opening;
      // Cloudflare sets this header and overwrites what a client sent.
      const clientContext = contextOf(request.headers.get('cf-connecting-ip') ?? undefined);
      return await answer(request, { ...clientContext, waitUntil });
    } catch (error) {
      if (!(error instanceof StartupError)) throw error;
      globalThis.console.error(error.message);
      return problemResponse('internal_error', 'A setting of this edge is missing or wrong. Its log says which.');
    }
  },
};
