import {
  TOKEN_LIFETIME_S,
  type EdgeVerdict,
  type OutcomeReport,
  type Status,
  type TokenAnswer,
} from '../protocol/index.js';
import { canonicalUrl } from '../util/url.js';
import { countOutcomes, nameForm } from './outcomes.js';
import { readOutcomeRequest, readValidateRequest } from './request-body.js';
import { createBudget } from './upstream-budget.js';
import { createAdaptive } from './challenge/adaptive.js';
import { createEnforceChallenge } from './challenge/enforce.js';
import type { ChallengeContext } from './challenge/types.js';
import { createCheck, type Asker } from './check-address.js';
import { createClients } from './hashed-client.js';
import { deriveKeys } from './derived-keys.js';
import type { VerdictSource } from './log.js';
import type { CheckedOptions } from './options.js';
import { allowedOrigin } from './origin.js';
import { takeCheck, takeOne } from './quota.js';
import { checkReceipt } from './receipt-route.js';
import { takeReport } from './report-quota.js';
import { publishedKeys } from '../receipt/signing-keys.js';
import { createSigner } from '../receipt/sign.js';
import { mailboxOf, normalise, subjectsOf } from '../receipt/address-hash.js';
import { createResponseCache } from './response-cache.js';
import { createTokens } from './token.js';

/** Facts of a request that only the runtime knows. */
export interface EdgeContext {
  /** The network address of the client. Without it, all such clients count as one. */
  clientAddress?: string;
  /**
   * Lets work continue after the response, and after a client went away: a Worker's `ctx.waitUntil`, or a function that
   * does nothing in a long-running process. A Worker must pass it. Without it, checks whose clients went away never end
   * and count as in flight, and the response waits until a new verdict is in the store. The promises passed to it never
   * reject.
   */
  waitUntil?: ((work: Promise<unknown>) => void) | undefined;
  /** The edge's URL as this client called it, in place of the option `issuer`: for one edge under several host names. */
  issuer?: string | undefined;
}

/** The response to a granted request: always 200, and JSON. */
interface Reply {
  body: string;
  headers?: Record<string, string>;
  /** The verdict's status and its source, for the log. */
  verdict?: Status;
  from?: VerdictSource;
  /** The outcomes that were counted, for the log. */
  outcomes?: Pick<OutcomeReport, 'counts' | 'held_out'>;
}

/** A response of `/validate`. */
type CheckResponse = Required<Omit<Reply, 'headers' | 'outcomes'>>;

/** One route. Its handler throws a Refusal for a request that it does not grant. */
export interface Route {
  method: 'GET' | 'POST';
  /** True if pages may read its responses. The responses of a route for backends only have no CORS headers. */
  forPages: boolean;
  handle: (request: Request, context: EdgeContext) => Promise<Reply>;
}

/**
 * Maximum number of checks of a token that required a proof of work: enough for a person, while a script pays again and
 * again.
 */
const CHECKS_FOR_WORK = 10;

/** Time for which an HTTP cache may keep the public keys, in seconds. */
const KEYS_MAX_AGE_S = 600;

/** The context of a challenge. */
const contextOf = (
  origin: string,
  clientAddress: string | undefined,
  secrets: readonly string[],
): Pick<ChallengeContext, 'origin' | 'clientAddress' | 'secrets'> => ({
  origin,
  secrets,
  ...(clientAddress !== undefined && { clientAddress }),
});

