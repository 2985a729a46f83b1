/** The end of `email-verify serve` and `edge` by a signal, each as a process, under load without keep-alive. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, it } from 'vitest';
import { useBundle } from '../service/process.js';
import { usePGlite } from '../service/stores.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { startSingleClients } from '../support/single-clients.js';
import { QUICK_WASM, sample, whole } from '../support/whole.js';

const SETTINGS = {
  HOST: '127.0.0.1',
  SECRET: 'a secret that is long enough for this test',
  ALLOWED_ORIGINS: 'https://shop.example',
  PUBLIC_URL: 'https://edge.example',
  LOG_LEVEL: 'silent',
};
/** The grace of `serve` and of `edge`, in ms. */
const GRACE_MS = { serve: 8000, edge: 5000 };
type Command = keyof typeof GRACE_MS;

/** The ends of connections that had no answer. */
const resetIn = (ends: Record<string, number>): string[] =>
  Object.keys(ends).filter((end) => !['200', '503', 'refused'].includes(end));

interface Running {
  child: ChildProcess;
  port: number;
  url: string;
  exited: Promise<[number | null, NodeJS.Signals | null]>;
}

describe('the end by a signal', () => {
  const cli = useBundle('cli');
  const place = usePGlite();
  const children: ChildProcess[] = [];
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
  });

  const spawnIt = async (command: Command): Promise<Running> => {
    const port = await freePort();
    const { dataDir } = command === 'serve' ? await place() : { dataDir: '' };
    const child = spawn(process.execPath, [...QUICK_WASM, cli, command], {
      env: { ...process.env, ...SETTINGS, DATA_DIR: dataDir, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const exited = once(child, 'exit') as Running['exited'];
    return { child, port, url: `http://127.0.0.1:${port}`, exited };
  };
  const start = async (command: Command): Promise<Running> => {
    const running = await spawnIt(command);
    await once(running.child.stdout!, 'data');
    running.child.stdout!.resume();
    return running;
  };

  const rows: [Command, NodeJS.Signals[], pauseMs: number][] = [
    ['serve', ['SIGTERM'], 0],
    ['edge', ['SIGTERM'], 0],
    ['edge', ['SIGINT'], 0],
    ['edge', ['SIGTERM', 'SIGTERM'], 20],
    ['edge', ['SIGINT', 'SIGTERM'], 700],
    ['serve', ['SIGTERM', 'SIGTERM'], 700],
  ];
  for (const [command, signals, pauseMs] of sample(rows, 3))
    for (const clients of [whole ? 200 : 50])
      it(`by ${signals.join(' and ')} resets none of ${clients} clients of ${command} that open a connection each time`, async () => {
        const { child, url, exited } = await start(command);
        const { ends, refused } = startSingleClients(`${url}/healthz`, clients);
        await eventually(() => (ends['200'] ?? 0) >= 3 * clients);
        for (const signal of signals) {
          child.kill(signal);
          await new Promise((resolve) => setTimeout(resolve, pauseMs));
        }
        await refused;
        assert.deepEqual(resetIn(ends), []);
        const [code] = await exited;
        // A second signal that finds the process still there ends it with 1.
        assert.ok(code === 0 || (signals.length > 1 && code === 1), String(code));
      });

  const open = async (port: number, request: string): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(request);
    return socket;
  };

  it.runIf(whole)('answers who sent half a request, or nothing, before the grace is over', async () => {
    const { child, port, exited } = await start('edge');
    const half = await open(port, 'GET /healthz HTTP/1.1\r\nHost: x\r\n');
    const silent = await open(port, '');
    const answers = [half, silent].map((socket) => text(socket));
    const began = performance.now();
    child.kill('SIGTERM');
    for (const answer of await Promise.all(answers)) assert.match(answer, /^HTTP\/1\.1 503 [^]*"code":"unavailable"/);
    assert.deepEqual(await exited, [0, null]);
    assert.ok(performance.now() - began > GRACE_MS.edge / 2);
  });

  it.runIf(whole)('answers half a request at once at a second signal', async () => {
    const { child, port, exited } = await start('edge');
    const half = text(await open(port, 'GET /healthz HTTP/1.1\r\nHost: x\r\n'));
    child.kill('SIGTERM');
    // Later than a signal that is sent twice.
    await new Promise((resolve) => setTimeout(resolve, 700));
    child.kill('SIGTERM');
    assert.match(await half, /^HTTP\/1\.1 503 /);
    assert.deepEqual(await exited, [1, null]);
  });

  it.runIf(whole)('during the start resets nobody either', async () => {
    const { child, url, exited } = await spawnIt('serve');
    await eventually(() =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    );
    const { ends, refused } = startSingleClients(`${url}/healthz`, 50);
    await eventually(() => ends['503'] ?? ends['200']);
    child.kill('SIGTERM');
    await refused;
    assert.deepEqual(resetIn(ends), []);
    const [code] = await exited;
    assert.ok(code !== null);
  });
});
