/** The command `outcomes` beside running servers, and its table. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, test } from 'vitest';
import { serveEdgeAlone } from '../../src/cli/edge.js';
import { outcomes } from '../../src/cli/outcomes.js';
import { outcomesTable } from '../../src/cli/outcomes-table.js';
import { serve } from '../../src/cli/serve.js';
import { readServeSettings } from '../../src/cli/serve-settings.js';
import { WAIT_BOUNDS, type FormOutcomes, type OutcomeCounts } from '../../src/protocol/index.js';
import { freePort } from '../support/free-port.js';
import { putDatabase } from '../support/pglite-template.js';

const ORIGIN = 'https://shop.example';
const SECRET = 'a secret that is long enough for this test';

const post = (url: string, path: string, body?: object): Promise<Response> =>
  fetch(`${url}${path}`, { method: 'POST', headers: { origin: ORIGIN }, ...(body && { body: JSON.stringify(body) }) });

/** Reports outcomes to an edge, as pages do. */
const report = async (edge: string, all: readonly OutcomeCounts[]): Promise<void> => {
  for (const counts of all) {
    const { token } = (await (await post(edge, '/token')).json()) as { token: string };
    const waits = counts.checked === 1 ? { verdict_ms: 420 } : {};
    const response = await post(edge, '/outcomes', { token, form: '/sign-up', counts, waits });
    assert.deepEqual([response.status, await response.json()], [200, { counted: true }]);
  }
};

const USES: OutcomeCounts[] = [
  { used: 1, checked: 1, fixed: 1, saved: 1, sent: 1 },
  { used: 1, checked: 1, blocked: 1 },
  { used: 1, unchecked_network: 1, sent: 1 },
];

const printed = async (...args: [values: Parameters<typeof outcomes>[0], environment: Record<string, string>]) => {
  const lines: string[] = [];
  await outcomes(...args, (line) => lines.push(line));
  return lines.join('\n');
};

describe('email-verify-server outcomes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ev-outcomes-'));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const here = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent', ALLOWED_ORIGINS: ORIGIN, SECRET };

  test('asks an edge at the port of its metrics', async () => {
    const metrics = { METRICS_PORT: String(await freePort()) };
    const edge = await serveEdgeAlone({
      ...here,
      ...metrics,
      PUBLIC_URL: 'http://localhost',
      DNS_SERVERS: '127.0.0.1:9',
    });
    try {
      await report(edge.url, USES);
      const text = await printed({}, metrics);
      assert.match(text, /^https:\/\/shop\.example {2}\/sign-up {2}\(30 days\)$/m);
      assert.match(text, /started +3$/m);
      assert.match(text, /sent +2 +66\.7 %$/m);
      assert.match(text, /sign-ups saved +1 +typos fixed 1/);
      assert.match(text, /people sent away +1 +blocked 1/);
      assert.match(text, /sent without a verdict +1 +network 1$/m);
      assert.match(text, /verdict +half within 500 ms, 95 % within 500 ms$/m);
      const url = `http://127.0.0.1:${metrics.METRICS_PORT}`;
      const rows = JSON.parse(await printed({ url, json: true, days: '1' }, {})) as FormOutcomes[];
      assert.deepEqual(
        rows.map(({ origin, form, counts }) => [origin, form, counts.used]),
        [[ORIGIN, '/sign-up', 3]],
      );
      assert.match(await (await fetch(`${url}/metrics`)).text(), /outcomes_total\{outcome="used",group="helped"\} 3/);
    } finally {
      await edge.close();
    }
    await assert.rejects(printed({}, metrics), { name: 'StartupError', message: /does not answer/ });
  });

  test('asks the server of a data folder', async () => {
    await putDatabase(folder);
    const settings = readServeSettings({ ...here, DATA_DIR: folder });
    const running = await serve(settings, []);
    try {
      await report(`${running.url}/verify`, USES);
      assert.match(await printed({ days: '7' }, { DATA_DIR: folder }), /sign-up {2}\(7 days\)\n +started +3$/m);
    } finally {
      await running.close();
    }
    await assert.rejects(printed({}, { DATA_DIR: folder }), { name: 'StartupError', message: /No server runs/ });
  });

  test('refuses what it does not know', async () => {
    await assert.rejects(printed({ days: '91' }, {}), { name: 'StartupError', message: /--days/ });
    await assert.rejects(printed({ url: 'here' }, {}), { name: 'StartupError', message: /--url must be an http/ });
  });
});

describe('the table', () => {
  const row = (counts: OutcomeCounts, over: Partial<FormOutcomes> = {}): FormOutcomes => {
    const waits = { verdict_ms: WAIT_BOUNDS.map(() => 0), held_ms: WAIT_BOUNDS.map(() => 0) };
    return { origin: ORIGIN, day: '2026-01-31', form: '/', held_out: false, counts, waits, ...over };
  };
  const group = (used: number, sent: number) => row({ used, sent }, { held_out: true });

  test('adds up days, and shows the most used form first', () => {
    const text = outcomesTable(
      [row({ used: 2 }, { form: 'news' }), row({ used: 3 }), row({ used: 4, sent: 1 }, { day: '2026-01-30' })],
      30,
    );
    assert.match(text, /\/ {2}\(30 days\)\n {2}started +7\n[^]*news {2}\(30 days\)\n {2}started +2\n/);
  });

  test('compares the hold-out group, with an interval', () => {
    const more = outcomesTable([row({ used: 19_000, sent: 15_770 }), group(1000, 780)], 30);
    assert.match(more, /hold-out group +1,000 started, 780 sent, 78\.0 %/);
    assert.match(more, /\+5\.0 points with the element, 95 % interval \+2\.5 to \+7\.7: more are sent/);
    assert.match(outcomesTable([row({ used: 19_000, sent: 13_300 }), group(1000, 780)], 30), /−8\.0 points.*fewer/);
    assert.match(outcomesTable([row({ used: 190, sent: 150 }), group(100, 78)], 30), /no difference is shown/);
  });

  test('shows no difference that would mean nothing', () => {
    const text = outcomesTable([row({ used: 1900, sent: 1500 }), group(99, 70)], 30);
    assert.match(text, /99 started, 70 sent; not enough yet: 100 started forms in each group/);
    assert.ok(!text.includes('points'));
    assert.ok(!outcomesTable([row({ used: 1900, sent: 1500 })], 30).includes('hold-out'));
  });

  test('says where to look if nothing was counted', () => {
    assert.match(outcomesTable([], 7), /No form was used in the last 7 days/);
  });
});
