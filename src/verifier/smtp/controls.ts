import { BoundedMap } from '../../util/bounded-map.js';
import { domainOf } from './recipient-query.js';
import { NON_ASCII } from './options.js';

const HOUR_MS = 3_600_000;
/** Time for which an accepted recipient may be a control, in milliseconds. */
const ACCEPTED_MS = 7 * 24 * HOUR_MS;
/** Time for which a refusal counts against a receiver's next one, in milliseconds. */
const REFUSED_MS = 24 * HOUR_MS;
/** Time for which a refused `postmaster` is not asked for again, in milliseconds. */
const NO_POSTMASTER_MS = HOUR_MS;
/** Time for which a receiver counts as greylisting after a reply that says so, in milliseconds. */
const GREYLISTED_MS = 600_000;
const MAX_ENTRIES = 10_000;
/** Maximum number of accepted recipients that are kept for one receiver. */
const MAX_PER_RECEIVER = 4;

/**
 * Remembers recipients that receivers have accepted, as controls: if one of them is refused now, the receiver refuses
 * us, and its other refusals prove nothing.
 */
export class Controls {
  /** By receiver, the last accepted one at the end. */
  readonly #accepted: BoundedMap<string, readonly string[]>;
  /** By receiver and domain. */
  readonly #ofDomain: BoundedMap<string, string>;
  /** By receiver and domain. */
  readonly #noPostmaster: BoundedMap<string, true>;
  /** The receivers and the domains that refused any recipient. */
  readonly #refused: BoundedMap<string, true>;
  /** By receiver, the only recipient that it has refused since it accepted one; null for several. */
  readonly #only: BoundedMap<string, string | null>;
  /** The receivers that refused a recipient that they had accepted, and have accepted none since. */
  readonly #shut: BoundedMap<string, true>;
  /** The receivers that greylist. */
  readonly #greylisting: BoundedMap<string, true>;

  /** @param now in milliseconds. */
  constructor(now: () => number) {
    this.#accepted = new BoundedMap({ maxSize: MAX_ENTRIES, now });
    this.#ofDomain = new BoundedMap({ maxSize: MAX_ENTRIES, now });
    this.#noPostmaster = new BoundedMap({ maxSize: MAX_ENTRIES, now });
    this.#refused = new BoundedMap({ maxSize: MAX_ENTRIES, now });
    this.#only = new BoundedMap({ maxSize: MAX_ENTRIES, now });
    this.#shut = new BoundedMap({ maxSize: MAX_ENTRIES, now });
    this.#greylisting = new BoundedMap({ maxSize: MAX_ENTRIES, now });
  }

  recordAccepted(receiver: string, recipient: string): void {
    this.#only.delete(receiver);
    this.#shut.delete(receiver);
    // Not every server accepts a recipient with SMTPUTF8.
    if (NON_ASCII.test(recipient)) return;
    const others = this.#others(receiver, recipient);
    this.#accepted.set(receiver, [...others, recipient].slice(-MAX_PER_RECEIVER), ACCEPTED_MS);
    this.#ofDomain.set(`${receiver} ${domainOf(recipient)}`, recipient, ACCEPTED_MS);
  }

  recordRefused(receiver: string, recipient: string): void {
    const domain = domainOf(recipient);
    this.#refused.set(receiver, true, REFUSED_MS);
    this.#refused.set(domain, true, REFUSED_MS);
    if (recipient === postmasterOf(domain)) this.#noPostmaster.set(`${receiver} ${domain}`, true, NO_POSTMASTER_MS);
    else this.#noteOnly(receiver, recipient);
    if (this.#ofDomain.get(`${receiver} ${domain}`) === recipient) this.#ofDomain.delete(`${receiver} ${domain}`);
    if (this.#accepted.get(receiver)?.includes(recipient) !== true) return;
    this.#shut.set(receiver, true, REFUSED_MS);
    const others = this.#others(receiver, recipient);
    if (others.length > 0) this.#accepted.set(receiver, others, ACCEPTED_MS);
    else this.#accepted.delete(receiver);
  }

  #noteOnly(receiver: string, recipient: string): void {
    const only = this.#only.get(receiver);
    this.#only.set(receiver, only === undefined || only === recipient ? recipient : null, REFUSED_MS);
  }

  /**
   * True if nothing can have provoked a refusal: the receiver refused no other recipient, and no recipient is known
   * that it accepts or accepted.
   */
  isOnly(receiver: string, recipient: string): boolean {
    const isKnown = this.#shut.get(receiver) === true || this.findAccepted(receiver, domainOf(recipient)) !== null;
    return !isKnown && this.#only.get(receiver) === recipient;
  }

  recordGreylisted(receiver: string): void {
    this.#greylisting.set(receiver, true, GREYLISTED_MS);
  }

  /** True if a receiver greylists: it may accept some recipient at the retry. */
  isGreylisting(receiver: string): boolean {
    return this.#greylisting.get(receiver) === true;
  }

  #others(receiver: string, recipient: string): readonly string[] {
    return this.#accepted.get(receiver)?.filter((one) => one !== recipient) ?? [];
  }

  /**
   * The control to ask for: an accepted recipient of this domain, one of another domain, or `postmaster`; null if there
   * is none.
   */
  find(receiver: string, domain: string): string | null {
    const accepted = this.findAccepted(receiver, domain);
    if (accepted !== null) return accepted;
    return this.#noPostmaster.get(`${receiver} ${domain}`) ? null : postmasterOf(domain);
  }

  findAccepted(receiver: string, domain: string): string | null {
    return this.#ofDomain.get(`${receiver} ${domain}`) ?? this.#accepted.get(receiver)?.at(-1) ?? null;
  }

  /** True if neither the receiver nor the domain is known to have refused any recipient. */
  isUnrefused(receiver: string, domain: string): boolean {
    return !this.#refused.get(receiver) && !this.#refused.get(domain);
  }
}

const postmasterOf = (domain: string): string => `postmaster@${domain}`;
