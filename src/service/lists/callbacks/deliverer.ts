import { describeError, type Logger } from '../../monitoring/log.js';
import type { Observe } from '../../monitoring/events.js';
import type { Seal } from '../../keys/seal.js';
import type { Reach } from '../../outgoing/connect.js';
import type { Store } from '../../schema.js';
import { withTimeout } from '../../../util/timeout.js';
import { newMessageId } from './outbox.js';
import { claim, giveBack, settle, type Claimed } from './queue.js';
import { signMessage, type SecretStore } from './secrets.js';
import { send, type Outcome, type SendOptions } from './send.js';

/** The attempts that run at once: of all, of one host, of one account. */
const MAX_RUNNING = { all: 16, host: 4, account: 8 };
/** The interval in which due callbacks are looked for, and the pause after the store failed, in ms. */
const POLL_MS = 2000;
const FAILED_MS = 30_000;
/** Time limit of attempts after `close`, in ms. */
const GRACE_MS = 5000;

/** The attempt to send a message that only tests a receiver. */
export type Tested = Pick<Outcome, 'status' | 'reason' | 'ms'>;

/** Sends the callbacks that are due. */
export interface Deliverer {
  /** True: callbacks may go to hosts of private networks, and by http. */
  readonly allowPrivate: boolean;
  /** The secrets that sign. */
  readonly secrets: SecretStore;
  /** Looks for due callbacks now. */
  wake: () => void;
  /** Sends a message of the type `test` to a URL, once. Never rejects for what the receiver does. */
  test: (accountId: number, url: string) => Promise<Tested>;
  /** Waits for attempts in flight, for 5 s at most; those that are broken off are due again at once. */
  close: () => Promise<void>;
}

export interface DelivererOptions extends Reach {
  store: Store;
  seal: Seal;
  log: Logger;
  observe?: Observe;
  /** By default 10 s for an attempt, 5 s after `close`, and 2 s between two looks for due callbacks. */
  timeoutMs?: number;
  graceMs?: number;
  pollMs?: number;
}

/** The values that occur at least `max` times. */
const full = <T>(values: readonly T[], max: number): T[] =>
  [...new Set(values)].filter((value) => values.filter((one) => one === value).length >= max);

const UNSEALED = 'the signing secret was made with another SECRET; replace it';

/** Starts to send callbacks: at least once each, by any number of processes on one database. */
export const createDeliverer = ({
  store,
  seal,
  allowPrivate,
  log,
  observe = () => undefined,
  lookUp,
  timeoutMs,
  graceMs = GRACE_MS,
  pollMs = POLL_MS,
}: DelivererOptions): Deliverer => {
  const secrets: SecretStore = { store, seal };
  const end = new AbortController();
  const inFlight = new Map<Claimed, Promise<void>>();
  const options: SendOptions = {
    allowPrivate,
    lookUp,
    signal: end.signal,
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
  let isClosing = false;
  let isWoken = false;
  let endPause = (): void => undefined;

  const wake = (): void => {
    isWoken = true;
    endPause();
  };

  const pause = async (ms: number): Promise<void> => {
    if (!isWoken && !isClosing)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms).unref();
        endPause = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    isWoken = false;
  };

  const sendSigned = async (accountId: number, id: string, url: string, body: string): Promise<Outcome> => {
    const signed = await signMessage(secrets, accountId, id, body);
    if (signed === null) return { status: null, reason: UNSEALED, retryAfter: null, ms: 0 };
    return send(url, body, signed, options);
  };

  const deliver = async (claimed: Claimed): Promise<void> => {
    const { id, accountId, url, payload } = claimed;
    const outcome = await sendSigned(accountId, id, url, payload);
    if (end.signal.aborted && outcome.status === null) {
      await giveBack(store, claimed);
      return;
    }
    const sequel = await settle(store, claimed, outcome);
    const { status, reason, ms } = outcome;
    log.info({ callback: id, account: accountId, status, ...(reason !== null && { reason }), ms, sequel }, 'callback');
    observe({ event: 'callback', sequel, ms });
  };

  const failed = (error: unknown): void => {
    log.warn({ error: describeError(error) }, 'callbacks could not be sent');
  };

  /** Starts attempts while some are due and there is room. */
  const startDue = async (): Promise<void> => {
    while (inFlight.size < MAX_RUNNING.all && !isClosing) {
      const running = [...inFlight.keys()];
      const hosts = running.map(({ host }) => host);
      const accounts = running.map(({ accountId }) => accountId);
      const claimed = await claim(store, {
        hosts: full(hosts, MAX_RUNNING.host),
        accounts: full(accounts, MAX_RUNNING.account),
      });
      if (claimed === null) return;
      const delivering = deliver(claimed)
        .catch(failed)
        .finally(() => {
          inFlight.delete(claimed);
          // There is room for another one.
          wake();
        });
      inFlight.set(claimed, delivering);
    }
  };

  const loop = async (): Promise<void> => {
    for (let ms = pollMs; ;) {
      await pause(ms);
      if (isClosing) return;
      ms = await startDue().then(
        () => pollMs,
        (error: unknown) => {
          failed(error);
          return FAILED_MS;
        },
      );
    }
  };
  const ended = loop();

  return {
    allowPrivate,
    secrets,
    wake,
    test: async (accountId, url) => {
      const id = newMessageId();
      const body = JSON.stringify({ type: 'test', timestamp: new Date().toISOString(), data: {} });
      const { status, reason, ms } = await sendSigned(accountId, id, url, body);
      return { status, reason, ms };
    },
    close: async () => {
      isClosing = true;
      endPause();
      await ended;
      const done = () => Promise.all(inFlight.values());
      await withTimeout(graceMs, done).catch(() => undefined);
      end.abort();
      await done();
    },
  };
};
