/**
 * The greylist of Postgrey with its default settings: a triplet of client network, sender and recipient is refused
 * until its delay is over; a client whose triplets passed often enough is let through.
 */

const DELAY_S = 300;
/** A first try is forgotten when none follows within two days. */
const RETRY_WINDOW_S = 2 * 86_400;
const MAX_AGE_S = 35 * 86_400;
const AUTO_WHITELIST = 5;
/** Passes of a client within an hour count once. */
const COUNT_EVERY_S = 3600;

export interface Postgrey {
  /** The reply to RCPT while the triplet is greylisted; null when it passes. */
  check: (client: string, sender: string, recipient: string) => string | null;
}

/** @param now the clock, in seconds. */
export const postgrey = (now: () => number, { delayS = DELAY_S } = {}): Postgrey => {
  const triplets = new Map<string, { first: number; last: number }>();
  const clients = new Map<string, { count: number; last: number }>();

  return {
    check(client, sender, recipient) {
      const at = Math.floor(now());
      // --lookup-by-subnet
      const network = client.replace(/\.\d+$/, '.0');
      const known = clients.get(network);
      if (known && known.count >= AUTO_WHITELIST && at - known.last <= MAX_AGE_S) {
        known.last = at;
        return null;
      }
      const key = `${network}/${sender.toLowerCase()}/${recipient.toLowerCase()}`;
      const seen = triplets.get(key);
      const hasPassed = seen !== undefined && seen.last - seen.first >= delayS;
      const isOld = seen !== undefined && at - seen.last > (hasPassed ? MAX_AGE_S : RETRY_WINDOW_S);
      const triplet = seen === undefined || isOld ? { first: at, last: at } : { ...seen, last: at };
      triplets.set(key, triplet);
      if (at - triplet.first < delayS)
        return `450 4.2.0 <${recipient}>: Recipient address rejected: Greylisted, see http://postgrey.schweikert.ch/help/${recipient.split('@')[1]}.html`;
      if (!known) clients.set(network, { count: 1, last: at });
      else if (at - known.last >= COUNT_EVERY_S) clients.set(network, { count: known.count + 1, last: at });
      return null;
    },
  };
};
