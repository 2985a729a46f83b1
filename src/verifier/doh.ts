import { dohTransport } from './dns/doh.js';
import type { BulkVerifier, DnsOptions } from './types.js';
import { createDnsVerifier } from './verify.js';

export type { MailRoute } from './mail-route.js';
export type {
  Asked,
  AskManyOptions,
  BulkVerifier,
  DnsOptions,
  LookedUp,
  LookUpManyOptions,
  ProbeQuestion,
  Verifier,
  VerifyManyOptions,
  VerifyOptions,
} from './types.js';

/** The default server: a public one, which every runtime can reach. */
export const DEFAULT_DOH_URL = 'https://cloudflare-dns.com/dns-query';

/**
 * Maximum number of questions in flight. A question may need its own connection, since the `fetch` of some runtimes,
 * such as Node, does not speak HTTP/2.
 */
const MAX_IN_FLIGHT = 512;

/** Options of {@link createDohVerifier}, all optional. */
export interface DohVerifierOptions extends DnsOptions {
  /**
   * The DNS server's URL (RFC 8484), or several, the preferred one first; `https://cloudflare-dns.com/dns-query` when
   * unset or empty. The server learns each domain, never the part before the @. `http:` is for a server in your own
   * network.
   */
  url?: string | readonly string[];
}

/** Error messages do not quote the URL, which may contain an account's name. */
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
 * Creates a verifier that asks DNS over HTTPS: the same as `createVerifier()`, on any runtime with `fetch`, such as
 * Workers, Deno, Bun and Node. Call `close()` when it is no longer needed.
 *
 * A 'no such name' is believed: TLS authenticates the server, so that the reply cannot be forged on the way.
 * @throws RangeError for a malformed URL.
 * @example
 * const verifier = createDohVerifier();
 * const edge = createEdge({ …, upstream: verifier });
 */
export const createDohVerifier = ({ url = [], ...options }: DohVerifierOptions = {}): BulkVerifier => {
  const urls = typeof url === 'string' ? [url] : url;
  const servers = (urls.length > 0 ? urls : [DEFAULT_DOH_URL]).map(checkedUrl);
  return createDnsVerifier(servers.map(dohTransport), { maxInFlight: MAX_IN_FLIGHT, ...options });
};
