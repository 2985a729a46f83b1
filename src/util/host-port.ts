/** Where a server listens. */
export interface HostPort {
  /** A host name in ASCII or an IP address; IPv6 without brackets. */
  host: string;
  port: number;
}

const NAME = /^(?=.{1,253}$)[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?(?:\.[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?)*$/i;

/** True for IPv6 in any spelling, with or without a zone (RFC 4007, section 11), which a URL cannot have. */
const isIpv6 = (text: string): boolean =>
  /^[\da-f:.]+(%[\w.-]+)?$/i.test(text) && URL.canParse(`http://[${text.replace(/%.*/, '')}]`);

/** A host that ends in a number must be a full IPv4 address (WHATWG URL, section 3.5). */
const isNameOrIpv4 = (text: string): boolean =>
  NAME.test(text) &&
  (!/(^|\.)(\d+|0x[\da-f]*)$/i.test(text) ||
    (URL.canParse(`http://${text}`) && new URL(`http://${text}`).hostname === text));

/**
 * Reads `host`, `host:port`, `[ipv6]:port`, `[ipv6]` or a bare IPv6 address: `9.9.9.9`, `9.9.9.9:53`,
 * `[2620:fe::fe]:53`, `2620:fe::fe`.
 * @param defaultPort the port if the text names none.
 * @returns null for any other text. A port is 1 to 65535.
 */
export const parseHostPort = (text: string, defaultPort: number): HostPort | null => {
  if (isIpv6(text)) return { host: text, port: defaultPort };
  const [, bracketed, name = '', digits] = /^(?:\[([^[\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const port = digits === undefined ? defaultPort : Number(digits);
  if (port < 1 || port > 65_535) return null;
  if (bracketed !== undefined) return isIpv6(bracketed) ? { host: bracketed, port } : null;
  return isNameOrIpv4(name) ? { host: name, port } : null;
};
