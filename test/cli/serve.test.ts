import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { afterAll, describe, it } from 'vitest';
import { account } from '../../src/cli/account.js';
import { serve } from '../../src/cli/serve.js';
import { readServeSettings } from '../../src/cli/serve-settings.js';
import type { EdgeVerdict } from '../../src/protocol/index.js';
import {
  CREDENTIALS,
  reacherAnswer,
  REGION,
  replyJson,
  sesAnswer,
  startService,
} from '../edge/upstream/adapters/support.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { putDatabase } from '../support/pglite-template.js';
import { whole } from '../support/whole.js';

/** Calls the edge of a server, as a page of this origin. */
const ask = (port: number, path: string, origin: string, body?: object): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/verify/${path}`, {
    method: 'POST',
    headers: { origin },
    ...(body && { body: JSON.stringify(body) }),
  });

/** Lets a page check an address at the edge of a server. */
const check = async (port: number, origin: string, email: string): Promise<EdgeVerdict> => {
  const { token } = (await (await ask(port, 'token', origin)).json()) as { token: string };
  return (await (await ask(port, 'validate', origin, { token, email })).json()) as EdgeVerdict;
};

describe('email-verify serve', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ev-serve-'));
  const environment = { DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' };
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it.runIf(whole)(
    'lets go of its store if the socket for commands cannot be made, says so, and serves metrics at the next start',
    async () => {
      await putDatabase(folder);
      writeFileSync(join(folder, 'control'), '');
      const settings = readServeSettings(environment);
      await assert.rejects(serve(settings, []), { name: 'StartupError', message: /cannot be made \(EEXIST\); remove/ });
      rmSync(join(folder, 'control'));

      writeFileSync(join(folder, 'no-folder'), '');
      const metricsPort = String(await freePort());
      const running = await serve(
        readServeSettings({ ...environment, METRICS_PORT: metricsPort, BACKUP_DIR: join(folder, 'no-folder') }),
        [],
      );
      try {
        const healthz = await fetch(`${running.url}/healthz`);
        assert.deepEqual([healthz.status, await healthz.json()], [200, { status: 'ok' }]);
        const ask = (path: string, key: string): Promise<Response> =>
          fetch(`${running.url}/api/${path}`, { headers: { 'x-api-key': key } });
        // The start that failed has made the first account, and nobody has seen its key.
        const lines: string[] = [];
        await account({ 'new-key': true }, settings, (line) => lines.push(line));
        const key = /evk_[\w-]{43}/.exec(lines[0] ?? '')?.[0] ?? '';
        // A verdict without a network.
        await ask('validate?email=anna@@firma', key);
        await ask('validate?email=berta@firma', 'evk_wrong');
        for (let n = 0; n < 25; n += 1) await ask(`validate?email=anna@firma`, `evk_wrong-${n}`);
        for (let n = 0; n < 5; n += 1) await fetch(`${running.url}/api/carla-${n}`, { method: n % 2 ? 'PUT' : 'GET' });
        await fetch(`${running.url}/verify/healthz`);
        const scrape = async (): Promise<string> => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
        await eventually(async () => (await scrape()).includes('email_verify_backup_failures_total 1'));
        const text = await scrape();
        const value = (series: string): number =>
          Number(
            text
              .split('\n')
              .find((line) => line.startsWith(`email_verify_${series} `))
              ?.split(' ')
              .at(-1),
          );
        const count = 'service_request_seconds_count';
        assert.equal(value(`${count}{path="/api/validate",status="200",code=""}`), 1);
        assert.equal(value(`${count}{path="/api/validate",status="401",code="wrong_key"}`), 20);
        assert.equal(value(`${count}{path="*",status="429",code="rate_limited"}`), 6);
        assert.equal(value(`${count}{path="*",status="404",code="not_found"}`), 5);
        assert.equal(value('service_locked_out_total'), 6);
        assert.equal(value('service_verdicts_total{verdict="invalid",charge="credit"}'), 1);
        assert.equal(value('service_credits_spent_total'), 1);
        assert.equal(value('store_state{state="ok"}'), 1);
        assert.equal(value('store_state{state="unavailable"}'), 0);
        assert.ok(value('store_free_bytes') > 0);
        for (const zero of ['store_waiting', 'background_work{state="running"}', 'log_dropped_lines_total'])
          assert.equal(value(zero), 0, zero);
        assert.equal(value('backup_last_success_timestamp_seconds'), 0);
        assert.match(text, /email_verify_edge_request_seconds_count\{route="\/healthz"/);
        for (const secret of ['anna', 'berta', 'carla', 'evk_', '127.0.0.1']) assert.ok(!text.includes(secret), secret);
      } finally {
        await running.close();
      }
    },
  );

  it('lets its own pages use the edge beside those of ALLOWED_ORIGINS, and signs receipts as the edge that they call', async () => {
    const settings = readServeSettings({
      ...environment,
      DATA_DIR: join(folder, 'sites'),
      PUBLIC_URL: 'https://verify.example/',
      ALLOWED_ORIGINS: 'https://shop.example',
    });
    await putDatabase(settings.dataDir);
    const port = await freePort();
    const running = await serve({ ...settings, port }, []);
    try {
      const own = ['https://verify.example', `http://localhost:${port}`, `http://[::1]:${port}`];
      for (const origin of ['https://shop.example', ...own]) {
        // A verdict without a network.
        const { iss, aud } = decodeJwt((await check(port, origin, 'anna@firma')).receipt);
        assert.deepEqual([iss, aud], ['https://verify.example/verify', origin]);
      }
      assert.equal((await ask(port, 'token', 'https://elsewhere.example')).status, 403);
    } finally {
      await running.close();
    }
  });

  const SES = {
    UPSTREAM: 'ses',
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
  };
  for (const [upstream, body, code] of [
    [SES, sesAnswer('LOW', { MailboxExists: 'LOW' }), 'mailbox_not_found'],
    [{ UPSTREAM: 'reacher' }, reacherAnswer('ada@example.com', { 'misc.is_b2c': true }), 'free_provider'],
  ] as const)
    it.runIf(whole || upstream === SES)(
      `lets its edge ask the service of UPSTREAM=${upstream.UPSTREAM}, as the edge alone does`,
      async () => {
        const service = await startService(replyJson(body));
        const DATA_DIR = join(folder, upstream.UPSTREAM);
        const settings = readServeSettings({ ...environment, DATA_DIR, ...upstream, UPSTREAM_URL: service.url });
        await putDatabase(settings.dataDir);
        const port = await freePort();
        const running = await serve({ ...settings, port }, []);
        try {
          assert.deepEqual((await check(port, `http://localhost:${port}`, 'ada@example.com')).sub_status, [code]);
          assert.equal(service.requests.length, 1);
        } finally {
          await running.close();
        }
      },
    );
});
