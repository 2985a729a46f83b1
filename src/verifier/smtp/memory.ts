import { BoundedMap } from '../../util/bounded-map.js';
import type { Failure } from './question.js';

/** What a receiver's replies taught us to bear with. */
export interface Learned {
  connections: number;
  rcptsPerSession: number;
  single: boolean;
}

/** Everything that is remembered between sessions, each with a bound and a time. */
export interface Memory {
  /** By receiver. */
  learned: BoundedMap<string, Learned>;
  /** By address: why no session could be opened just now. */
  failures: BoundedMap<string, Failure>;
  /** By address: a TLS handshake failed. */
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
