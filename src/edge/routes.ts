import { TOKEN_LIFETIME_S, type EdgeVerdict, type Status, type TokenAnswer } from '../protocol/index.js';
import { readValidateRequest } from './body.js';
import { createCheck } from './checks.js';
import { clientHash } from './client.js';
import { deriveKeys } from './keys.js';
import type { Settings } from './options.js';
import { allowedOrigin } from './origin.js';
import { takeCheck, takeToken } from './quota.js';
import { publicHalf } from './receipt/key.js';
import { createSigner } from './receipt/sign.js';
import { normalise, subjectOf } from './receipt/subject.js';
import { issueToken, readToken } from './token.js';

/** What the runtime knows of a request and the request does not say. */
export interface EdgeContext {
  /** The network address of the client. Without it, all such clients count as one. */
  clientAddress?: string;
}

/** What a granted request is answered, always with status 200: a JSON body, and what sets it apart from the others. */
interface Reply {
  body: unknown;
  headers?: Record<string, string>;
  /** What was found, for the log. */
  verdict?: Status;
}

/** One route: what it takes, and who answers. A handler throws a Refusal for what it does not grant. */
export interface Route {
  method: 'GET' | 'POST';
  handle: (request: Request, context: EdgeContext) => Promise<Reply>;
}

/** How long an HTTP cache may keep the public keys, in seconds. */
const KEYS_MAX_AGE_S = 600;

/** The routes of an edge by their path below `basePath`. */
export const createRoutes = (settings: Settings): ReadonlyMap<string, Route> => {
  const { origins, receiptKey, issuer, quotas, now } = settings;
  const check = createCheck(settings);
  const prepared = Promise.all([deriveKeys(settings.secret), createSigner(receiptKey)]);
  // Keys that do not fit are told by every answer that needs them; unhandled here, they would end a Node process.
  prepared.catch(() => undefined);

  const token: Route['handle'] = async (request, { clientAddress }) => {
    const origin = allowedOrigin(origins, request.headers.get('origin'));
    const [keys] = await prepared;
    const client = await clientHash(keys.client, clientAddress);
    await takeToken(settings, client);
    const body: TokenAnswer = {
      token: await issueToken(keys.token, { origin, client }, quotas.checksPerToken, now()),
      expires_in: TOKEN_LIFETIME_S,
    };
    return { body };
  };

  const validate: Route['handle'] = async (request, { clientAddress }) => {
    const origin = allowedOrigin(origins, request.headers.get('origin'));
    const { token, email } = await readValidateRequest(request);
    const [keys, sign] = await prepared;
    const client = await clientHash(keys.client, clientAddress);
    await takeCheck(settings, await readToken(keys.token, token, { origin, client }, now()), client);
    const address = normalise(email);
    const { status, quality, sub_status, did_you_mean } = await check(address, keys.address);
    const sub = await subjectOf(address);
    const receipt = await sign({ iss: issuer, aud: origin, sub, status, quality, sub_status }, now());
    const body: EdgeVerdict = { email, status, quality, sub_status, did_you_mean, receipt };
    return { body, verdict: status };
  };

  const keySet: Route['handle'] = () =>
    Promise.resolve({
      body: { keys: [{ ...publicHalf(receiptKey), use: 'sig' }] },
      headers: { 'cache-control': `public, max-age=${KEYS_MAX_AGE_S}` },
    });

  const health: Route['handle'] = async () => {
    await prepared;
    return { body: { status: 'ok' } };
  };

  return new Map<string, Route>([
    ['/token', { method: 'POST', handle: token }],
    ['/validate', { method: 'POST', handle: validate }],
    ['/.well-known/jwks.json', { method: 'GET', handle: keySet }],
    ['/healthz', { method: 'GET', handle: health }],
  ]);
};