/** The routes of an edge by their path below `basePath`. */
export const createRoutes = (options: CheckedOptions): ReadonlyMap<string, Route> => {
  const { origins, receiptKeys, issuer, quotas, now, monotonicNow, testMode, marksTests, outcomeFeed } = options;
  const budget = createBudget(options);
  const check = createCheck(options, budget.take);
  // A verdict `unknown` is not repeated: the next check may find out more.
  const cached = createResponseCache<CheckResponse>(({ verdict }) => verdict !== 'unknown', monotonicNow);
  const enforceChallenge = createEnforceChallenge(options);
  const adaptive = options.challenge === 'adaptive' ? createAdaptive(options, budget.usageOf) : null;

  const prepare = async () => {
    const [first, ...others] = options.secrets;
    const keys = await deriveKeys(first);
    const all = [keys, ...(await Promise.all(others.map(deriveKeys)))] as const;
    return {
      hash: keys.address,
      clientAt: createClients(keys.client),
      challengeSecrets: all.map(({ challenge }) => challenge),
      tokens: createTokens(all),
      sign: await createSigner(receiptKeys[0]),
    };
  };
  const prepared = prepare();
  // Every request that needs the keys fails with this error; unhandled here, it would end a Node process.
  prepared.catch(() => undefined);

  const token: Route['handle'] = async (request, { clientAddress }) => {
    const origin = allowedOrigin(origins, request.headers.get('origin'));
    const { clientAt, tokens, challengeSecrets: secrets } = await prepared;
    const client = clientAt(clientAddress);
    const headers = await takeOne(options, 'tokens', client);
    const from = contextOf(origin, clientAddress, secrets);
    await enforceChallenge(request, client, from);
    const rung = (await adaptive?.admit(request, client, from)) ?? 0;
    const checks = rung > 0 ? Math.min(CHECKS_FOR_WORK, quotas.checksPerToken) : quotas.checksPerToken;
    const body: TokenAnswer = {
      token: await tokens.issue({ origin, client }, { checks, rung }, now()),
      expires_in: TOKEN_LIFETIME_S,
    };
    return { body: JSON.stringify(body), headers };
  };

  /** Checks an address, and signs the receipt. */
  const respond = async (email: string, iss: string, network: string, asker: Asker): Promise<CheckResponse> => {
    const { hash, sign } = await prepared;
    const address = normalise(email);
    const { verdict, from } = await check(address, hash(`${asker.origin} ${network} ${address.text}`), asker);
    const { status, quality, sub_status, did_you_mean, mx_record } = verdict;
    const subject = { ...subjectsOf(address), mailbox: mailboxOf(address, mx_record) };
    const statement = { iss, aud: asker.origin, ...subject, status, quality, sub_status };
    const receipt = await sign(marksTests ? { ...statement, test: true } : statement, now());
    const body: EdgeVerdict = { email, status, quality, sub_status, did_you_mean, receipt };
    return { body: JSON.stringify(body), verdict: status, from };
  };

  const validate: Route['handle'] = async (request, { clientAddress, waitUntil, issuer: called = issuer }) => {
    const origin = allowedOrigin(origins, request.headers.get('origin'));
    const { token, email } = await readValidateRequest(request);
    const { clientAt, tokens, challengeSecrets: secrets } = await prepared;
    const client = clientAt(clientAddress);
    const grant = await tokens.read(token, { origin, client }, now());
    const startedAt = performance.now();
    const share = adaptive?.shareOf(grant.rung, origin) ?? 1;
    const { headers, checks, usage } = await takeCheck(options, grant, client, share);
    await adaptive?.demand(grant.rung, client, { checks, usage }, contextOf(origin, clientAddress, secrets));
    let from: VerdictSource = 'memory';
    const { body, verdict } = await cached(`${grant.jti} ${email}`, async () => {
      const asker = { origin, client: { id: client.subscriber, checks }, startedAt, waitUntil };
      const made = await respond(email, canonicalUrl(called), client.hash, asker);
      ({ from } = made);
      return made;
    });
    return { body, headers, verdict, from };
  };

  const outcomes: Route['handle'] = async (request, { clientAddress, waitUntil }) => {
    const origin = allowedOrigin(origins, request.headers.get('origin'));
    const { token, ...told } = await readOutcomeRequest(request);
    const { clientAt, tokens } = await prepared;
    const client = clientAt(clientAddress);
    const grant = await tokens.read(token, { origin, client }, now());
    const headers = await takeReport(options, grant, client, told);
    const report = await nameForm(options.store, origin, told, { client, nowMs: now() });
    const counted = await countOutcomes(options.store, origin, report, now());
    const sending = outcomeFeed?.add(origin, report);
    if (sending) waitUntil?.(sending);
    return { body: JSON.stringify({ counted }), headers, ...(counted && { outcomes: report }) };
  };

  const receipt: Route['handle'] = async (request, { clientAddress }) => {
    const { clientAt } = await prepared;
    const headers = await takeOne(options, 'receipts', clientAt(clientAddress));
    return { body: JSON.stringify(await checkReceipt(options, request)), headers };
  };

  const keySet: Route['handle'] = () =>
    Promise.resolve({
      body: JSON.stringify(publishedKeys(receiptKeys)),
      headers: { 'cache-control': `public, max-age=${KEYS_MAX_AGE_S}` },
    });

  const health: Route['handle'] = async () => {
    await prepared;
    return { body: JSON.stringify({ status: 'ok', ...(testMode && { test_mode: true }) }) };
  };

  return new Map<string, Route>([
    ['/token', { method: 'POST', handle: token, forPages: true }],
    ['/validate', { method: 'POST', handle: validate, forPages: true }],
    ['/outcomes', { method: 'POST', handle: outcomes, forPages: true }],
    ['/receipt', { method: 'POST', handle: receipt, forPages: false }],
    ['/.well-known/jwks.json', { method: 'GET', handle: keySet, forPages: true }],
    ['/healthz', { method: 'GET', handle: health, forPages: true }],
  ]);
};
