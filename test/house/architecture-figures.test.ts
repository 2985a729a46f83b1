/** Figures in ARCHITECTURE.md are those of the code. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { root } from '../support/manifest.js';

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const architecture = textOf('docs/ARCHITECTURE.md').replace(/\s+/g, ' ');

const count = (value: number): string => value.toLocaleString('en-US');
const seconds = (ms: number): string => `${ms / 1000} s`;
const hours = (ms: number): string => `${ms / 3_600_000} hours`;
const minutes = (ms: number[]): string =>
  ms
    .map((one) => `${one / 60_000}`)
    .join(', ')
    .replace(/, (\d+)$/, ' and $1');

/** The value of an expression of numbers in the code, such as `14 * 24 * 3_600_000`. */
const valueOf = (expression: string): number =>
  expression
    .replaceAll('_', '')
    .split('*')
    .reduce((product, factor) => product * Number(factor), 1);

/** Figures by their file: the expressions in the code, and the words with their values in the architecture. */
const FIGURES: [file: string, code: RegExp, words: (...values: number[]) => string][] = [
  ['.size-limit.mjs', /'loader, module'.*?limit: '(\d+) B'/, (bytes) => `The loader (${(bytes / 1000).toFixed(1)} kB)`],
  [
    'src/element/edge-client/edge-client.ts',
    /CACHE_TTL_MS = ([\d_]+);\nconst CACHE_SIZE = ([\d_]+)/,
    (ttl, size) => `${size} verdicts, ${seconds(ttl)}`,
  ],
  [
    'src/service/lists/work/worker.ts',
    /lookup: (\d+), probe: (\d+)/,
    (lookups, receivers) => `${lookups} look-ups, and ${receivers} receivers with`,
  ],
  ['src/service/lists/work/worker.ts', /leaseMs = ([\d_]+)/, (ms) => `claims expire after ${seconds(ms)}`],
  ['src/service/lists/work/turns.ts', / CHUNK_ROWS = ([\d_]+)/, (rows) => `queues chunks of ${count(rows)} to `],
  ['src/service/lists/work/turns.ts', /MOST_CHUNK_ROWS = ([\d_]+)/, (rows) => ` to ${count(rows)} rows, and one`],
  ['src/service/lists/work/probe.ts', /MAX_QUESTIONS = ([\d_]+)/, (n) => `receivers with ${n} questions each`],
  ['src/service/http/admission.ts', /PLACES = ([\d_]+)/, (places) => `| ${count(places)}; an account may hold`],
  ['src/service/shaping/leases.ts', /LEASE_MS = ([\d_]+)/, (ms) => `leases expire after ${seconds(ms)}`],
  ['src/edge/upstream/ask.ts', /MAX_IN_FLIGHT = ([\d_]+)/, (n) => `at most ${count(n)}; a client an eighth`],
  ['src/verifier/smtp/prober.ts', /MAX_DOMAINS = ([\d_]+)/, (n) => `${count(n)} domains and hosts`],
  ['src/verifier/smtp/controls.ts', /MAX_ENTRIES = ([\d_]+)/, (n) => `${count(n)} receivers and domains; a week`],
  [
    'src/verifier/smtp/memory.ts',
    /learned: ([\d_ *]+),[^]*?failure: ([\d_]+)[^]*?MAX_ENTRIES = ([\d_]+)/,
    (learned, failure, n) => `${count(n)} of each kind; ${seconds(failure)} (failures) to ${hours(learned)}`,
  ],
  [
    'src/verifier/smtp/isolation.ts',
    /ISOLATED_MS = ([\d_ *]+);\nconst MAX_ENTRIES = ([\d_]+)/,
    (ms, n) => `${count(n)}; ${hours(ms)}`,
  ],
  [
    'src/verifier/verify-many.ts',
    /MAX_LATER = ([\d_]+);[^]*?LATER_MS = \[([\d_]+), ([\d_]+), ([\d_]+)\]/,
    (n, ...later) => `${count(n)}, each asked again at most three times: after ${minutes(later)} minutes`,
  ],
  [
    'src/verifier/disposable-hosts.ts',
    /MAX_SERVERS = ([\d_]+)[^]*?FORGET_MS = ([\d_ *]+)/,
    (n, ms) => `${count(n)} servers with listed domains and ${count(n)} without; ${ms / 86_400_000} days`,
  ],
];

describe('the architecture has the figure of', () => {
  for (const [file, code, words] of FIGURES)
    test(`${file}, ${code.source.slice(0, 30)}`, () => {
      const [, ...expressions] = code.exec(textOf(file)) ?? [];
      assert.notEqual(expressions.length, 0, `${file} has no ${code.source}`);
      const expected = words(...expressions.map(valueOf));
      assert.ok(architecture.includes(expected), `expected "${expected}"`);
    });
});
