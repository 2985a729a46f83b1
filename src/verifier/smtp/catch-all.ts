import { BoundedMap } from '../../util/bounded-map.js';
import { classifyRcpt, throttlingSignal, isAboutSender, type Self } from './classify.js';
import type { Failure } from './recipient-query.js';
import type { Reply } from './reply.js';

/** `yes` if a domain accepts every local part, `no` if it does not, or the reason why that was not found out. */
export type CatchAll = 'yes' | 'no' | Failure;

/** The result of asking for a mailbox that cannot exist. */
export interface CatchAllAnswer {
  catchAll: CatchAll;
  /** True for a server's reply, which is remembered; false for a lost connection. */
  isReply: boolean;
}

const DAY_MS = 86_400_000;
/** Time after which a domain is asked again after an inconclusive reply. */
const INCONCLUSIVE_MS = 300_000;
/**
 * Time after which a domain is asked again after greylisting: before the retry of an address, which needs the reply.
 */
const GREYLISTED_MS = 60_000;

const rememberedMs = (catchAll: CatchAll): number => {
  if (catchAll === 'greylisted') return GREYLISTED_MS;
  return catchAll === 'yes' || catchAll === 'no' ? DAY_MS : INCONCLUSIVE_MS;
};

/**
 * Reads the reply to RCPT for a mailbox that cannot exist, after a real one was accepted. A permanent refusal that is
 * not about the sender shows that the server distinguishes mailboxes.
 */
export const readRandomReply = (reply: Reply, address: string, notFound?: RegExp, self?: Self): CatchAll => {
  const finding = classifyRcpt(reply, address, notFound, self);
  if (finding === 'exists') return 'yes';
  if (finding.startsWith('mailbox_')) return 'no';
  const isRefused = finding === 'smtp_blocked' && reply.code >= 550;
  return isRefused && throttlingSignal(reply) === null && !isAboutSender(reply, self) ? 'no' : (finding as Failure);
};

/**
 * Remembers the domains that accept every local part, by domain and host: a backup host may accept all, and the first
 * host not.
 */
export class CatchAllMemory {
  readonly #known: BoundedMap<string, CatchAll>;
  readonly #asking = new Map<string, Promise<CatchAllAnswer>>();

  /** @param now in milliseconds. */
  constructor(maxSize: number, now: () => number) {
    this.#known = new BoundedMap({ maxSize, now });
  }

  /**
   * Returns the remembered state, or asks. Concurrent calls share one query. If it ends without a reply, such as at its
   * caller's deadline, the next caller asks again.
   */
  async find(domain: string, host: string, ask: () => Promise<CatchAllAnswer>): Promise<CatchAll> {
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
    if (isReply) this.#known.set(key, catchAll, rememberedMs(catchAll));
    return catchAll;
  }
}
