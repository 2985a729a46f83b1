import assert from 'node:assert/strict';
import { Agent, get } from 'node:http';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { putDatabase } from '../support/pglite-template.js';
import { whole } from '../support/whole.js';
import { startProgram, temporaryFolder, type Program } from './support/program.js';

const FLOOD = 600;

describe('a flood of strangers', () => {
  const folder = temporaryFolder();
  const agent = new Agent({ keepAlive: true, maxSockets: FLOOD });
  const own = new Agent({ keepAlive: true });
  let program: Program;
  beforeAll(async () => {
    await putDatabase(folder.path);
    program = await startProgram({
      DATA_DIR: folder.path,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      TRUSTED_PROXIES: '1',
    });
  });
  afterAll(async () => {
    agent.destroy();
    own.destroy();
    await program.end();
    folder.remove();
  });

  const ask = (path: string, client: string, through = own): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      get(`${program.url}${path}`, { agent: through, headers: { 'x-forwarded-for': client } }, (response) => {
        response.resume().once('end', () => {
          resolve(response.statusCode);
        });
      }).once('error', reject);
    });
  /** Sends a flood on open connections, and counts its answers. */
  const flood = (path: string): { answered: () => number; ended: Promise<unknown> } => {
    let answered = 0;
    const ended = Promise.all(
      Array.from({ length: FLOOD }, (_, n) =>
        ask(path.replace('*', String(n)), '192.0.2.1', agent).then(() => (answered += 1)),
      ),
    );
    return { answered: () => answered, ended };
  };

  const floods = [
    ['with wrong keys', '/api/account?apikey=evk_wrong*'],
    ['of the page', '/nothing*'],
    ['without a key', '/api/account?*'],
    ['for unknown paths', '/api/nothing*'],
    ['of the edge', '/verify/nothing*'],
    ['of health checks', '/api/nothing*/healthz'],
  ] as const;
  it.each(whole ? floods : floods.slice(0, 2))(
    '%s lets those with a key, others and health checks go first',
    async (_name, path) => {
      // All connections are open before anything is counted.
      await flood('/healthz').ended;
      const right = `/api/account?apikey=${program.key}`;
      const opened = await Promise.all([right, right, right].map((one) => ask(one, '192.0.2.2')));
      assert.deepEqual(opened, [200, 200, 200]);
      // The program sleeps until all is sent, so that none is answered before the last one is there.
      program.child.kill('SIGSTOP');
      const { answered, ended } = flood(path);
      const order: Record<string, number> = {};
      const note = async (name: string, asked: Promise<number | undefined>, status: number): Promise<void> => {
        assert.equal(await asked, status, name);
        order[name] = answered();
      };
      const sent = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
      await sent();
      const others = Promise.all([
        note('the right key', ask(right, '192.0.2.2'), 200),
        note('somebody without a key', ask('/api/account', '192.0.2.3'), 401),
        note('health', ask('/verify/healthz', '192.0.2.4'), 200),
      ]);
      await sent();
      program.child.kill('SIGCONT');
      await others;
      await ended;
      for (const [name, before] of Object.entries(order)) assert.ok(before < FLOOD / 2, `${name} after ${before}`);
    },
  );
});
