import { BoundedMap } from '../../util/bounded-map.js';
import { Controls } from './controls.js';
import { Isolation } from './isolation.js';
import type { Failure } from './recipient-query.js';

/** The limits of a receiver, as learned from its replies. */
export interface Learned {
  connections: number;
  rcptsPerSession: number;
}

/** State kept between sessions, bounded and with TTLs. */
export interface Memory {
  /** By receiver. */
  learned: BoundedMap<string, Learned>;
  /** By address: the reason why no session could be opened just now, and the time that the attempt took, in ms. */
  failures: BoundedMap<string, { failure: Failure; tookMs: number }>;
  /** By host and address: the TLS handshake failed, for another reason than lack of time. */
  plaintext: BoundedMap<string, true>;
  /** By address: the server announced the name of a receiver that is never asked. */
  neverAsked: BoundedMap<string, true>;
  isolation: Isolation;
  controls: Controls;
}

/** The TTLs, in milliseconds. */
export const REMEMBERED_MS = {
  learned: 6 * 3_600_000,
  failure: 10_000,
  plaintext: 3_600_000,
  neverAsked: 6 * 3_600_000,
} as const;

const MAX_ENTRIES = 10_000;

/**
 * Creates an empty memory.
 * @param now in milliseconds.
 */
export const createMemory = (now: () => number): Memory => ({
  learned: new BoundedMap({ maxSize: MAX_ENTRIES, now }),
  failures: new BoundedMap({ maxSize: MAX_ENTRIES, now }),
  plaintext: new BoundedMap({ maxSize: MAX_ENTRIES, now }),
  neverAsked: new BoundedMap({ maxSize: MAX_ENTRIES, now }),
  isolation: new Isolation(now),
  controls: new Controls(now),
});
