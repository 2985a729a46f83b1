import type { SubStatus } from '../../protocol/index.js';
import { abortable, timeout, TimeoutError } from '../../util/timeout.js';
import { ANY_RECEIVER, findReceiver, RECEIVERS, type ReceiverRule } from '../shaping/receivers.js';
import { memoryShapingStore, type ShapingStore } from '../shaping/store.js';
import type { Prober } from '../types.js';
import { CatchAllMemory, randomLocalPart, readRandomReply, type CatchAllAnswer } from './catch-all.js';
import { classifyRcpt } from './classify.js';
import { createDialer } from './dial.js';
import { Failover, type ServerReply, type Target } from './failover.js';
import { createMemory } from './memory.js';
import { NON_ASCII, readHelo, readProxy, readReversePath, readSourceAddress, WIRE_SAFE } from './options.js';
import { ReceiverRegistry } from './receiver-registry.js';
import { domainOf, type RecipientRequest } from './recipient-query.js';
import type { ProberContext } from './session-pool.js';

/** Everything but `helo` is optional. */
export interface ProberOptions {
  /** The name of this machine for HELO: one that resolves to its address, which in turn should resolve to it; or `[192.0.2.1]`. */
  helo: string;
  /**
   * The address for MAIL FROM. The default is the null one, `""`: it needs no mailbox, no SPF record and no name that can be mailed, which a
   * machine that only asks may not have. It costs one transaction per RCPT, and some servers refuse it; with an address of your own that
   * takes mail, more servers answer.
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

/** Maximum number of remembered catch-all states: one for each domain and host. */
const MAX_DOMAINS = 100_000;

/** Maximum time for which `close()` waits for the last sessions, in milliseconds; each has a second for its QUIT. */
const CLOSE_MS = 2000;

/**
 * Makes a prober. Call `close()` when it is no longer needed; sessions without work end by themselves, and keep no process alive.
 * @throws RangeError when an option cannot be read.
 */
export const createProber = (options: ProberOptions): Prober => {
  const { port = 25, tls = true, receivers: rules = RECEIVERS, anyReceiver = ANY_RECEIVER, now = Date.now } = options;
  const { store = memoryShapingStore() } = options;
  const memory = createMemory(now);
  const context: ProberContext = {
    dial: createDialer({
      sourceAddresses: (options.sourceAddresses ?? []).map(readSourceAddress),
      proxy: options.proxy === undefined ? null : readProxy(options.proxy),
    }),
    port,
    tls,
    helo: readHelo(options.helo),
    from: readReversePath(options.from ?? ''),
    store,
    memory,
    isNeverAsked: (host) => findReceiver(host, '', rules, anyReceiver).mode === 'none',
  };
  const catchAlls = new CatchAllMemory(MAX_DOMAINS, now);
  const receivers = new ReceiverRegistry(context);
  let closed = false;

  /** Asks for a mailbox that cannot exist. Its deadline is that of the probe that asks, whatever other probes wait for the answer. */
  const askRandom = async (
    target: Target,
    rule: ReceiverRule,
    domain: string,
    deadline: number,
  ): Promise<CatchAllAnswer> => {
    const recipient = `${randomLocalPart()}@${domain}`;
    const query = receivers.ask(target, rule, { recipient, utf8: false, deadline });
    try {
      const outcome = await timeout(Math.max(1, deadline - performance.now()), query.outcome);
      if ('failure' in outcome) return { catchAll: outcome.failure, isReply: false };
      return { catchAll: readRandomReply(outcome.reply, recipient, rule.notFound, context), isReply: true };
    } catch {
      return { catchAll: query.late(), isReply: false };
    } finally {
      query.abandon();
    }
  };

  const readAnswer = async (
    { target, rule, reply }: ServerReply,
    { recipient, deadline }: RecipientRequest,
  ): Promise<SubStatus[]> => {
    const finding = classifyRcpt(reply, recipient, rule.notFound, context);
    if (finding !== 'exists') return [finding];
    if (rule.neverCatchAll) return [];
    const domain = domainOf(recipient);
    const catchAll = await catchAlls.find(domain, target.host, () => askRandom(target, rule, domain, deadline));
    if (catchAll === 'no') return [];
    return [catchAll === 'yes' ? 'catch_all' : catchAll];
  };

  return {
    async probe({ ascii }, hosts, { timeoutMs, signal }) {
      signal?.throwIfAborted();
      if (closed) return ['smtp_unavailable'];
      // The type does not prove it: nothing but one address may go into a command.
      if (!WIRE_SAFE.test(ascii)) throw new RangeError('The address holds characters that no command may hold');
      const request = { recipient: ascii, utf8: NON_ASCII.test(ascii), deadline: performance.now() + timeoutMs };
      const failover = new Failover(hosts, (target) => {
        const rule = findReceiver(target.host, target.address, rules, anyReceiver);
        if (rule.mode === 'none' || memory.neverAsked.get(target.address)) return null;
        return { rule, query: receivers.ask(target, rule, request) };
      });
      const ask = async (): Promise<SubStatus[]> => {
        const found = await failover.run(request.deadline);
        return 'failure' in found ? [found.failure] : readAnswer(found, request);
      };
      try {
        const asking = ask();
        return await timeout(timeoutMs, signal ? abortable(asking, signal) : asking);
      } catch (error) {
        if (error instanceof TimeoutError && signal?.aborted !== true) return [failover.late()];
        throw error;
      } finally {
        failover.end();
      }
    },
    receiverOf(host, address) {
      const { name, mode } = findReceiver(host, address, rules, anyReceiver);
      return mode === 'none' ? null : name;
    },
    rateOf: (receiver) => store.speed(receiver, (rules.find(({ name }) => name === receiver) ?? anyReceiver).rate),
    async close() {
      closed = true;
      // A store that does not answer must not hold up the caller.
      await timeout(CLOSE_MS, receivers.close()).catch(() => undefined);
    },
  };
};
