/**
 * Checks the number of reverse proxies before a server.
 * @throws RangeError when it is not a whole number of 0 or more.
 */
export const checkedProxies = (trustedProxies: number): number => {
  if (Number.isSafeInteger(trustedProxies) && trustedProxies >= 0) return trustedProxies;
  throw new RangeError(`trustedProxies must be the number of your proxies, 0 or more, got ${trustedProxies}`);
};

/**
 * The address of the client. Each trusted proxy appends the address of its client to `X-Forwarded-For`: that many entries from
 * the right are trusted, and none before them, which a client may have written. Without proxies the header is not read.
 * @param forwarded the header's value, its lines joined by commas.
 * @param connected the address of the connection's other end.
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

/** The context that an edge takes, in a process that lives on after an answer. */
export const contextOf = (address: string | undefined): { clientAddress?: string; waitUntil: () => void } => ({
  ...(address !== undefined && { clientAddress: address }),
  waitUntil: () => undefined,
});
