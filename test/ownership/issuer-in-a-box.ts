/** An issuer of the Email Verification Protocol on loopback, and a browser that presents its tokens. */
import { createHash } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { base64url, exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import type { OwnershipExpectation } from '../../src/ownership/index.js';
import { startDnsServer, type Zone } from '../support/dns-server.js';

export const ISSUER = 'accounts.issuer.example';
export const EMAIL = 'Anna@firm.example';
export const AUDIENCE = 'https://shop.example';
export const NONCE = 'b1946ac92492d2347c6235b4d2611184';
/** The clock of all parties, in seconds. */
export const NOW_S = 1_790_000_000;

export const encode = (value: unknown): string => base64url.encode(JSON.stringify(value));
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

export interface Signer {
  alg: string;
  privateKey: CryptoKey;
  jwk: JWK;
}

export const createSigner = async (alg = 'EdDSA', kid?: string): Promise<Signer> => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { alg, privateKey, jwk: { ...(await exportJWK(publicKey)), ...(kid !== undefined && { kid }) } };
};

export const sign = (
  { alg, privateKey, jwk }: Signer,
  payload: Record<string, unknown>,
  header: Record<string, unknown>,
): Promise<string> => {
  const { kid } = jwk;
  return new SignJWT(payload)
    .setProtectedHeader({ alg, ...(kid !== undefined && { kid }), ...header })
    .sign(privateKey);
};

/** Changes to a right token. */
export interface Changes {
  evt?: Record<string, unknown>;
  evtHeader?: Record<string, unknown>;
  kb?: Record<string, unknown>;
  kbHeader?: Record<string, unknown>;
  /** Signs the issuer's part in its place. */
  by?: Signer;
  /** Signs the browser's part in its place. */
  kbBy?: Signer;
}

export interface Box {
  /** The keys that the issuer shows. */
  keys: JWK[];
  metadata: Record<string, unknown>;
  zone: Zone;
  /** Answers in place of the issuer's documents. */
  answer: ((request: IncomingMessage, response: ServerResponse) => boolean) | null;
  /** The URLs that were fetched, and the names that were asked for. */
  asked: string[];
  issuer: Signer;
  browser: Signer;
  present(changes?: Changes): Promise<string>;
  expected: OwnershipExpectation;
  close(): Promise<void>;
}

export const startBox = async (): Promise<Box> => {
  const [issuer, browser] = [await createSigner('EdDSA', 'key 1'), await createSigner('ES256')];
  const asked: string[] = [];
  const zone: Zone = { '_email-verification.firm.example': { TXT: [`iss=${ISSUER}`] } };
  const dns = await startDnsServer({ zone });
  const resolver = new Resolver({ timeout: 2000, tries: 1 });
  resolver.setServers([dns.address]);

  const server = createServer((request, response) => {
    if (box.answer?.(request, response)) return;
    const documents: Record<string, unknown> = {
      '/.well-known/email-verification': box.metadata,
      '/keys': { keys: box.keys },
    };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(documents[request.url ?? '']));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const box: Box = {
    keys: [issuer.jwk],
    metadata: {
      issuance_endpoint: `https://${ISSUER}/issue`,
      jwks_uri: `https://${ISSUER}/keys`,
      signing_alg_values_supported: ['EdDSA', 'ES256'],
    },
    zone,
    answer: null,
    asked,
    issuer,
    browser,
    present: async ({ evt = {}, evtHeader = {}, kb = {}, kbHeader = {}, by = issuer, kbBy = browser } = {}) => {
      const claims = {
        iss: ISSUER,
        iat: NOW_S,
        email: EMAIL.toLowerCase(),
        email_verified: true,
        cnf: { jwk: browser.jwk },
      };
      const first = await sign(by, { ...claims, ...evt }, { typ: 'evt+jwt', ...evtHeader });
      const presented = { aud: AUDIENCE, nonce: NONCE, iat: NOW_S, sd_hash: hashOf(`${first}~`) };
      return `${first}~${await sign(kbBy, { ...presented, ...kb }, { typ: 'kb+jwt', ...kbHeader })}`;
    },
    expected: {
      email: EMAIL,
      audience: AUDIENCE,
      nonce: NONCE,
      issuers: [ISSUER],
      now: () => NOW_S * 1000,
      resolveTxt: (name) => {
        asked.push(name);
        return resolver.resolveTxt(name);
      },
      fetch: (url, init) => {
        const { href, pathname } = new URL(url instanceof Request ? url.url : url);
        asked.push(href);
        return fetch(`http://127.0.0.1:${port}${pathname}`, init);
      },
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await dns.close();
    },
  };
  return box;
};
