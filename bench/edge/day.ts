import { join } from 'node:path';
import type * as edgeModule from '../../src/edge/index.js';
import { createPage, type Page } from './page.js';
import { ORIGIN } from './start.js';
import { createStranger, type Strategy } from './stranger.js';
import type { VirtualTime } from './virtual-time.js';
import type { VirtualUpstream } from './virtual-upstream.js';

const { createEdge, generateReceiptKey } = (await import(
  join(import.meta.dirname, '../../dist/edge/index.js')
)) as typeof edgeModule;

export const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** People who come to sign up: a rush, the rest of two hours, the rest of the day. */
const ARRIVALS = [
  { untilMs: 10 * MINUTE_MS, people: 600 },
  { untilMs: 120 * MINUTE_MS, people: 660 },
  { untilMs: DAY_MS, people: 2640 },
];
/** A person corrects the address once, after so long. */
const CORRECTED_MS = 3000;
/** A check that takes longer, or has no verdict, is noticed. */
const NOTICED_MS = 1000;

/** Mulberry32: the same people for the same seed. */
const createRandom = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

/** When people come, in milliseconds from the start of the day. */
const arrivals = (seed: number): number[] => {
  const random = createRandom(seed);
  return ARRIVALS.flatMap(({ untilMs, people }, i) => {
    const fromMs = ARRIVALS[i - 1]?.untilMs ?? 0;
    return Array.from({ length: people }, () => fromMs + random() * (untilMs - fromMs));
  });
};

/** A person's check. */
interface Visit {
  at: number;
  person: number;
  page: Page;
}

/** The effects of a stranger on one day. */
export interface Day {
  /** Upstream calls for the stranger's checks. */
  cost: number;
  /** The stranger's computing time for proofs of work, in milliseconds. */
  workMs: number;
  /** The number of people who came, and of those who had a check without a valid verdict within a second. */
  all: { came: number; noticed: number };
  /** The same, of those who came while the stranger asked. */
  meanwhile: { came: number; noticed: number };
  /** The duration of the attack, in milliseconds. */
  overMs: number;
}

/** The seed of the people who come, and the end of the day in milliseconds. */
interface Length {
  seed: number;
  endMs: number;
}

/** Lets a day pass at an edge with the defaults, or its beginning. */
export const simulateDay = async (
  time: VirtualTime,
  upstream: VirtualUpstream,
  networks: readonly string[],
  strategy: Strategy,
  { seed, endMs }: Length = { seed: 1, endMs: DAY_MS },
): Promise<Day> => {
  const start = time.now();
  const edge = createEdge({
    origins: [ORIGIN],
    secret: crypto.getRandomValues(new Uint8Array(32)),
    receiptKey: await generateReceiptKey(),
    issuer: 'https://edge.example',
    upstream: { baseUrl: upstream.baseUrl, apiKey: 'key' },
    now: time.now,
    ...(process.env['CHALLENGE'] === 'off' && { challenge: 'off' as const }),
  });
  // Its keys take real time.
  await edge(new Request('https://edge.example/healthz'));
  upstream.takeCost();
  const stranger = await createStranger(edge, networks, strategy, time.now);
  const came = new Set<number>();
  const noticed = new Set<number>();

  const visit = async ({ at, person, page }: Visit): Promise<void> => {
    if (at < stranger.activeUntil) came.add(person);
    const found = await page.check(`person${person}.${at}@example.com`);
    if (found !== 'valid' || time.now() - at > NOTICED_MS) noticed.add(person);
  };

  const people = arrivals(seed).filter((afterMs) => afterMs < endMs);
  const visits = people
    .flatMap((afterMs, person): Visit[] => {
      const page = createPage(edge, `172.16.${person >> 8}.${person & 255}`, time.now);
      const at = start + afterMs;
      return [
        { at, person, page },
        { at: at + CORRECTED_MS, person, page },
      ];
    })
    .sort((a, b) => b.at - a.at);

  for (;;) {
    const next = visits.at(-1);
    const at = Math.min(next?.at ?? Infinity, stranger.nextAt);
    if (at >= start + endMs) break;
    await time.goTo(at);
    if (next && next.at <= at) {
      visits.pop();
      void visit(next);
    } else stranger.act();
    await time.settle();
  }
  await time.goTo(start + endMs + MINUTE_MS);
  const overMs = Math.max(0, Math.min(stranger.activeUntil - start, DAY_MS));
  return {
    overMs,
    workMs: stranger.workMs,
    cost: upstream.takeCost(),
    all: { came: people.length, noticed: noticed.size },
    meanwhile: { came: came.size, noticed: [...noticed].filter((person) => came.has(person)).length },
  };
};
