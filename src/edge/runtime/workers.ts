import { createEdge, type Edge } from '../edge.js';
import { parseReceiptKeys, type ReceiptKeys } from '../receipt/own-keys.js';
import { memoryStore } from '../store/memory.js';
import type { EdgeStore } from '../store/types.js';

/** The settings of a Worker: variables and secrets of its wrangler.toml. */
export interface WorkerEnv {
  /** The pages that may ask: origins, separated by commas. */
  ALLOWED_ORIGINS: string;
  /** At least 32 random bytes. */
  SECRET: string;
  /** The private JWK that signs receipts (`npx email-verify keys`), as JSON; or a JSON list, of which the first signs. */
  RECEIPT_KEY: string;
  /** The verification service, such as `https://api.example`. */
  UPSTREAM_URL: string;
  /** The API key of the account there. */
  UPSTREAM_KEY: string;
  /** The Worker's own URL, `iss` of its receipts: the origin it is called at by default. */
  PUBLIC_URL?: string;
}

const REQUIRED = ['ALLOWED_ORIGINS', 'SECRET', 'RECEIPT_KEY', 'UPSTREAM_URL', 'UPSTREAM_KEY'] as const;

const readKeys = (text: string): ReceiptKeys => {
  const keys = parseReceiptKeys(text);
  if (typeof keys === 'string') throw new TypeError(`RECEIPT_KEY: ${keys}`);
  return keys;
};

const build = (env: WorkerEnv, issuer: string, store: EdgeStore): Edge => {
  const missing = REQUIRED.filter((name) => !env[name]);
  if (missing.length > 0) throw new TypeError(`not set: ${missing.join(', ')} (wrangler.toml, wrangler secret put)`);
  return createEdge({
    origins: env.ALLOWED_ORIGINS.split(',')
      .map((origin) => origin.trim())
      .filter((origin) => origin !== ''),
    secret: env.SECRET,
    receiptKey: readKeys(env.RECEIPT_KEY),
    issuer,
    upstream: { baseUrl: env.UPSTREAM_URL, apiKey: env.UPSTREAM_KEY },
    store,
    log: (line) => {
      globalThis.console.log(JSON.stringify(line));
    },
  });
};

/** The edge of this isolate, with the settings it was built of: they change only with a new deployment. */
let built: { env: WorkerEnv; issuer: string; store: EdgeStore; edge: Edge } | undefined;

const edgeOf = (env: WorkerEnv, requestUrl: string): Edge => {
  const issuer = env.PUBLIC_URL ?? new URL(requestUrl).origin;
  if (built?.env !== env || built.issuer !== issuer) {
    // Whoever calls it now by http and now by https must not have the quotas start anew.
    const store = built?.env === env ? built.store : memoryStore();
    built = { env, issuer, store, edge: build(env, issuer, store) };
  }
  return built.edge;
};

/** The edge as a Cloudflare Worker (module syntax). */
export default {
  async fetch(request: Request, env: WorkerEnv): Promise<Response> {
    const clientAddress = request.headers.get('cf-connecting-ip');
    return edgeOf(env, request.url)(request, clientAddress === null ? {} : { clientAddress });
  },
};
