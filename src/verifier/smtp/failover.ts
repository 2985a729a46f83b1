import { isIP } from 'node:net';
import type { ReceiverRule } from '../shaping/receivers.js';
import type { MailHost } from '../types.js';
import type { Failure, Outcome, PendingQuery } from './recipient-query.js';
import type { Reply } from './reply.js';

/** One address of one exchanger. */
export interface Target {
  host: string;
  address: string;
}

/** A reply to RCPT, and the server that gave it. */
export interface ServerReply {
  target: Target;
  rule: ReceiverRule;
  reply: Reply;
}

/** Maximum number of addresses that are tried for one probe. */
const MAX_TARGETS = 8;
/** The least time that each address gets before the next is tried, in milliseconds. */
const LEAST_SHARE_MS = 500;

/** Failures, the least informative first. */
const BY_INFORMATION: readonly Failure[] = [
  'smtp_not_checked',
  'smtp_timeout',
  'smtp_unavailable',
  'greylisted',
  'smtp_blocked',
];

const moreInformative = (one: Failure, other: Failure): Failure =>
  BY_INFORMATION.indexOf(other) > BY_INFORMATION.indexOf(one) ? other : one;

async function* targetsOf(hosts: AsyncIterable<MailHost>): AsyncGenerator<Target, undefined> {
  let count = 0;
  for await (const { host, addresses } of hosts) {
    for (const address of addresses) {
      if (isIP(address) === 0) continue;
      yield { host: host.toLowerCase(), address };
      if (++count === MAX_TARGETS) return;
    }
  }
}

/** Asks the servers of a domain in order of preference, until one replies to RCPT. */
export class Failover {
  readonly #targets: AsyncGenerator<Target, undefined>;
  readonly #ask: (target: Target) => { rule: ReceiverRule; query: PendingQuery } | null;
  #query: PendingQuery | null = null;
  #ended = false;
  #failure: Failure = 'smtp_not_checked';

  /** @param ask asks one server; null if its receiver is never asked. */
  constructor(
    hosts: AsyncIterable<MailHost>,
    ask: (target: Target) => { rule: ReceiverRule; query: PendingQuery } | null,
  ) {
    this.#targets = targetsOf(hosts);
    this.#ask = ask;
  }

  /**
   * Asks the servers in order: the next one only after the previous one refused before RCPT, or was silent for half of
   * the time left.
   * @param deadline by `performance.now()`.
   */
  async run(deadline: number): Promise<ServerReply | { failure: Failure }> {
    let coming = this.#targets.next();
    for (;;) {
      const { value: target } = await coming;
      if (!target || this.#ended) return { failure: this.#failure };
      const asked = this.#ask(target);
      if (!asked) return { failure: this.#failure };
      const { rule, query } = asked;
      this.#query = query;
      const share = Math.max((deadline - performance.now()) / 2, LEAST_SHARE_MS);
      const early = await inTime(share, query.outcome);
      let next: typeof coming | undefined;
      const outcome =
        early ?? (query.isOpening() ? await unlessNext(query, (next = this.#next())) : await query.outcome);
      if (outcome && 'reply' in outcome) return { target, rule, reply: outcome.reply };
      const failure = outcome?.failure ?? query.late();
      if (outcome?.isFinal) return { failure };
      this.#failure = moreInformative(this.#failure, failure);
      query.abandon();
      // Another server of the receiver has no turns left either.
      if (failure === 'smtp_not_checked') return { failure: this.#failure };
      coming = next ?? this.#next();
    }
  }

  #next(): Promise<IteratorResult<Target, undefined>> {
    const next = this.#targets.next();
    // A lookup may fail after the last one that is awaited.
    next.catch(() => undefined);
    return next;
  }

  /** The failure to report if the deadline passes now. */
  late(): Failure {
    return moreInformative(this.#failure, this.#query?.late() ?? 'smtp_timeout');
  }

  /** Abandons the queries in flight. */
  end(): void {
    this.#ended = true;
    this.#query?.abandon();
    this.#targets.return(undefined).catch(() => undefined);
  }
}

/** The outcome, or null after `ms` milliseconds. */
const inTime = async (ms: number, outcome: Promise<Outcome>): Promise<Outcome | null> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  try {
    return await Promise.race([outcome, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** The outcome, or null as soon as there is a next server. */
const unlessNext = async (
  { outcome }: PendingQuery,
  next: Promise<IteratorResult<Target, undefined>>,
): Promise<Outcome | null> => Promise.race([outcome, next.then(({ done }) => (done === true ? outcome : null))]);
