import type { SubStatus } from '../../protocol/index.js';
import { abortable, timeout, TimeoutError } from '../../util/timeout.js';
import { ANY_RECEIVER, findReceiver, RECEIVERS, type ReceiverRule } from '../shaping/receivers.js';
import { memoryShapingStore, type ShapingStore } from '../shaping/store.js';
import { CatchAllMemory, randomLocalPart, readRandom, type Shown } from './catch-all.js';
import { classifyRcpt } from './classify.js';
import type { Prober } from '../types.js';
import { Course, type Reached, type Target } from './course.js';
import { createDialer, parseProxy } from './dial.js';
import { createMemory } from './memory.js';
import { NON_ASCII, readHelo, readReversePath, readSourceAddress, WIRE_SAFE } from './options.js';
import type { Question } from './question.js';
import { Receiver, type Asked } from './receiver.js';
import type { SessionsContext } from './sessions.js';

/** Everything but `helo` is optional. */
export interface ProberOptions {
  /** The name of this machine for HELO: one that resolves to its address, which in turn should resolve to it; or `[192.0.2.1]`. */
  helo: string;
  /**
   * The address for MAIL FROM. The default is the null one, `""`: it needs no mailbox, no SPF record and no name that can be mailed, which a
   * machine that only asks may not have. It costs one transaction per RCPT, and some servers refuse it; with an address of your own that
   * takes mail, servers say more.
   */
  from?: string;
  /** 25 by default. */
  port?: number;
  /** The local addresses to connect from, in turn. */
  sourceAddresses?: readonly string[];
  /** `socks5://[user:password@]host:port` for all connections. */
  proxy?: string;
  /** STARTTLS where it is offered; true by default. */
  tls?: boolean;
  /** The allowances of the receivers; those of this process alone by default. */
  store?: ShapingStore;
  /** Rules for known receivers, the first that matches counts; ours by default. */
  receivers?: readonly ReceiverRule[];
  /** The rule for all others, each address by itself. */
  anyReceiver?: Omit<ReceiverRule, 'name' | 'suffixes'>;
  /** The clock of what is remembered, in milliseconds. */
  now?: () => number;
}

/** How many domains are remembered as catch-alls or not. */
const MAX_DOMAINS = 100_000;

/** How long `close()` waits for the last sessions, in milliseconds; each has a second for its QUIT. */
const CLOSE_MS = 2000;

/** One RCPT of a probe: the address, and how long somebody waits. */
type Wanted = Pick<Question, 'recipient' | 'utf8' | 'deadline'>;

/**
 * Makes a prober. Call `close()` when it is no longer needed; sessions without work end by themselves, and keep no process alive.
 * @throws RangeError when an option cannot be read.
 */
export const createProber = (options: ProberOptions): Prober => {
  const { port = 25, tls = true, receivers: rules = RECEIVERS, anyReceiver = ANY_RECEIVER, now = Date.now } = options;
  const context: SessionsContext = {
    dial: createDialer({
      sourceAddresses: (options.sourceAddresses ?? []).map(readSourceAddress),
      proxy: options.proxy === undefined ? null : parseProxy(options.proxy),
    }),
    port,
    tls,
    helo: readHelo(options.helo),
    from: readReversePath(options.from ?? ''),
    store: options.store ?? memoryShapingStore(),
    memory: createMemory(now),
  };
  const catchAlls = new CatchAllMemory(MAX_DOMAINS, now);
  /** Those with questions or sessions. */
  const active = new Map<string, Receiver>();
  let closed = false;

  const askServer = (target: Target, rule: ReceiverRule, wanted: Wanted): Asked => {
    let receiver = active.get(rule.name);
    if (!receiver) {
      const opened = new Receiver(rule, context, () => {
        // Another one may have taken its place meanwhile.
        if (active.get(rule.name) === opened) active.delete(rule.name);
      });
      receiver = opened;
      active.set(rule.name, receiver);
    }
    return receiver.ask(target, wanted);
  };

  /** Asks for a mailbox that cannot exist; ends by itself at the deadline, whoever else waits for the answer. */
  const askRandom = async (target: Target, rule: ReceiverRule, domain: string, deadline: number): Promise<Shown> => {
    const recipient = `${randomLocalPart()}@${domain}`;
    const { answered, late, abandon } = askServer(target, rule, { recipient, utf8: false, deadline });
    try {
      const answer = await timeout(Math.max(1, deadline - performance.now()), answered);
      if ('failure' in answer) return { catchAll: answer.failure, isReply: false };
      return { catchAll: readRandom(answer.reply, recipient, rule.notFound), isReply: true };
    } catch {
      return { catchAll: late(), isReply: false };
    } finally {
      abandon();
    }
  };

  const readAnswer = async (
    { target, rule, reply }: Reached,
    { recipient, deadline }: Wanted,
  ): Promise<SubStatus[]> => {
    const finding = classifyRcpt(reply, recipient, rule.notFound);
    if (finding !== 'exists') return [finding];
    if (rule.neverCatchAll) return [];
    const domain = recipient.slice(recipient.lastIndexOf('@') + 1);
    const catchAll = await catchAlls.find(domain, target.host, () => askRandom(target, rule, domain, deadline));
    if (catchAll === 'no') return [];
    return [catchAll === 'yes' ? 'catch_all' : catchAll];
  };

  return {
    async probe({ ascii }, hosts, { timeoutMs, signal }) {
      signal?.throwIfAborted();
      if (closed) return ['smtp_unavailable'];
      // Whoever made it: nothing but one address must come into a command.
      if (!WIRE_SAFE.test(ascii)) throw new RangeError('The address holds characters that no command may hold');
      const wanted = { recipient: ascii, utf8: NON_ASCII.test(ascii), deadline: performance.now() + timeoutMs };
      const course = new Course(hosts, (target) => {
        const rule = findReceiver(target.host, target.address, rules, anyReceiver);
        return rule.mode === 'none' ? null : { rule, asked: askServer(target, rule, wanted) };
      });
      const ask = async (): Promise<SubStatus[]> => {
        const reached = await course.run(wanted.deadline);
        return 'failure' in reached ? [reached.failure] : readAnswer(reached, wanted);
      };
      try {
        const asking = ask();
        return await timeout(timeoutMs, signal ? abortable(asking, signal) : asking);
      } catch (error) {
        if (error instanceof TimeoutError && signal?.aborted !== true) return [course.late()];
        throw error;
      } finally {
        course.end();
      }
    },
    async close() {
      closed = true;
      const ending = [...active.values()].map((receiver) => receiver.close());
      // A store that does not answer holds up nobody.
      await timeout(CLOSE_MS, Promise.all(ending)).catch(() => undefined);
    },
  };
};
