/** A site and an issuer of the Email Verification Protocol on loopback, and a Chromium that knows the protocol. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import puppeteer, { type Browser } from 'puppeteer-core';
import { readScript } from './scripts.js';

/** The system's Chromium. That of the other tests is without the parts that fill in forms. */
const CHROMIUM = '/usr/bin/chromium';
const [, version = '0'] = /Chromium (\d+)/.exec(spawnSync(CHROMIUM, ['--version'], { encoding: 'utf8' }).stdout) ?? [];
/** True where no Chromium has the protocol: it came with 150. */
export const noProtocol = Number(version) < 150;
if (noProtocol) console.warn('There is no Chromium 150 or later here; Debian: apt-get install chromium openssl');

export const SITE = 'https://shop.example';
/** Chromium asks `/.well-known/web-identity` of the domain above it. */
export const ISSUER = 'accounts.issuer.example';
export const EMAIL = 'anna@firm.example';
/** Chromium resolves TXT records by the JSON of this host. */
const RESOLVER = 'dns.google';

export interface MailIssuer {
  browser: Browser;
  /** The forms that the site has got, oldest first. */
  forms: URLSearchParams[];
  /** The paths that the issuer was asked for, in order. */
  asked: string[];
  /** The page that the site shows, and further headers. */
  page: { html: string; headers: Record<string, string> };
  /** Answers as the issuer does, without a network. */
  fetch: typeof globalThis.fetch;
  end(): Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
};

const json = (response: ServerResponse, value: unknown): unknown =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));

export const startMailIssuer = async (): Promise<MailIssuer> => {
  const folder = mkdtempSync(join(tmpdir(), 'ev-issuer-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=issuer', '-addext', `subjectAltName=DNS:${ISSUER},DNS:shop.example`];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  spawnSync('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', key, '-out', cert]);

  const { privateKey, publicKey } = await generateKeyPair('EdDSA');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'key 1', alg: 'EdDSA' };
  const forms: URLSearchParams[] = [];
  const asked: string[] = [];
  const page: MailIssuer['page'] = { html: '', headers: {} };
  const name = `_email-verification.${EMAIL.slice(EMAIL.indexOf('@') + 1)}.`;
  const documents: Record<string, unknown> = {
    '/.well-known/web-identity': {
      provider_urls: [`https://${ISSUER}/fedcm.json`],
      accounts_endpoint: `https://${ISSUER}/accounts`,
      login_url: `https://${ISSUER}/login`,
    },
    '/.well-known/email-verification': {
      issuance_endpoint: `https://${ISSUER}/issue`,
      jwks_uri: `https://${ISSUER}/keys`,
      signing_alg_values_supported: ['EdDSA'],
    },
    '/accounts': { accounts: [{ id: '1', name: 'Anna', email: EMAIL }] },
    '/keys': { keys: [jwk] },
  };

  /** Signs for the key that has signed the request (HTTP Message Signatures, `Signature-Key`). */
  const issue = async ({ headers }: IncomingMessage, body: string): Promise<unknown> => {
    const browserKey: Record<string, string> = { alg: 'EdDSA' };
    for (const [, member = '', value = ''] of String(headers['signature-key']).matchAll(/;(kty|crv|x)="([^"]*)"/g))
      browserKey[member] = value;
    const { email } = JSON.parse(body) as { email: string };
    const token = await new SignJWT({ email, email_verified: true, cnf: { jwk: browserKey } })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'evt+jwt', kid: jwk.kid })
      .setIssuer(`https://${ISSUER}`)
      .setIssuedAt()
      .sign(privateKey);
    return { issuance_token: `${token}~` };
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const body = await bodyOf(request);
    const { host, pathname } = new URL(`https://${request.headers.host}${request.url}`);
    if (host === RESOLVER)
      return json(response, { Status: 0, Answer: [{ name, type: 16, TTL: 60, data: `iss=${ISSUER}` }] });
    if (host !== 'shop.example') {
      asked.push(`${request.method} ${pathname}`);
      return json(response, pathname === '/issue' ? await issue(request, body) : documents[pathname]);
    }
    if (request.method === 'POST') forms.push(new URLSearchParams(body));
    if (!pathname.endsWith('.js')) return response.setHeaders(new Map(Object.entries(page.headers))).end(page.html);
    return response.setHeader('content-type', 'text/javascript').end(readScript(pathname.slice(1)));
  };
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    void answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const here = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const names = ['shop.example', ISSUER, 'issuer.example', RESOLVER].map((host) => `MAP ${host} ${here}`);
  const browser = await puppeteer.launch({
    executablePath: CHROMIUM,
    userDataDir: join(folder, 'profile'),
    args: [
      ...['--no-sandbox', '--disable-gpu', '--ignore-certificate-errors'],
      ...['--enable-features=EmailVerificationProtocol', '--auto-grant-email-verification-permission-for-testing'],
      `--host-resolver-rules=${[...names, 'MAP * ~NOTFOUND'].join(', ')}`,
    ],
  });
  return {
    browser,
    forms,
    asked,
    page,
    fetch: (url) => Promise.resolve(Response.json(documents[new URL(url instanceof Request ? url.url : url).pathname])),
    end: async () => {
      await browser.close();
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
