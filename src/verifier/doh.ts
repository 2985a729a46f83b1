import { dohTransport } from './dns/doh.js';
import type { DnsOptions, Verifier } from './types.js';
import { createDnsVerifier } from './verify.js';

export type { Verifier, VerifyOptions } from './types.js';

/** The server that is asked when none is named: a public one, which every runtime reaches. */
export const DEFAULT_DOH_URL = 'https://cloudflare-dns.com/dns-query';

/** Everything is optional. */
export interface DohVerifierOptions extends DnsOptions {
  /**
   * The DNS server's URL (RFC 8484), or several, the preferred one first; `https://cloudflare-dns.com/dns-query` when unset or empty.
   * It learns each domain that is asked about, never what stands before the @. `http:` is for a server of your own network.
   */
  url?: string | readonly string[];
}

/** No message holds the URL: some services put an account's name into it. */
const checkedUrl = (text: string): string => {
  const problem = `createDohVerifier: url: it takes the URL of a DNS server, such as '${DEFAULT_DOH_URL}'`;
  if (!URL.canParse(text)) throw new RangeError(`${problem}, in full`);
  const { protocol, username, password, hash } = new URL(text);
  if (!/^https?:$/.test(protocol)) throw new RangeError(`${problem}, with https:`);
  if (username !== '' || password !== '' || hash !== '')
    throw new RangeError(`${problem}, without credentials and without '#'`);
  if (text.includes('{')) throw new RangeError(`${problem}, without the '{?dns}' of a template`);
  return text;
};

/**
 * Makes a verifier that asks DNS over HTTPS: the same as `createVerifier()`, on any runtime that has `fetch`, such as Workers, Deno, Bun
 * and Node. `close()` it when it is not needed any more.
 *
 *     const verifier = createDohVerifier();
 *     const edge = createEdge({ …, upstream: verifier });
 *
 * A 'no such name' is believed as it is: it came from the very server that was named, over TLS, and whoever stands in between can only
 * be silent.
 * @throws RangeError for a URL that is none.
 */
export const createDohVerifier = ({ url = [], ...options }: DohVerifierOptions = {}): Verifier => {
  const urls = typeof url === 'string' ? [url] : url;
  const servers = (urls.length > 0 ? urls : [DEFAULT_DOH_URL]).map(checkedUrl);
  return createDnsVerifier(servers.map(dohTransport), options);
};
