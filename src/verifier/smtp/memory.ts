import { BoundedMap } from '../../util/bounded-map.js';
import type { Failure } from './question.js';

/** What a receiver's replies taught us to bear with. */
export interface Learned {
  connections: number;
  rcptsPerSession: number;
  single: boolean;
}

/** State kept between sessions, bounded and with TTLs: learned limits by receiver, recent failures and failed TLS by address. */
export interface Memory {
  /** By receiver. */
  learned: BoundedMap<string, Learned>;
  /** By address: why no session could be opened just now, and how long the server was waited for, in ms. */
  failures: BoundedMap<string, { failure: Failure; tookMs: number }>;
  /** By host and address: a TLS handshake failed, for another reason than little time. */
  plaintext: BoundedMap<string, true>;
}

/** How long each is remembered, in milliseconds. */
export const REMEMBERED_MS = { learned: 6 * 3_600_000, failure: 10_000, plaintext: 3_600_000 } as const;

/** @param now in milliseconds. */
export const createMemory = (now: () => number): Memory => ({
  learned: new BoundedMap({ maxSize: 10_000, now }),
  failures: new BoundedMap({ maxSize: 10_000, now }),
  plaintext: new BoundedMap({ maxSize: 10_000, now }),
});
