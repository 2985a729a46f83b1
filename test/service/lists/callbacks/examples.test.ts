import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { describe, it, onTestFinished } from 'vitest';
import { readSecret } from '../../../../src/service/lists/callbacks/secrets.js';
import { eventually } from '../../../support/eventually.js';
import { freePort } from '../../../support/free-port.js';
import { useHarness } from '../../harness.js';
import { usePostgres } from '../../stores.js';
import { examplesOf } from '../manual.js';
import { ACCOUNT, attempted, makeEndedList, useSenders } from './support.js';

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('There is no python3 here; Debian: apt-get install python3');

describe('the receivers of callbacks in the manual', () => {
  const harness = useHarness();
  const sender = useSenders({ ...harness, place: usePostgres() });

  it.each([
    ['Node', process.execPath, ['--input-type=module', '-e'], 'js'],
    ['Python', 'python3', ['-c'], 'python'],
  ])('in %s takes what is signed, and nothing else', { timeout: 120_000 }, async (name, command, args, language) => {
    if (name === 'Python' && !hasPython) return;
    const [code = ''] = examplesOf('callbacks', language);
    const { secrets, wake } = await sender.start();
    const secret = (await readSecret(secrets, ACCOUNT)) ?? '';
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/callbacks`;
    const env = { ...process.env, CALLBACK_SECRET: secret, PORT: String(port) };
    const receiver = spawn(command, [...args, code], { env, timeout: 120_000 });
    onTestFinished(async () => {
      const closed = once(receiver, 'close');
      if (receiver.kill()) await closed;
    });
    let [told, complaints] = ['', ''];
    receiver.stdout.on('data', (text: Buffer) => (told += text.toString()));
    receiver.stderr.on('data', (text: Buffer) => (complaints += text.toString()));
    const post = async (headers: Record<string, string>): Promise<number> =>
      (await fetch(url, { method: 'POST', headers, body: '{"type":"batch.completed","data":{"id":1}}' })).status;
    await eventually(() => {
      assert.equal(receiver.exitCode, null, complaints);
      return post({}).then(
        (status) => status === 400,
        () => false,
      );
    });
    const now = Math.floor(Date.now() / 1000);
    const signed = (at: number, signature: string) => ({
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(at),
      'webhook-signature': signature,
    });
    assert.equal(await post(signed(now, 'v1,AAAA')), 400);
    assert.equal(await post(signed(now - 3600, 'v1,AAAA v1,BBBB')), 400);

    const list = await makeEndedList(sender.store, url);
    wake();
    const { id, attempts } = await attempted(sender.store, list);
    assert.equal(attempts[0]?.status, 204, complaints);
    await eventually(() => told !== '');
    assert.equal(told, `batch.completed ${list} ${id}\n`);
  });
});
