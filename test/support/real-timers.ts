import { afterEach, vi } from 'vitest';
import { turns } from '../../src/util/turns.js';

// Test files share a process: a clock left faked would stop the timers of the next file.
afterEach(async () => {
  vi.useRealTimers();
  // A turn that began by a faked clock, hours ahead, would keep the thread until then.
  await turns.rest();
});
