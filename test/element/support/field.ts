import type { CheckResult } from '../../../src/element/edge-client/check-result.js';
import type { FieldOptions } from '../../../src/element/options.js';
import type { FieldHost } from '../../../src/element/field/field-host.js';
import { Field } from '../../../src/element/field/field.js';
import type { Status } from '../../../src/protocol/index.js';

export const HOLD_MS = 3000;

const OPTIONS: FieldOptions = {
  typos: 'fix',
  validateOn: 'input',
  privacy: 'off',
  outcomes: 'auto',
  holdout: 0,
  debounce: 400,
  timeout: 5000,
  hold: HOLD_MS,
  whenUnavailable: 'allow',
  block: ['invalid'],
  warn: ['risky'],
  allowDomains: [],
  override: false,
};

export const answer = (email: string, status: Status): CheckResult => ({
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
  answer(answer: CheckResult): void;
}

const suggest = (text: string) => {
  if (text.endsWith('@gmial.com')) return { address: text.replace('gmial', 'gmail'), certain: true };
  return text.endsWith('@shop.cm') ? { address: text.replace('.cm', '.com'), certain: false } : null;
};

/** A field whose checks the test answers by itself. */
export const start = (given: Partial<FieldOptions> = {}, ports: Partial<FieldHost> = {}) => {
  const options = { ...OPTIONS, ...given };
  const asked: Pending[] = [];
  const askedDomains: Pending[] = [];
  const released: boolean[] = [];
  const written: string[] = [];
  const field = new Field(
    {
      options,
      check: (email, signal) =>
        new Promise((resolve) => {
          asked.push({ email, signal, answer: resolve });
        }),
      checkDomain: (email, signal) =>
        new Promise((resolve) => {
          askedDomains.push({ email, signal, answer: resolve });
        }),
      write: (value) => {
        written.push(value);
        field.edit(value);
      },
      stateChanged: () => undefined,
      assessed: () => undefined,
      mayFix: () => true,
      release: (send) => {
        released.push(send);
      },
      cancel: () => undefined,
      ...ports,
    },
    suggest,
  );
  return { field, asked, askedDomains, released, written, options };
};
