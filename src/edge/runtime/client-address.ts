/**
 * Validates the number of trusted reverse proxies.
 * @throws RangeError if it is not a non-negative integer.
 */
export const checkedProxies = (trustedProxies: number): number => {
  if (Number.isSafeInteger(trustedProxies) && trustedProxies >= 0) return trustedProxies;
  throw new RangeError(`trustedProxies must be the number of your proxies, 0 or more, got ${trustedProxies}`);
};

/**
 * The IP address of the client. Each trusted proxy appends the address of its peer to `X-Forwarded-For`: that many
 * entries from the right are trusted, since a client can forge the others. Without proxies the header is ignored.
 * @param forwarded the header's value; several header lines are joined by commas.
 * @param connected the remote address of the connection.
 */
export const clientAddress = (
  forwarded: string | null | undefined,
  connected: string | undefined,
  trustedProxies: number,
): string | undefined => {
  if (trustedProxies === 0) return connected;
  const hops = (forwarded ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '');
  return hops.slice(-trustedProxies)[0] ?? connected;
};

/** The context of a request, in a long-running process: work after the response needs no `waitUntil`. */
export const contextOf = (address: string | undefined): { clientAddress?: string; waitUntil: () => void } => ({
  ...(address !== undefined && { clientAddress: address }),
  waitUntil: () => undefined,
});
