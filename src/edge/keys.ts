import { base64url } from 'jose';

/** The keys an edge derives from its secret, one for each use, so that no value made for one can serve in another. */
export interface EdgeKeys {
  /** Signs tokens (HS256). */
  token: CryptoKey;
  /** Hashes clients' network addresses. */
  client: CryptoKey;
  /** Hashes the addresses whose verdicts are remembered. */
  address: CryptoKey;
}

const utf8 = new TextEncoder();

/** Derives the keys by HKDF-SHA-256 (RFC 5869), each under its own label. */
export const deriveKeys = async (secret: Uint8Array<ArrayBuffer>): Promise<EdgeKeys> => {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  const derive = (use: keyof EdgeKeys): Promise<CryptoKey> =>
    crypto.subtle.deriveKey(
      { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8.encode(`email-verify edge ${use}`) },
      material,
      { name: 'HMAC', hash: 'SHA-256', length: 256 },
      false,
      ['sign', 'verify'],
    );
  const [token, client, address] = await Promise.all([derive('token'), derive('client'), derive('address')]);
  return { token, client, address };
};

/** A keyed hash (HMAC-SHA-256, base64url): without the key nobody can try out what text it stands for. */
export const keyedHash = async (key: CryptoKey, text: string): Promise<string> =>
  base64url.encode(new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8.encode(text))));
