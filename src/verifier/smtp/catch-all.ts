import { randomInt } from 'node:crypto';
import { BoundedMap } from '../../util/bounded-map.js';
import { classifyRcpt, displeasure, isAboutSender } from './classify.js';
import type { Failure } from './question.js';
import type { Reply } from './reply.js';

/** Whether a domain takes mail for every local part, or why that was not found out. */
export type CatchAll = 'yes' | 'no' | Failure;

/** What asking for a mailbox that cannot exist showed. */
export interface Shown {
  catchAll: CatchAll;
  /** True when it was a server's reply: that is remembered, a lost connection is not. */
  isReply: boolean;
}

const DAY_MS = 86_400_000;
/** A server that could not tell is asked again after this. */
const INCONCLUSIVE_MS = 300_000;

const CONSONANTS = 'bcdfghjklmnprstvwz';
const VOWELS = 'aeiou';

/** A local part of 24 letters that nobody has: 2^77 of them. It reads like a name, since servers may judge by the looks. */
export const randomLocalPart = (): string =>
  Array.from({ length: 24 }, (_, n) => {
    const letters = n % 2 ? VOWELS : CONSONANTS;
    return letters[randomInt(letters.length)];
  }).join('');

/**
 * Reads the reply to RCPT for a mailbox that cannot exist, after a real one was accepted. Whatever refuses it for good, and is not about us,
 * tells mailboxes apart.
 */
export const readRandom = (reply: Reply, address: string, notFound?: RegExp): CatchAll => {
  const finding = classifyRcpt(reply, address, notFound);
  if (finding === 'exists') return 'yes';
  if (finding.startsWith('mailbox_')) return 'no';
  return reply.code >= 550 && displeasure(reply) === null && !isAboutSender(reply) ? 'no' : (finding as Failure);
};

/** Remembers which domains take mail for every local part, by domain and host: a backup host may, where the first one does not. */
export class CatchAllMemory {
  readonly #known: BoundedMap<string, CatchAll>;
  readonly #asking = new Map<string, Promise<Shown>>();

  /** @param now in milliseconds. */
  constructor(maxSize: number, now: () => number) {
    this.#known = new BoundedMap({ maxSize, now });
  }

  /**
   * Returns the remembered state, or asks. Concurrent calls share one question; if it ends without a reply, since its caller had little time,
   * the next caller asks again.
   */
  async find(domain: string, host: string, ask: () => Promise<Shown>): Promise<CatchAll> {
    const key = `${domain} ${host}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const shared = this.#asking.get(key);
    if (shared) {
      const { catchAll, isReply } = await shared;
      return isReply ? catchAll : this.find(domain, host, ask);
    }
    const asking = ask().finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    const { catchAll, isReply } = await asking;
    const isKnown = catchAll === 'yes' || catchAll === 'no';
    if (isReply) this.#known.set(key, catchAll, isKnown ? DAY_MS : INCONCLUSIVE_MS);
    return catchAll;
  }
}
