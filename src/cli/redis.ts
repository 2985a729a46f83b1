import type { Logger } from 'pino';
import { redisStore, type EdgeStore } from '../edge/index.js';
import { TimeoutError, withTimeout } from '../util/timeout.js';
import { WrongSetting } from '../edge/runtime/environment.js';
import { UsageError } from './usage-error.js';

/** How long a connection may take to be made, and how long it may then be silent, in milliseconds. */
const CONNECT_TIMEOUT_MS = 5000;
/** How often Redis is asked whether it is there, and how long it may take to say so, in milliseconds. */
const PING_MS = 2000;
const LONGEST_PAUSE_MS = 2000;
/** Commands that are not answered yet; further ones fail at once. */
const MOST_COMMANDS = 10_000;

const isEncoded = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

/**
 * Checks the setting REDIS_URL.
 * @throws WrongSetting that does not quote it: it may hold a password.
 */
export const redisUrl = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : null;
  const plain = url !== null && /^(\/\d*)?$/.test(url.pathname) && !/[?#]/.test(text);
  const right = plain && url.hostname !== '' && isEncoded(url.username) && isEncoded(url.password);
  if (right && /^rediss?:$/.test(url.protocol)) return text;
  throw new WrongSetting(
    'REDIS_URL is not the address of a Redis; write redis://user:password@host:6379/0, or rediss:// for TLS.',
  );
};

/** The edge's store in the Redis of `REDIS_URL`. */
export interface OpenRedis {
  store: EdgeStore;
  /** Ends it at once; commands under way fail. */
  close: () => void;
}

/** What went wrong, in a word: a message may quote what was sent, password and all. */
const reason = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as NodeJS.ErrnoException;
  return code ?? /^[A-Z]{3,}\b/.exec(error.message)?.[0] ?? error.constructor.name;
};

/**
 * Connects to Redis. A connection that is lost is made again, for as long as it takes; until then, commands fail at once.
 * @param url checked by {@link redisUrl}.
 * @throws UsageError when it cannot be reached now, or refuses.
 */
export const openRedis = async (url: string, log: Logger): Promise<OpenRedis> => {
  const { createClient } = await import('@redis/client');
  let isStarted = false;
  let isTold = false;

  const prepare = () =>
    createClient({
      url,
      // Redis 5 speaks it too.
      RESP: 2,
      maintNotifications: 'disabled',
      disableOfflineQueue: true,
      commandsQueueMaxLength: MOST_COMMANDS,
      socket: {
        connectTimeout: CONNECT_TIMEOUT_MS,
        socketTimeout: CONNECT_TIMEOUT_MS,
        reconnectStrategy: (retries) => isStarted && Math.min(50 * 2 ** retries, LONGEST_PAUSE_MS),
      },
    })
      .on('error', (error) => {
        if (isStarted && !isTold) log.warn({ error: reason(error) }, 'Redis cannot be reached');
        isTold = true;
      })
      .on('ready', () => {
        if (isStarted) log.info('Redis is there again');
        isTold = false;
      });

  let client = prepare();
  try {
    await client.connect();
    // One that wants a password takes a connection without.
    await client.ping();
  } catch (error) {
    client.destroy();
    throw new UsageError(`The Redis of REDIS_URL cannot be used: ${reason(error)}.`);
  }
  isStarted = true;

  /** A machine that is gone closes no connection: what is written there vanishes, for as long as TCP tries (15 minutes). */
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
