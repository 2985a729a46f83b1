import { TOKEN_LIFETIME_S, type EdgeVerdict, type Status, type TokenAnswer } from '../protocol/index.js';
import { readValidateRequest } from './body.js';
import { createChallengeGate } from './challenge/gate.js';
import { type Found, createCheck } from './checks.js';
import { createClients } from './client.js';
import { deriveKeys } from './keys.js';
import type { Settings } from './options.js';
import { allowedOrigin } from './origin.js';
import { takeCheck, takeReceipt, takeToken } from './quota.js';
import { checkReceipt } from './receipt/check.js';
import { publishedKeys } from './receipt/own-keys.js';
import { createSigner } from './receipt/sign.js';
import { normalise, subjectOf } from './receipt/subject.js';
import { createSameAnswer } from './same-answer.js';
import { createTokens } from './token.js';

/** What the runtime knows of a request and the request does not say. */
export interface EdgeContext {
  /** The network address of the client. Without it, all such clients count as one. */
  clientAddress?: string;
}

/** What a granted request is answered, always with status 200, and what sets it apart from the others. */
interface Reply {
  /** JSON. */
  body: string;
  headers?: Record<string, string>;
  /** What was found and where, for the log. */
  verdict?: Status;
  from?: Found['from'];
}

/** What was found of an address: the answer to the page, the verdict in it, and who knew. */
interface Judged {
  body: string;
  verdict: Status;
  from: Found['from'];
}

/** One route: what it takes, and who answers. A handler throws a Refusal for what it does not grant. */
export interface Route {
  method: 'GET' | 'POST';
  /** Whether pages may read its answers. Of what only backends ask, no answer has a CORS header. */
  forPages: boolean;
  handle: (request: Request, context: EdgeContext) => Promise<Reply>;
}

/** How long an HTTP cache may keep the public keys, in seconds. */
const KEYS_MAX_AGE_S = 600;

/** The routes of an edge by their path below `basePath`. */
export const createRoutes = (settings: Settings): ReadonlyMap<string, Route> => {
  const { origins, receiptKeys, issuer, quotas, now } = settings;
  const check = createCheck(settings);
  // What could not be found out may be known the next time.
  const giveAnswer = createSameAnswer<Judged>(({ verdict }) => verdict !== 'unknown');
  const passChallenge = createChallengeGate(settings);

  const prepare = async () => {
    const [first, ...others] = settings.secrets;
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
  // Keys that do not fit are told by every answer that needs them; unhandled here, they would end a Node process.
  prepared.catch(() => undefined);

  const token: Route['handle'] = async (request, { clientAddress }) => {
    const origin = allowedOrigin(origins, request.headers.get('origin'));
    const { clientAt, tokens, challengeSecrets: secrets } = await prepared;
    const client = clientAt(clientAddress);
    const headers = await takeToken(settings, client.hash);
    await passChallenge(request, { origin, secrets, ...(clientAddress !== undefined && { clientAddress }) });
    const body: TokenAnswer = {
      token: await tokens.issue({ origin, client }, quotas.checksPerToken, now()),
      expires_in: TOKEN_LIFETIME_S,
    };
    return { body: JSON.stringify(body), headers };
  };

  /** Finds out about an address for a page of this origin. */
  const judge = async (email: string, origin: string): Promise<Judged> => {
    const { hash, sign } = await prepared;
    const address = normalise(email);
    const { finding, from } = await check(address, hash(address.text), origin);
    const { status, quality, sub_status, did_you_mean } = finding;
    const sub = subjectOf(address);
    const receipt = await sign({ iss: issuer, aud: origin, sub, status, quality, sub_status }, now());
    const verdict: EdgeVerdict = { email, status, quality, sub_status, did_you_mean, receipt };
    return { body: JSON.stringify(verdict), verdict: status, from };
  };

  const validate: Route['handle'] = async (request, { clientAddress }) => {
    const origin = allowedOrigin(origins, request.headers.get('origin'));
    const { token, email } = await readValidateRequest(request);
    const { hash, clientAt, tokens } = await prepared;
    const client = clientAt(clientAddress);
    const grant = await tokens.read(token, { origin, client }, now());
    const headers = await takeCheck(settings, grant, client.hash);
    let from: Found['from'] = 'memory';
    const { body, verdict } = await giveAnswer(
      `${grant.jti} ${hash(email)}`,
      async () => {
        const judged = await judge(email, origin);
        ({ from } = judged);
        return judged;
      },
      now(),
    );
    return { body, headers, verdict, from };
  };

  const receipt: Route['handle'] = async (request, { clientAddress }) => {
    const { clientAt } = await prepared;
    const headers = await takeReceipt(settings, clientAt(clientAddress).hash);
    return { body: JSON.stringify(await checkReceipt(settings, request)), headers };
  };

  const keySet: Route['handle'] = () =>
    Promise.resolve({
      body: JSON.stringify(publishedKeys(receiptKeys)),
      headers: { 'cache-control': `public, max-age=${KEYS_MAX_AGE_S}` },
    });

  const health: Route['handle'] = async () => {
    await prepared;
    return { body: JSON.stringify({ status: 'ok' }) };
  };

  return new Map<string, Route>([
    ['/token', { method: 'POST', handle: token, forPages: true }],
    ['/validate', { method: 'POST', handle: validate, forPages: true }],
    ['/receipt', { method: 'POST', handle: receipt, forPages: false }],
    ['/.well-known/jwks.json', { method: 'GET', handle: keySet, forPages: true }],
    ['/healthz', { method: 'GET', handle: health, forPages: true }],
  ]);
};
