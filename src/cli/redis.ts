import type { Logger } from 'pino';
import { StartupError } from '../config/startup-error.js';
import { redisStore, type EdgeStore } from '../edge/index.js';
import { errorCode } from '../util/errors.js';
import { TimeoutError, withTimeout } from '../util/timeout.js';

/** Timeout of connecting, and idle timeout of the connection, in milliseconds. */
const CONNECT_TIMEOUT_MS = 5000;
/** Interval of the pings, and timeout of each, in milliseconds. */
const PING_MS = 2000;
const MAX_BACK_OFF_MS = 2000;
/** Maximum number of commands in flight; further ones fail at once. */
const MAX_COMMANDS = 10_000;

/** The edge's store in the Redis of `REDIS_URL`. */
export interface OpenRedis {
  store: EdgeStore;
  /** Closes the connection at once; commands in flight fail. */
  close: () => void;
}

/**
 * The reason of a failure in one word. The error's message is not used, since it may quote the command, including a
 * password.
 */
const reason = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error;
  return errorCode(error) ?? /^[A-Z]{3,}\b/.exec(error.message)?.[0] ?? error.constructor.name;
};

/**
 * Connects to Redis. A lost connection is retried without limit; until it is back, commands fail at once.
 * @throws StartupError if Redis cannot be reached at the start, or refuses the connection.
 */
export const openRedis = async (url: string, log: Logger): Promise<OpenRedis> => {
  const { createClient } = await import('@redis/client');
  let isStarted = false;
  let isReported = false;

  const prepare = () =>
    createClient({
      url,
      // Redis 5 does not support RESP3.
      RESP: 2,
      maintNotifications: 'disabled',
      disableOfflineQueue: true,
      commandsQueueMaxLength: MAX_COMMANDS,
      socket: {
        connectTimeout: CONNECT_TIMEOUT_MS,
        socketTimeout: CONNECT_TIMEOUT_MS,
        reconnectStrategy: (retries) => isStarted && Math.min(50 * 2 ** retries, MAX_BACK_OFF_MS),
      },
    })
      .on('error', (error) => {
        if (isStarted && !isReported) log.warn({ error: reason(error) }, 'Redis cannot be reached');
        isReported = true;
      })
      .on('ready', () => {
        if (isStarted) log.info('Redis is there again');
        isReported = false;
      });

  let client = prepare();
  try {
    await client.connect();
    // A Redis with a password accepts a connection without it, but refuses commands.
    await client.ping();
  } catch (error) {
    client.destroy();
    throw new StartupError(`The Redis of REDIS_URL cannot be used: ${reason(error)}.`);
  }
  isStarted = true;

  /** Detects a dead peer. A crashed machine does not close its connections, and TCP retransmits for up to 15 minutes. */
  const watch = setInterval(() => {
    const asked = client;
    if (!asked.isReady) return;
    withTimeout(PING_MS, () => asked.ping()).catch((error: unknown) => {
      if (!(error instanceof TimeoutError) || asked !== client) return;
      log.warn({ error: error.name }, 'Redis cannot be reached');
      asked.destroy();
      client = prepare();
      client.connect().catch(() => undefined);
    });
  }, PING_MS);
  watch.unref();

  return {
    store: redisStore((...command) => client.sendCommand(command)),
    close: () => {
      clearInterval(watch);
      client.destroy();
    },
  };
};
