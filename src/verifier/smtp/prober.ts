import type { SubStatus } from '../../protocol/index.js';
import { BoundedMap } from '../../util/bounded-map.js';
import { abortable, timeout, TimeoutError } from '../../util/timeout.js';
import { ANY_RECEIVER, findReceiver, RECEIVERS, type ReceiverRule } from '../shaping/receivers.js';
import { memoryShapingStore, type ShapingStore } from '../shaping/store.js';
import type { Prober } from '../types.js';
import { CatchAllMemory, readRandomReply, type CatchAll, type CatchAllAnswer } from './catch-all.js';
import { asksForLess, classifyRcpt } from './classify.js';
import { createDialer } from './dial.js';
import { Failover, type ServerReply } from './failover.js';
import { createMemory } from './memory.js';
import { NON_ASCII, readHelo, readProxy, readReversePath, readSourceAddress, WIRE_SAFE } from './options.js';
import { createRandomNames } from './random-name.js';
import { ReceiverRegistry } from './receiver-registry.js';
import { domainOf, type RecipientRequest } from './recipient-query.js';
import type { ProberContext } from './session-pool.js';

/** Options of {@link createProber}; all but `helo` are optional. */
export interface ProberOptions {
  /**
   * The name of this machine for HELO: a name that resolves to its address, which in turn should resolve to the name;
   * or `[192.0.2.1]`.
   */
  helo: string;
  /**
   * The address for MAIL FROM. The default is the null address, `""`: it needs no mailbox, no SPF record and no name
   * that can receive mail, which a machine that only asks may not have. Some servers refuse it; more servers answer to
   * an address of yours that receives mail.
   */
  from?: string;
  /** 25 by default. */
  port?: number;
  /** The local addresses to connect from: each server is always asked from the same one. */
  sourceAddresses?: readonly string[];
  /** `socks5://[user:password@]host:port` for all connections. */
  proxy?: string;
  /** True (default) to use STARTTLS if it is offered. */
  tls?: boolean;
  /** The allowances of the receivers; those of this process alone by default. */
  store?: ShapingStore;
  /** Rules for known receivers, of which the first matching one counts; {@link RECEIVERS} by default. */
  receivers?: readonly ReceiverRule[];
  /** The rule for all other receivers, each address being one receiver. */
  anyReceiver?: Omit<ReceiverRule, 'name' | 'suffixes'>;
  /**
   * Keys the random names that are asked for to detect catch-all domains. Processes that share the work on a list need
   * the same secret: a greylisting server accepts a name only when it is asked for again. By default a random one of
   * this process.
   */
  secret?: string;
  /** The clock of everything that is remembered, in milliseconds. */
  now?: () => number;
}

/** Maximum number of remembered catch-all states: one for each domain and host. */
const MAX_DOMAINS = 100_000;

/** Time for which a domain keeps its random name, in milliseconds: longer than the retries at a greylisting server. */
const NAME_MS = 86_400_000;
/** Interval between two questions for the control of a greylisting domain, in milliseconds. */
const BEGUN_MS = 60_000;
/** The share of a probe's time left that may be spent on starting the delays of other recipients. */
const DELAYS_SHARE = 1 / 2;

/** Maximum time for which `close()` waits for the last sessions, in milliseconds; each has a second for its QUIT. */
const CLOSE_MS = 2000;

/**
 * Creates a prober. Call `close()` when it is no longer needed; sessions without work end by themselves, and do not
 * keep the process alive.
 * @throws RangeError if an option is invalid.
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
  const randomNames = createRandomNames(options.secret);
  const names = new BoundedMap<string, string>({ maxSize: MAX_DOMAINS, now });
  const begun = new BoundedMap<string, true>({ maxSize: MAX_DOMAINS, now });
  const receivers = new ReceiverRegistry(context);
  let closed = false;

  /** Asks for a mailbox whose refusal is not a verdict, within the deadline of the probe that asks. */
  const askBeside = async (
    { target, rule }: Pick<ServerReply, 'target' | 'rule'>,
    recipient: string,
    deadline: number,
  ): Promise<CatchAllAnswer> => {
    const query = receivers.ask(target, rule, { recipient, utf8: false, needsProof: false, deadline });
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

  /**
   * Finds out if the domain of a recipient accepts mail for a mailbox that cannot exist. Other probes may wait for the
   * same answer.
   */
  const findCatchAll = (server: ServerReply, recipient: string, deadline: number): Promise<CatchAll> => {
    const domain = domainOf(recipient);
    return catchAlls.find(domain, server.target.host, () => {
      const local = names.get(domain) ?? randomNames(recipient.slice(0, recipient.lastIndexOf('@')), domain);
      names.set(domain, local, NAME_MS);
      return askBeside(server, `${local}@${domain}`, deadline);
    });
  };

  /**
   * Starts the delay of a greylisting server for the other recipients that the retry will ask for: the random name and
   * the control. A server delays each combination of client, sender and recipient separately.
   */
  const beginDelays = async (server: ServerReply, { recipient, deadline }: RecipientRequest): Promise<void> => {
    const domain = domainOf(recipient);
    const soon = deadline - (deadline - performance.now()) * DELAYS_SHARE;
    const control = memory.controls.find(server.rule.name, domain);
    const isBegun = begun.get(domain) === true;
    begun.set(domain, true, BEGUN_MS);
    await Promise.all([
      server.rule.neverCatchAll ? null : findCatchAll(server, recipient, soon),
      control === null || isBegun ? null : askBeside(server, control, soon),
    ]);
  };

  const readAnswer = async (server: ServerReply, request: RecipientRequest): Promise<SubStatus[]> => {
    const { recipient, deadline } = request;
    const { reply, rule } = server;
    const finding = classifyRcpt(reply, recipient, rule.notFound, context);
    // A server that asks for fewer questions is asked only for a verdict.
    if (finding === 'greylisted' && !asksForLess(reply)) await beginDelays(server, request);
    if (finding !== 'exists') return [finding];
    if (rule.neverCatchAll) return [];
    const catchAll = await findCatchAll(server, recipient, deadline);
    if (catchAll === 'no') return [];
    return [catchAll === 'yes' ? 'catch_all' : catchAll];
  };

  return {
    async probe({ ascii }, hosts, { timeoutMs, signal }) {
      signal?.throwIfAborted();
      if (closed) return ['smtp_unavailable'];
      // The type does not prove it: a command may contain nothing but one address.
      if (!WIRE_SAFE.test(ascii)) throw new RangeError('The address holds characters that no command may hold');
      const deadline = performance.now() + timeoutMs;
      const request = { recipient: ascii, utf8: NON_ASCII.test(ascii), needsProof: true, deadline };
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
