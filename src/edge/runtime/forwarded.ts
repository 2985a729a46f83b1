/**
 * The number of reverse proxies that an operator has before a server, checked.
 * @throws RangeError when it is no whole number of 0 or more.
 */
export const checkedProxies = (trustedProxies: number): number => {
  if (Number.isSafeInteger(trustedProxies) && trustedProxies >= 0) return trustedProxies;
  throw new RangeError(`trustedProxies: ${trustedProxies}, but it takes the number of your proxies, 0 or more`);
};

/**
 * The address of the client. Each of the operator's proxies appends the address it was called from to `X-Forwarded-For`: so
 * many entries from the right are believed, and whatever a client wrote before them is not. Without proxies the header is not
 * read at all.
 * @param forwarded the header's value, its lines joined by commas.
 * @param connected the address that the connection comes from.
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
