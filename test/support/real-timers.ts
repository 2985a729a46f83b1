import { afterEach, vi } from 'vitest';

// Test files share a process: a clock left faked would stop the timers of the next file.
afterEach(() => {
  vi.useRealTimers();
});
