/**
 * The built adapters of other services in every runtime: Node, Deno, Bun and workerd, with signatures that the service
 * checks.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, test } from 'vitest';
import { build } from 'esbuild';
import {
  CREDENTIALS,
  isSigned,
  reacherAnswer,
  REGION,
  replyJson,
  sesAnswer,
  startService,
} from '../edge/upstream/adapters/support.js';
import { MISSING, RUNTIMES } from './support/runtimes.js';

const ADDRESS = 'ada@example.com';
const { Miniflare } = (await import(join(import.meta.dirname, 'node_modules/miniflare/dist/src/index.js'))) as {
  Miniflare: new (options: object) => { ready: Promise<URL>; dispose(): Promise<void> };
};
const program = (name: string): string => join(import.meta.dirname, 'programs', name);

const verdict = { quality: 'safe', did_you_mean: null, status: 'valid' };
const EXPECTED = [
  { ok: true, value: { ...verdict, sub_status: ['role_account'], mx_record: '' } },
  { ok: true, value: { ...verdict, sub_status: ['free_provider'], mx_record: 'mx.example.com' } },
];

describe('SES and Reacher are asked', () => {
  let argument = '';

  beforeAll(async () => {
    const service = await startService((response, got) => {
      const isSes = got.url.startsWith('/v2/email/');
      const answer = isSes
        ? sesAnswer('HIGH', { IsRoleAddress: 'HIGH' })
        : reacherAnswer(ADDRESS, { 'misc.is_b2c': true });
      replyJson(answer, isSes && !isSigned(got) ? 403 : 200)(response, got);
    });
    argument = JSON.stringify({ url: service.url, address: ADDRESS, region: REGION, credentials: CREDENTIALS });
  });

  for (const { name, serve, script } of RUNTIMES) {
    test(`in ${name}`, { timeout: 60_000 }, async (t) => {
      if (serve === null) t.skip(MISSING);
      const [command, ...args] = script(program('ask-upstreams.mjs'), argument);
      const { stdout } = await promisify(execFile)(command, args);
      assert.deepEqual(JSON.parse(stdout), EXPECTED);
    });
  }

  for (const flags of [[], ['nodejs_compat']]) {
    test(`in workerd ${flags.join(' ')}`, { timeout: 60_000 }, async (t) => {
      const { outputFiles } = await build({
        entryPoints: [program('ask-upstreams-worker.mjs')],
        bundle: true,
        format: 'esm',
        write: false,
      });
      const worker = new Miniflare({
        modules: true,
        script: outputFiles[0]?.text,
        compatibilityDate: '2025-06-01',
        compatibilityFlags: flags,
      });
      t.onTestFinished(() => worker.dispose());
      const response = await fetch(await worker.ready, { method: 'POST', body: argument });
      assert.deepEqual(await response.json(), EXPECTED);
    });
  }
});
