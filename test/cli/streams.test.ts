/** The standard streams of a server whose reader has stopped or gone, or whose disk is full. */
import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { afterAll, describe, it } from 'vitest';
import { useBundle } from '../service/process.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { makeFullPipe, type FullPipe } from '../support/full-pipe.js';
import { whole } from '../support/whole.js';

const SETTINGS = {
  HOST: '127.0.0.1',
  SECRET: 'a secret that is long enough for this test',
  ALLOWED_ORIGINS: 'https://shop.example',
  PUBLIC_URL: 'https://edge.example',
};
const hasScript = spawnSync('script', ['--version']).status === 0;

describe('the standard streams of a server', () => {
  const cli = useBundle('cli');
  const log = useBundle('log');
  const children: ChildProcess[] = [];
  const pipes: FullPipe[] = [];
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
    for (const pipe of pipes) pipe.remove();
  });
  const fullPipe = (): FullPipe => {
    const pipe = makeFullPipe();
    pipes.push(pipe);
    return pipe;
  };
  const start = async (stdio: StdioOptions, env: Record<string, string> = {}) => {
    const port = String(await freePort());
    const child = spawn(process.execPath, [cli, 'edge'], {
      env: { ...process.env, ...SETTINGS, PORT: port, ...env },
      stdio,
    });
    children.push(child);
    const isUp = (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    return { child, isUp, exited: once(child, 'exit') };
  };

  it.runIf(whole)(
    'may both be full pipes that nobody reads: it starts, serves and ends, and writes when they are read',
    async () => {
      const [output, errors] = [fullPipe(), fullPipe()];
      const { child, isUp, exited } = await start(['ignore', output.fd, errors.fd]);
      await eventually(isUp);
      let text = '';
      await eventually(() => {
        text += output.read() + errors.read();
        return text.includes('The edge serves at') && text.includes('"route":"/healthz"');
      });
      child.kill('SIGTERM');
      assert.deepEqual(await exited, [0, null]);
    },
  );

  it('may be closed by their reader, or on a full disk', async () => {
    const { child, isUp, exited } = await start(['ignore', 'pipe', 'pipe']);
    child.stdout!.destroy();
    child.stderr!.destroy();
    for (let n = 0; n < 3; n += 1) await eventually(isUp);
    child.kill('SIGTERM');
    assert.deepEqual(await exited, [0, null]);
    const full = openSync('/dev/full', 'w');
    const other = await start(['ignore', full, full]);
    for (let n = 0; n < 3; n += 1) await eventually(other.isUp);
    other.child.kill('SIGTERM');
    assert.deepEqual(await other.exited, [0, null]);
  });

  it('have the line with which it fails, when their reader goes on', async () => {
    const errors = fullPipe();
    const { exited } = await start(['ignore', 'ignore', errors.fd], { PORT: 'x' });
    let said = '';
    await eventually(() => (said += errors.read()).includes('\n'));
    assert.match(said, /^x+PORT must be .*, got "x"\.\n$/);
    assert.deepEqual(await exited, [1, null]);
  });

  it.runIf(hasScript)('may be a terminal that is stopped', async () => {
    const screen = fullPipe();
    // The terminal of `script` is read as far as its own output is.
    const child = spawn('script', ['-qefc', `exec ${process.execPath} ${log} 5000 >&3`, '/dev/null'], {
      stdio: ['pipe', screen.fd, 'ignore', 'pipe'],
    });
    children.push(child);
    const [said] = (await once(child.stdio[3]!, 'data')) as [Buffer];
    assert.equal(said.toString(), 'alive\n');
  });
});
