import { BoundedMap } from '../../util/bounded-map.js';

/** Number of domains that must give the same signal before it counts for their server. */
const DOMAINS_PER_SERVER = 3;
/** Time within which they must do so, in milliseconds. */
const SIGNAL_MS = 600_000;
/** Time for which a domain stays isolated, in milliseconds: longer than a `stop`. */
const ISOLATED_MS = 2 * 3_600_000;
const MAX_ENTRIES = 10_000;

/** `throttling`: the reply asks for fewer questions; `limit`: it ends the session or the transaction. */
export type RcptSignal = 'throttling' | 'limit';

/** The last two labels. Subdomains cost nothing, so they do not prove another owner. */
const registrable = (domain: string): string => domain.split('.').slice(-2).join('.');

/**
 * Remembers which domains are isolated at servers that they share with others. The owner of a domain may choose the
 * words of its replies to RCPT, which must not slow the server down for other domains. So a signal in such a reply
 * isolates its domain: it is asked in separate sessions, at a separate rate within the server's. The signal counts for
 * the server only after several domains gave it. A signal before RCPT always counts for the server.
 */
export class Isolation {
  /** By server and domain. */
  readonly #isolated: BoundedMap<string, true>;
  /** By server and signal: the domains that gave it. */
  readonly #signals: BoundedMap<string, Set<string>>;

  /** @param now in milliseconds. */
  constructor(now: () => number) {
    this.#isolated = new BoundedMap({ maxSize: MAX_ENTRIES, now });
    this.#signals = new BoundedMap({ maxSize: MAX_ENTRIES, now });
  }

  has(server: string, domain: string): boolean {
    return this.#isolated.get(`${server} ${domain}`) !== undefined;
  }

  /**
   * Isolates the domain.
   * @returns true if the signal now counts for the server, because several domains gave it.
   */
  record(server: string, domain: string, signal: RcptSignal): boolean {
    this.#isolated.set(`${server} ${domain}`, true, ISOLATED_MS);
    const key = `${server} ${signal}`;
    const domains = new Set(this.#signals.get(key)).add(registrable(domain));
    if (domains.size < DOMAINS_PER_SERVER) this.#signals.set(key, domains, SIGNAL_MS);
    else this.#signals.delete(key);
    return domains.size >= DOMAINS_PER_SERVER;
  }

  /**
   * Records a reply about a mailbox. It cancels one throttling signal, since the server does not throttle all domains.
   */
  recordVerdict(server: string): void {
    const domains = this.#signals.get(`${server} throttling`) ?? new Set();
    const [oldest] = domains;
    if (oldest !== undefined) domains.delete(oldest);
  }
}
