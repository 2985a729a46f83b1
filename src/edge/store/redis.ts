import { isComplete, type CounterLimit, type Counts, type EdgeStore, type Taken } from '../../receipt/store/types.js';

/**
 * Sends one command to Redis and resolves to its reply; rejects on an error reply. Replies may be RESP2 or RESP3: texts as
 * strings, integers as numbers, bigints or digits.
 */
export type RedisSend = (command: string, ...args: string[]) => Promise<unknown>;

/** Settings of {@link redisStore}. */
export interface RedisStoreOptions {
  /** Prefix of every key in Redis (`email-verify:`). Edges with the same prefix share their counters. */
  prefix?: string;
}

/**
 * Takes one from each counter, or none if one has nothing left, atomically and by the clock of Redis. ARGV holds a
 * limit and a window in milliseconds for each key. A counter without expiry (PERSIST, a restored dump) would never reset:
 * it starts a new window.
 */
const TAKE = `
local reply = {}
for i, key in ipairs(KEYS) do
  local left = redis.call('PTTL', key)
  local taken = 0
  if left >= 0 then taken = tonumber(redis.call('GET', key)) end
  local allowed = taken < tonumber(ARGV[2 * i - 1])
  reply[i] = { allowed and 1 or 0, taken, left < 0 and tonumber(ARGV[2 * i]) or left }
  if not allowed then return reply end
end
for i, key in ipairs(KEYS) do
  if redis.call('PTTL', key) < 0 then redis.call('SET', key, 0, 'PX', ARGV[2 * i]) end
  reply[i][2] = redis.call('INCR', key)
end
return reply`;

/**
 * Adds to the counters of a row, or of the other row if the table is full: a hash with a field for each row and counter,
 * one that marks each row, and one for the number of rows. ARGV: milliseconds to live, maximum number of rows, row,
 * other row, then names and numbers.
 */
const ADD = `
local key, row = KEYS[1], ARGV[3]
if redis.call('HEXISTS', key, '\\n' .. row) == 0 then
  if tonumber(redis.call('HGET', key, 'rows') or '0') < tonumber(ARGV[2]) then
    redis.call('HINCRBY', key, 'rows', 1)
    redis.call('HSET', key, '\\n' .. row, 1)
  else
    row = ARGV[4]
  end
end
for i = 5, #ARGV, 2 do redis.call('HINCRBY', key, ARGV[i] .. '\\n' .. row, ARGV[i + 1]) end
if redis.call('PTTL', key) < 0 then redis.call('PEXPIRE', key, ARGV[1]) end
return 1`;

/** Reads a table. From a script, a hash is a flat list in both protocols. */
const READ = `return redis.call('HGETALL', KEYS[1])`;

/** The error for an unexpected reply. The reply is not quoted: it may contain another application's data. */
const unexpected = (command: string, right: string, reply: unknown): TypeError => {
  const kind = reply === null ? 'null' : Array.isArray(reply) ? `a list of ${reply.length}` : typeof reply;
  return new TypeError(`redisStore: ${command} was answered by ${kind}, expected ${right}`);
};

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Redis requires whole milliseconds, at least 1. */
const milliseconds = (ms: number): string => String(Math.max(1, Math.ceil(ms)));

/** A non-negative integer, in any form that clients return, or null. */
const whole = (value: unknown): number | null => {
  const number =
    typeof value === 'bigint' || (typeof value === 'string' && /^\d+$/.test(value)) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null;
};

const readTaken = (reply: unknown, { limit }: CounterLimit): Taken | null => {
  const [allowed, taken, resetMs] = Array.isArray(reply) ? reply.map(whole) : [];
  return (allowed === 0 || allowed === 1) && typeof taken === 'number' && typeof resetMs === 'number'
    ? { allowed: allowed === 1, remaining: limit - taken, resetMs }
    : null;
};

const readAllTaken = (reply: unknown, counters: readonly CounterLimit[]): Taken[] => {
  const replies: unknown[] = Array.isArray(reply) ? reply : [];
  const all = counters.slice(0, replies.length).flatMap((counter, i) => readTaken(replies[i], counter) ?? []);
  if (all.length === replies.length && isComplete(all, counters.length)) return all;
  throw unexpected('EVALSHA', 'three whole numbers for each counter', reply);
};

