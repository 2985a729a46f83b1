import { isolatedName } from '../shaping/allowance.js';
import type { ReceiverRule } from '../shaping/receivers.js';
import { Receiver, type ReceiverQuery } from './receiver.js';
import { domainOf, type Outcome, type PendingQuery, type RecipientRequest } from './recipient-query.js';
import type { ProberContext } from './session-pool.js';

/** The receivers that have queries or sessions. A domain that is isolated at a server counts as a separate receiver. */
export class ReceiverRegistry {
  readonly #active = new Map<string, Receiver>();
  readonly #context: ProberContext;

  constructor(context: ProberContext) {
    this.#context = context;
  }

  /** Asks one server of a receiver for a recipient. */
  ask(target: { host: string; address: string }, rule: ReceiverRule, request: RecipientRequest): PendingQuery {
    let pending: ReceiverQuery = this.#receiverFor(rule, request).ask(target, request);
    let abandoned = false;
    let isRepeated = false;
    const settled = async (): Promise<Outcome> => {
      for (;;) {
        const outcome = await pending.outcome;
        if (outcome !== 'ask_again') return outcome;
        isRepeated = true;
        pending = this.#receiverFor(rule, request).ask(target, request);
        if (abandoned) pending.abandon();
      }
    };
    return {
      outcome: settled(),
      late: () => pending.late(),
      // The query was answered before, so no other server is asked.
      isOpening: () => !isRepeated && pending.isOpening(),
      abandon() {
        abandoned = true;
        pending.abandon();
      },
    };
  }

  /** Settles all queries, ends all sessions, and resolves when they have ended. */
  async close(): Promise<void> {
    await Promise.all([...this.#active.values()].map((receiver) => receiver.close()));
  }

  #receiverFor(rule: ReceiverRule, { recipient }: RecipientRequest): Receiver {
    const domain = domainOf(recipient);
    const isolated = this.#context.memory.isolation.has(rule.name, domain) ? domain : null;
    const name = isolated === null ? rule.name : isolatedName(rule.name, isolated);
    const known = this.#active.get(name);
    if (known) return known;
    const receiver = new Receiver(rule, isolated, this.#context, () => {
      // An old receiver may call back after a new one has taken its place.
      if (this.#active.get(name) === receiver) this.#active.delete(name);
    });
    this.#active.set(name, receiver);
    return receiver;
  }
}
