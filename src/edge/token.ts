import { decodeProtectedHeader, jwtVerify, type JWTPayload } from 'jose';
import { TOKEN_ALGORITHM, TOKEN_LIFETIME_S, type TokenClaims } from '../protocol/index.js';
import { Refusal } from '../protocol/refusal.js';
import { BoundedMap } from '../util/bounded-map.js';
import type { Client } from './hashed-client.js';
import { isCompactJws } from '../receipt/crypto/compact-jws.js';
import { TOKEN_TYPE, type EdgeKeys } from './derived-keys.js';

/** Maximum number of remembered tokens, whose signatures are not verified again. */
const MOST_KNOWN = 10_000;

/** The page and the client that a token is issued to. */
export interface Holder {
  origin: string;
  client: Client;
}

/** The token's id, its number of checks, and the rung of the proof of work that was solved for it. */
export type Grant = Required<Pick<TokenClaims, 'jti' | 'checks' | 'rung'>>;

/** A token with a valid signature, and the keys that signed it. */
interface Genuine {
  claims: TokenClaims & Grant;
  keys: EdgeKeys;
}

export interface Tokens {
  /** Issues a token for `checks` checks, valid for this holder alone, for ten minutes. */
  issue(holder: Holder, grant: Omit<Grant, 'jti'>, nowMs: number): Promise<string>;
  /**
   * Reads a token that was issued to this holder and has not expired.
   * @throws Refusal `token_expired` or `bad_token`. The latter does not say which check failed: a page does the same in
   * every case (it fetches a new token), and a forger learns nothing.
   */
  read(token: string, holder: Holder, nowMs: number): Promise<Grant>;
}

const badToken = (): Refusal =>
  new Refusal(
    'bad_token',
    'This token was not issued here to this page and this client. Fetch a new one from POST /token.',
  );

const expired = (): Refusal =>
  new Refusal('token_expired', 'This token has expired. Fetch a new one from POST /token.');

/** The id of the keys that the token's header names. */
const keyIdOf = (token: string): string | undefined => {
  if (!isCompactJws(token)) return undefined;
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
};

/** Reads the claims of a token, or null when one is missing. */
const readTokenClaims = ({ aud, iat, exp, jti, client, checks, rung = 0 }: JWTPayload): Genuine['claims'] | null =>
  typeof aud === 'string' &&
  typeof iat === 'number' &&
  typeof exp === 'number' &&
  typeof jti === 'string' &&
  typeof client === 'string' &&
  typeof checks === 'number' &&
  typeof rung === 'number'
    ? { aud, iat, exp, jti, client, checks, rung }
    : null;

const verify = async (token: string, allKeys: readonly EdgeKeys[]): Promise<Genuine> => {
  const kid = keyIdOf(token);
  const keys = allKeys.find(({ id }) => id === kid);
  if (!keys) throw badToken();
  const { payload } = await jwtVerify(token, keys.token, {
    algorithms: [TOKEN_ALGORITHM],
    typ: TOKEN_TYPE,
    requiredClaims: ['exp'],
    // The expiry is checked at each use.
    currentDate: new Date(0),
  }).catch(() => {
    throw badToken();
  });
  const claims = readTokenClaims(payload);
  if (!claims) throw badToken();
  return { claims, keys };
};

/**
 * Creates the {@link Tokens} of an edge. A token pays for many checks, so its signature is verified once.
 * @param keys of all secrets that are valid now: the first one signs.
 */
export const createTokens = (keys: readonly [EdgeKeys, ...EdgeKeys[]]): Tokens => {
  const known = new BoundedMap<string, Genuine>({ maxSize: MOST_KNOWN });
  const [signing] = keys;

  return {
    async issue({ origin, client }, { checks, rung }, nowMs) {
      const iat = Math.floor(nowMs / 1000);
      const claims = {
        aud: origin,
        iat,
        exp: iat + TOKEN_LIFETIME_S,
        jti: crypto.randomUUID(),
        client: client.hash,
        checks,
      };
      const token = await signing.signToken({ ...claims, ...(rung > 0 && { rung }) } satisfies TokenClaims);
      // The token will probably come back to this process, which need not verify its own signature.
      known.set(token, { claims: { ...claims, rung }, keys: signing });
      return token;
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
      if (claims.aud !== origin || claims.client !== hash) throw badToken();
      return claims;
    },
  };
};
