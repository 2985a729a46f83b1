/** An edge in a process of its own tells the service of its key what it has counted, and `serve` tells its own. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { serveEdgeAlone } from '../../src/cli/edge.js';
import { serve, type Running } from '../../src/cli/serve.js';
import { readServeSettings } from '../../src/cli/serve-settings.js';
import { eventually } from '../support/eventually.js';
import { putDatabase } from '../support/pglite-template.js';

const ORIGIN = 'https://shop.example';
const SECRET = 'a secret that is long enough for this test';
const HERE = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent', ALLOWED_ORIGINS: ORIGIN, SECRET };

const post = (url: string, body?: object): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { origin: ORIGIN }, ...(body && { body: JSON.stringify(body) }) });

/** Reports the use of a form to an edge, as a page does. */
const report = async (edge: string, form: string): Promise<void> => {
  const { token } = (await (await post(`${edge}/token`)).json()) as { token: string };
  const response = await post(`${edge}/outcomes`, { token, form, counts: { used: 1, sent: 1 } });
  assert.deepEqual([response.status, await response.json()], [200, { counted: true }]);
};

describe('what an edge has counted of forms', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ev-feed-'));
  let service: Running;
  beforeAll(async () => {
    await putDatabase(folder);
    service = await serve(readServeSettings({ ...HERE, DATA_DIR: folder }), []);
  });
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const openEdge = (more: Record<string, string> = {}) =>
    serveEdgeAlone({
      ...HERE,
      PUBLIC_URL: 'http://localhost',
      UPSTREAM_URL: service.url,
      UPSTREAM_KEY: service.firstKey ?? '',
      ...more,
    });
  const formsToldOf = async (): Promise<[form: string, counts: object][]> => {
    const headers = { 'x-api-key': service.firstKey ?? '' };
    const response = await fetch(`${service.url}/api/outcomes/forms`, { headers });
    // At the account's rate, there is none.
    const { forms = [] } = (await response.json()) as { forms?: { form: string; counts: object }[] };
    return forms.map(({ form, counts }) => [form, counts]);
  };

  test('is told the service when the edge ends, at the latest', async () => {
    const edge = await openEdge();
    await report(edge.url, 'apart');
    await edge.close();
    assert.deepEqual(await formsToldOf(), [['apart', { used: 1, sent: 1 }]]);
  });

  test('is not told with OUTCOMES_FEED=off, nor to a service that is not ours', async () => {
    for (const more of [{ OUTCOMES_FEED: 'off' }, { UPSTREAM: 'reacher' }] as Record<string, string>[]) {
      const edge = await openEdge(more);
      await report(edge.url, 'kept');
      await edge.close();
    }
    assert.deepEqual(
      (await formsToldOf()).map(([form]) => form),
      ['apart'],
    );
  });

  test('is told by serve to its own service', async () => {
    await report(`${service.url}/verify`, 'inside');
    await eventually(async () => (await formsToldOf()).some(([form]) => form === 'inside'));
  });

  test('costs no visitor anything if the service is not there', async () => {
    const edge = await openEdge({ UPSTREAM_URL: 'http://127.0.0.1:9' });
    await report(edge.url, 'lost');
    await edge.close();
  });
});
