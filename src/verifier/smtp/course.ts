import { isIP } from 'node:net';
import type { ReceiverRule } from '../shaping/receivers.js';
import type { MailHost } from '../types.js';
import type { Answer, Failure } from './question.js';
import type { Asked } from './receiver.js';
import type { Reply } from './reply.js';

/** One address of one exchanger. */
export interface Target {
  host: string;
  address: string;
}

/** A server that replied to RCPT. */
export interface Reached {
  target: Target;
  rule: ReceiverRule;
  reply: Reply;
}

/** How many addresses are tried for one probe. */
const MAX_TARGETS = 8;
/** The least time for one of them before the next is tried, in milliseconds. */
const LEAST_SHARE_MS = 500;

/** Failures, the one that tells least first. */
const TELLING: readonly Failure[] = [
  'smtp_not_checked',
  'smtp_timeout',
  'smtp_unavailable',
  'greylisted',
  'smtp_blocked',
];

const moreTelling = (one: Failure, other: Failure): Failure =>
  TELLING.indexOf(other) > TELLING.indexOf(one) ? other : one;

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

/** The walk of one probe from server to server, until one replies to RCPT. */
export class Course {
  readonly #targets: AsyncGenerator<Target, undefined>;
  readonly #ask: (target: Target) => { rule: ReceiverRule; asked: Asked } | null;
  #asked: Asked | null = null;
  #ended = false;
  #failure: Failure = 'smtp_not_checked';

  /** @param ask asks one server; null when its receiver is never asked. */
  constructor(hosts: AsyncIterable<MailHost>, ask: (target: Target) => { rule: ReceiverRule; asked: Asked } | null) {
    this.#targets = targetsOf(hosts);
    this.#ask = ask;
  }

  /**
   * Goes to the next server only where the one before refused before RCPT, or kept silent for half of the time left and there is another.
   * @param deadline by `performance.now()`.
   */
  async run(deadline: number): Promise<Reached | { failure: Failure }> {
    let coming = this.#targets.next();
    for (;;) {
      const { value: target } = await coming;
      if (!target || this.#ended) return { failure: this.#failure };
      const asking = this.#ask(target);
      if (!asking) return { failure: this.#failure };
      const { rule, asked } = asking;
      this.#asked = asked;
      const share = Math.max((deadline - performance.now()) / 2, LEAST_SHARE_MS);
      const early = await inTime(share, asked.answered);
      let next: typeof coming | undefined;
      const answer = early ?? (asked.isOpening() ? await firstOf(asked, (next = this.#next())) : await asked.answered);
      if (answer && 'reply' in answer) return { target, rule, reply: answer.reply };
      const failure = answer?.failure ?? asked.late();
      this.#failure = moreTelling(this.#failure, failure);
      asked.abandon();
      // Another server of the receiver has no turns either.
      if (failure === 'smtp_not_checked') return { failure: this.#failure };
      coming = next ?? this.#next();
    }
  }

  #next(): Promise<IteratorResult<Target, undefined>> {
    const next = this.#targets.next();
    // It may fail when nobody asks any more.
    next.catch(() => undefined);
    return next;
  }

  /** The failure to report if the deadline passes now. */
  late(): Failure {
    return moreTelling(this.#failure, this.#asked?.late() ?? 'smtp_timeout');
  }

  /** Gives up what is under way. */
  end(): void {
    this.#ended = true;
    this.#asked?.abandon();
    this.#targets.return(undefined).catch(() => undefined);
  }
}

/** The answer within some time, or null. */
const inTime = async (ms: number, answered: Promise<Answer>): Promise<Answer | null> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  try {
    return await Promise.race([answered, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** The answer, or null when there is another server to ask first. */
const firstOf = async (
  { answered }: Asked,
  next: Promise<IteratorResult<Target, undefined>>,
): Promise<Answer | null> => {
  const another = next.then(({ done }) => (done === true ? answered : null));
  return Promise.race([answered, another]);
};
