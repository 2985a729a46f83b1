import type { Answer } from '../../../src/element/edge-client/client.js';
import type { SessionOptions, SessionPorts } from '../../../src/element/ports.js';
import { Session } from '../../../src/element/field/field.js';
import type { Status } from '../../../src/protocol/index.js';

export const HOLD_MS = 3000;

const OPTIONS: SessionOptions = {
  typos: 'fix',
  validateOn: 'input',
  debounce: 400,
  timeout: 5000,
  hold: HOLD_MS,
  onUnavailable: 'allow',
  block: 'invalid',
  warn: 'risky',
  allowDomains: '',
  override: false,
};

export const answer = (email: string, status: Status): Answer => ({
  ok: true,
  verdict: { email, status, quality: 'unknown', sub_status: [], did_you_mean: null },
  receipt: 'r',
});

/** Lets everything that is ready run. */
export const turn = async (): Promise<void> => {
  for (let i = 0; i < 5; i++) await Promise.resolve();
};

interface Pending {
  email: string;
  signal: AbortSignal;
  answer(answer: Answer): void;
}

/** A session whose checks the test answers by itself. */
export const start = (given: Partial<SessionOptions> = {}, ports: Partial<SessionPorts> = {}) => {
  const options = { ...OPTIONS, ...given };
  const asked: Pending[] = [];
  const released: boolean[] = [];
  const written: string[] = [];
  const session = new Session({
    options,
    check: (email, signal) =>
      new Promise((resolve) => {
        asked.push({ email, signal, answer: resolve });
      }),
    loadTypos: () =>
      Promise.resolve((text) => {
        if (text.endsWith('@gmial.com')) return { address: text.replace('gmial', 'gmail'), certain: true };
        return text.endsWith('@shop.cm') ? { address: text.replace('.cm', '.com'), certain: false } : null;
      }),
    write: (value) => {
      written.push(value);
      session.edit(value);
    },
    changed: () => undefined,
    found: () => undefined,
    mayFix: () => true,
    release: (send) => {
      released.push(send);
    },
    cancel: () => undefined,
    ...ports,
  });
  return { session, asked, released, written, options };
};
