import { errors, jwtVerify, SignJWT } from 'jose';
import { TOKEN_ALGORITHM, TOKEN_LIFETIME_S, type TokenClaims } from '../protocol/index.js';
import { Refusal } from '../protocol/refusal.js';

/** Names what kind of JWT this is, so that no other kind passes for it (RFC 8725, section 3.11). */
const TOKEN_TYPE = 'email-verify-token+jwt';

/** Who holds a token: the page's origin, and the hash of the client's network. */
export interface Holder {
  origin: string;
  client: string;
}

/** Makes a token that pays for `checks` checks, by this holder alone, for ten minutes. */
export const issueToken = (
  key: CryptoKey,
  { origin, client }: Holder,
  checks: number,
  nowMs: number,
): Promise<string> => {
  const iat = Math.floor(nowMs / 1000);
  const claims: TokenClaims = {
    aud: origin,
    iat,
    exp: iat + TOKEN_LIFETIME_S,
    jti: crypto.randomUUID(),
    client,
    checks,
  };
  return new SignJWT({ ...claims }).setProtectedHeader({ alg: TOKEN_ALGORITHM, typ: TOKEN_TYPE }).sign(key);
};

/**
 * Reads a token that was issued to this holder and has not expired.
 * @throws Refusal `token_expired` or `bad_token`. The latter does not say which check failed: the honest page does the same in
 * every case (it fetches a new one), and whoever tries out forgeries learns nothing.
 */
export const readToken = async (
  key: CryptoKey,
  token: string,
  { origin, client }: Holder,
  nowMs: number,
): Promise<Pick<TokenClaims, 'jti' | 'checks'>> => {
  const { payload } = await jwtVerify(token, key, {
    algorithms: [TOKEN_ALGORITHM],
    typ: TOKEN_TYPE,
    audience: origin,
    requiredClaims: ['exp'],
    currentDate: new Date(nowMs),
  }).catch((error: unknown) => {
    if (error instanceof errors.JWTExpired) {
      throw new Refusal('token_expired', 'This token has expired. Fetch a new one from POST /token.');
    }
    throw notYours();
  });
  const { jti, checks, client: holder } = payload;
  if (typeof jti !== 'string' || typeof checks !== 'number' || holder !== client) throw notYours();
  return { jti, checks };
};

const notYours = (): Refusal =>
  new Refusal(
    'bad_token',
    'This token was not issued here to this page and this client. Fetch a new one from POST /token.',
  );
