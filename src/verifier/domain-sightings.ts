const DAY_MS = 24 * 3_600_000;
/**
 * The least number of days on which a steady domain was seen, and the least time between its first and last sighting,
 * in ms.
 */
const LEAST_DAYS = 3;
const LEAST_SPAN_MS = 4 * DAY_MS;

/** The sightings of a domain. */
interface Sighting {
  readonly firstMs: number;
  lastMs: number;
  /** The number of days (UTC) on which it was seen. */
  days: number;
}

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

/** True if a domain was seen on several days. */
export const isSteady = ({ firstMs, lastMs, days }: Sighting): boolean =>
  days >= LEAST_DAYS && lastMs - firstMs >= LEAST_SPAN_MS;

/** The domains seen at one place: a bounded number, each for a while after its last sighting. */
export class Sightings {
  /** The least recently seen domain first; undefined at most places. */
  #domains: Map<string, Sighting> | undefined;
  readonly #maxSize: number;
  readonly #forgetMs: number;

  constructor({ maxSize, forgetMs }: { maxSize: number; forgetMs: number }) {
    this.#maxSize = maxSize;
    this.#forgetMs = forgetMs;
  }

  /** Records a sighting. At the bound, the least recently seen domain is forgotten. */
  add(domain: string, nowMs: number): void {
    this.#forget(nowMs);
    this.#domains ??= new Map();
    const sighting = this.#domains.get(domain) ?? { firstMs: nowMs, lastMs: -Infinity, days: 0 };
    if (dayOf(nowMs) !== dayOf(sighting.lastMs)) sighting.days++;
    sighting.lastMs = nowMs;
    this.#domains.delete(domain);
    this.#domains.set(domain, sighting);
    const [oldest] = this.#domains.size > this.#maxSize ? this.#domains.keys() : [];
    if (oldest !== undefined) this.#domains.delete(oldest);
  }

  has(domain: string, nowMs: number): boolean {
    this.#forget(nowMs);
    return this.#domains?.has(domain) ?? false;
  }

  /** The number of domains that are not forgotten; only of those accepted by `isCounted`, if given. */
  count(nowMs: number, isCounted?: (sighting: Sighting) => boolean): number {
    this.#forget(nowMs);
    if (!this.#domains || !isCounted) return this.#domains?.size ?? 0;
    let counted = 0;
    for (const sighting of this.#domains.values()) if (isCounted(sighting)) counted++;
    return counted;
  }

  #forget(nowMs: number): void {
    if (!this.#domains) return;
    for (const [domain, { lastMs }] of this.#domains) {
      if (nowMs - lastMs < this.#forgetMs) return;
      this.#domains.delete(domain);
    }
  }
}