/** Reads the fields of a table, a name and a value in turn. */
const readTable = (reply: unknown): Map<string, Counts> => {
  if (!Array.isArray(reply)) throw unexpected('HGETALL', 'a list', reply);
  const rows = new Map<string, Record<string, number>>();
  for (let i = 0; i < reply.length; i += 2) {
    const [field, count] = [String(reply[i]), whole(reply[i + 1])];
    const end = field.indexOf('\n');
    if (end < 1 || count === null) continue;
    const row = field.slice(end + 1);
    const counts = rows.get(row) ?? {};
    counts[field.slice(0, end)] = count;
    rows.set(row, counts);
  }
  return rows;
};

/** True if Redis does not have the script: a restart and a failover empty its script cache. */
const isNoScript = (error: unknown): boolean => error instanceof Error && /^-?NOSCRIPT\b/.test(error.message);

/**
 * An {@link EdgeStore} in Redis (5 or later) or Valkey, shared by any number of edges: each call is one atomic command, and
 * every key has an expiry. Works with any client, and on a cluster.
 *
 * Set `maxmemory-policy volatile-ttl`: a flood then evicts the keys that expire soonest, never the daily counters. With
 * `noeviction` a full Redis refuses writes, and the edge answers 503. A failover may lose the last writes.
 * @param send sends a command, see the examples. It should reject at once if Redis cannot be reached.
 * @example
 * redisStore((...command) => client.sendCommand(command)); // node-redis
 * redisStore((command, ...args) => redis.call(command, ...args)); // ioredis
 * redisStore((command, ...args) => Bun.redis.send(command, args)); // Bun
 */
export const redisStore = (send: RedisSend, { prefix = 'email-verify:' }: RedisStoreOptions = {}): EdgeStore => {
  /** SHA-1 of the scripts, for EVALSHA. */
  const digests = new Map<string, Promise<string>>();

  const evaluate = async (script: string, ...args: string[]): Promise<unknown> => {
    const digest = digests.get(script) ?? crypto.subtle.digest('SHA-1', new TextEncoder().encode(script)).then(hex);
    digests.set(script, digest);
    try {
      return await send('EVALSHA', await digest, ...args);
    } catch (error) {
      if (!isNoScript(error)) throw error;
      return send('EVAL', script, ...args);
    }
  };

  return {
    async take(group, counters) {
      // The braces are a hash tag: on a cluster, all keys of a script must be in one slot.
      const keys = counters.map(({ key }) => `${prefix}count:{${group}}:${key}`);
      const limits = counters.flatMap(({ limit, windowMs }) => [String(limit), milliseconds(windowMs)]);
      return readAllTaken(await evaluate(TAKE, String(keys.length), ...keys, ...limits), counters);
    },

    async get(key) {
      const reply = await send('GET', `${prefix}text:${key}`);
      if (reply === null || typeof reply === 'string') return reply;
      throw unexpected('GET', 'a text or null', reply);
    },

    async set(key, value, ttlMs) {
      const reply = await send('SET', `${prefix}text:${key}`, value, 'PX', milliseconds(ttlMs));
      if (reply !== 'OK') throw unexpected('SET', 'OK', reply);
    },

    async setIfAbsent(key, ttlMs) {
      const reply = await send('SET', `${prefix}note:${key}`, '1', 'NX', 'PX', milliseconds(ttlMs));
      if (reply !== null && reply !== 'OK') throw unexpected('SET NX', 'OK or null', reply);
      return reply === 'OK';
    },

    async addCounts(table, row, counts, { ttlMs, maxRows, otherRow }) {
      const pairs = Object.entries(counts).flatMap(([name, count]) => [name, String(count)]);
      const bounds = [milliseconds(ttlMs), String(maxRows)];
      const reply = await evaluate(ADD, '1', `${prefix}table:${table}`, ...bounds, row, otherRow, ...pairs);
      if (whole(reply) !== 1) throw unexpected('EVALSHA', '1', reply);
    },

    async readCounts(table) {
      return readTable(await evaluate(READ, '1', `${prefix}table:${table}`));
    },
  };
};
