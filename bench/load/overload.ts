import { setTimeout } from 'node:timers/promises';
import { createProbe, percentile } from './probe.js';
import type { Load, LoadGenerator, Server } from './start.js';

/**
 * Requests in flight at most: nearly as many as a server takes connections, so that a slow one does not slow the
 * arrivals.
 */
const CONNECTIONS = 4000;
/** With these, a server answers as many requests as it can, and refuses none. */
const CAPACITY_CONNECTIONS = 50;
const CAPACITY_SECONDS = 5;
/** A server that has just started is slower: twice that would be less than twice the capacity. */
const WARM_UP_SECONDS = 5;
/**
 * A busy server accepts a connection in each turn of its event loop: after this time all are open, and its memory is
 * compared from then on.
 */
const OPENING_SECONDS = 75;
/** An answer within this time shows that the server has recovered. */
const QUICK_MS = 250;
/** The health check is timed for so long without load: other programs on the machine slow it too. */
const REST_MS = 3000;
const RECOVERY_MS = 30_000;
const WANTED = ['200', '429', '503'];

/** A server at twice its capacity. Times are in ms, the memory in MB. */
export interface Overload {
  /** Requests per second that it answers while each connection sends as fast as it can. */
  capacity: number;
  /** Requests per second that arrived. */
  offered: number;
  /** The number of answers with 200, 429 and 503. */
  answers: number[];
  /** The number of other answers by status, and of requests without an answer (`none`). */
  others: Record<string, number>;
  /** Before the load, when all connections are open, at its end. */
  memory: { before: number; early: number; late: number };
  health: { rest: number; p99: number; most: number };
  /** From the end of the load until a request is quick again. */
  recovered: number;
}

/** The server to measure, and its load. */
export interface Overloaded {
  server: Server;
  load: Pick<Load, 'key' | 'tokens'>;
  /** The path of the health check. */
  health: string;
  /** Sends a request as the load does. Resolves to its status. */
  request: () => Promise<number>;
  /** The duration of the load once all connections are open. */
  seconds: number;
}

/** Finds the capacity of a server, and offers it twice that. */
export const measureOverload = async (
  generator: LoadGenerator,
  { server, load, health, request, seconds: openSeconds }: Overloaded,
): Promise<Overload> => {
  const seconds = OPENING_SECONDS + openSeconds;
  const asked = { ...load, url: server.url };
  const before = server.memory();
  const most = { ...asked, connections: CAPACITY_CONNECTIONS };
  await generator.send({ ...most, seconds: WARM_UP_SECONDS });
  const atCapacity = await generator.send({ ...most, seconds: CAPACITY_SECONDS });
  // A refusal costs little: if it counted, the capacity would look larger than it is.
  const perSecond = atCapacity.perSecond - (atCapacity.statuses['503'] ?? 0) / CAPACITY_SECONDS;
  const probe = createProbe(server.url, health);
  const rest = await probe.during(setTimeout(REST_MS));
  const sending = generator.send({ ...asked, connections: CONNECTIONS, seconds, rate: Math.round(2 * perSecond) });
  const early = setTimeout(OPENING_SECONDS * 1000).then(() => server.memory());
  const late = setTimeout(seconds * 1000 - 500).then(() => server.memory());
  const times = await probe.during(sending);
  const ended = performance.now();
  for (let quick = false; !quick && performance.now() - ended < RECOVERY_MS;) {
    const started = performance.now();
    quick = (await request()) === 200 && performance.now() - started < QUICK_MS;
  }
  const recovered = Math.round(performance.now() - ended);
  probe.end();
  const { statuses, lost } = await sending;
  const others = Object.entries({ ...statuses, none: lost }).filter(
    ([status, count]) => count > 0 && !WANTED.includes(status),
  );
  return {
    capacity: Math.round(perSecond),
    offered: Math.round((Object.values(statuses).reduce((sum, count) => sum + count, 0) + lost) / seconds),
    answers: WANTED.map((status) => statuses[status] ?? 0),
    others: Object.fromEntries(others),
    memory: { before, early: await early, late: await late },
    health: { rest: percentile(rest, 0.99), p99: percentile(times, 0.99), most: percentile(times, 1) },
    recovered,
  };
};

export const OVERLOAD_HEADING = [
  '',
  'capacity/s',
  'offered/s',
  ...WANTED,
  'other or none',
  'memory MB',
  'health p99 at rest, p99, most ms',
  'quick again after ms',
];

/** Such as `403: 12, none: 3`; `""` without any. */
export const sayOthers = (others: Overload['others']): string =>
  Object.entries(others)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ');

/** The cells of {@link OVERLOAD_HEADING}. */
export const overloadRow = (
  name: string,
  { capacity, offered, answers, others, memory, health, recovered }: Overload,
): (string | number)[] => [
  name,
  capacity,
  offered,
  ...answers,
  sayOthers(others) || 0,
  `${memory.before} → ${memory.early} → ${memory.late}`,
  `${health.rest.toFixed(1)}, ${health.p99.toFixed(1)}, ${health.most.toFixed(1)}`,
  recovered,
];
