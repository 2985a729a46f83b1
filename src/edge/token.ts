import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import { TOKEN_ALGORITHM, TOKEN_LIFETIME_S, type TokenClaims } from '../protocol/index.js';
import { Refusal } from '../protocol/refusal.js';
import type { Client } from './client.js';
import type { EdgeKeys } from './keys.js';
import { createLately } from './lately.js';

/** Names what kind of JWT this is, so that no other kind passes for it (RFC 8725, section 3.11). */
const TOKEN_TYPE = 'email-verify-token+jwt';
/** How many tokens are known to be genuine without another look at their signature. */
const MOST_KNOWN = 10_000;

/** Who holds a token: a page's origin, and a client. */
export interface Holder {
  origin: string;
  client: Client;
}

/** What a token pays for. */
export type Grant = Pick<TokenClaims, 'jti' | 'checks'>;

/** A token whose signature was found to be genuine, and the keys it was issued with. */
interface Genuine {
  claims: TokenClaims;
  keys: EdgeKeys;
}

export interface Tokens {
  /** Makes a token that pays for `checks` checks, by this holder alone, for ten minutes. */
  issue(holder: Holder, checks: number, nowMs: number): Promise<string>;
  /**
   * Reads a token that was issued to this holder and has not expired.
   * @throws Refusal `token_expired` or `bad_token`. The latter does not say which check failed: the honest page does the same in
   * every case (it fetches a new one), and whoever tries out forgeries learns nothing.
   */
  read(token: string, holder: Holder, nowMs: number): Promise<Grant>;
}

const notYours = (): Refusal =>
  new Refusal(
    'bad_token',
    'This token was not issued here to this page and this client. Fetch a new one from POST /token.',
  );

const expired = (): Refusal =>
  new Refusal('token_expired', 'This token has expired. Fetch a new one from POST /token.');

/** The id of the keys that a token says it was signed with. */
const keyIdOf = (token: string): string | undefined => {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
};

const verify = async (token: string, allKeys: readonly EdgeKeys[]): Promise<Genuine> => {
  const kid = keyIdOf(token);
  const keys = allKeys.find(({ id }) => id === kid);
  if (!keys) throw notYours();
  const { payload } = await jwtVerify<TokenClaims>(token, keys.token, {
    algorithms: [TOKEN_ALGORITHM],
    typ: TOKEN_TYPE,
    requiredClaims: ['exp'],
    // Whether its time is over is asked at each use.
    currentDate: new Date(0),
  }).catch(() => {
    throw notYours();
  });
  if (typeof payload.jti !== 'string' || typeof payload.checks !== 'number') throw notYours();
  return { claims: payload, keys };
};

/**
 * Makes what issues and reads tokens. A token pays for many checks, so its signature is looked at once.
 * @param keys of all secrets that are valid now: the first one signs.
 */
export const createTokens = (keys: readonly [EdgeKeys, ...EdgeKeys[]]): Tokens => {
  const known = createLately<Genuine>(MOST_KNOWN);
  const [signing] = keys;

  return {
    issue({ origin, client }, checks, nowMs) {
      const iat = Math.floor(nowMs / 1000);
      const claims: TokenClaims = {
        aud: origin,
        iat,
        exp: iat + TOKEN_LIFETIME_S,
        jti: crypto.randomUUID(),
        client: client.hash,
        checks,
      };
      const header = { alg: TOKEN_ALGORITHM, typ: TOKEN_TYPE, kid: signing.id };
      return new SignJWT({ ...claims }).setProtectedHeader(header).sign(signing.token);
    },

    async read(token, { origin, client }, nowMs) {
      let genuine = known.get(token);
      if (!genuine) {
        genuine = await verify(token, keys);
        known.set(token, genuine);
      }
      const { claims, keys: issuedWith } = genuine;
      if (claims.exp * 1000 <= nowMs) {
        known.delete(token);
        throw expired();
      }
      const hash = issuedWith === signing ? client.hash : issuedWith.client(client.network);
      if (claims.aud !== origin || claims.client !== hash) throw notYours();
      return claims;
    },
  };
};
