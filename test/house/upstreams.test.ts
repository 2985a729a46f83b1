/** The manual's tables of verdicts of other services are what the adapters do. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { reacherUpstream, sesUpstream, type AdaptedUpstream } from '../../src/edge/upstream/adapters/index.js';
import type { SubStatus } from '../../src/protocol/index.js';
import { assess } from '../../src/verifier/score.js';
import { CREDENTIALS, reacherAnswer, REGION, sesAnswer } from '../edge/upstream/adapters/support.js';

const ADDRESS = 'ada@example.com';
const page = readFileSync(join(import.meta.dirname, '../../docs/edge/upstreams.md'), 'utf8');

/** The words in `code` of each cell of the table below a heading. */
const rowsBelow = (heading: string): string[][][] => {
  const [, section = ''] = page.split(`\n### ${heading}\n`);
  const lines = section.split(/^#/m)[0]?.match(/^\| `.*$/gm) ?? [];
  return lines.slice(1).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)),
  );
};

/** `name=value` as a pair. */
const pair = (text: string): [string, string] => {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
};

const TABLES: [
  heading: string,
  rows: number,
  make: (fetch: () => Promise<Response>) => AdaptedUpstream,
  answer: (opinion: string, details: [string, string][]) => unknown,
][] = [
  [
    'Verdicts of SES',
    18,
    (fetch) => sesUpstream({ region: REGION, credentials: CREDENTIALS, fetch }),
    (opinion, details) => sesAnswer(opinion, Object.fromEntries(details)),
  ],
  [
    'Verdicts of Reacher',
    19,
    (fetch) => reacherUpstream({ baseUrl: 'https://reacher.example', fetch }),
    (opinion, details) =>
      reacherAnswer(ADDRESS, {
        is_reachable: opinion,
        ...Object.fromEntries(details.map(([path, json]) => [path, JSON.parse(json)])),
      }),
  ],
];

for (const [heading, count, make, answer] of TABLES) {
  describe(heading, () => {
    const rows = rowsBelow(heading);
    test('the table has all its rows', () => {
      assert.equal(rows.length, count);
    });
    for (const [[opinion = ''] = [], details = [], [status] = [], [score] = [], codes = []] of rows) {
      test(`${opinion} ${details.join(' ')}: ${status}, ${codes.join(' ')}`, async () => {
        const body = answer(opinion, details.map(pair));
        const outcome = await make(() => Promise.resolve(Response.json(body))).ask(ADDRESS, 5000);
        assert.ok(outcome.ok);
        assert.deepEqual([outcome.value.status, outcome.value.sub_status], [status, codes]);
        assert.equal(assess(codes as SubStatus[]).score.toFixed(2), score);
      });
    }
  });
}
