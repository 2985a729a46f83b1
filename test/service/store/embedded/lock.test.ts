import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { StartupError } from '../../../../src/service/index.js';
import { lockFolder } from '../../../../src/service/store/embedded/lock.js';
import { eventually } from '../../../support/eventually.js';
import { whole } from '../../../support/whole.js';
import { useBundle } from '../../process.js';
import { useFolders } from '../../stores.js';

/** The number of folders that processes race for, and of races within one process. */
const RACES = whole ? 50 : 10;
const LINUX = process.platform === 'linux';
/** The option of `unshare` for a network namespace: `-n` for root, `-rn` for other users where the kernel allows it. */
const UNSHARE = ['-n', '-rn'].find((flag) => LINUX && spawnSync('unshare', [flag, 'true']).status === 0);

/** The state of a process, by its first letter: T when it is stopped (proc(5), ps(1)). */
const stateOf = (pid: number): string | undefined =>
  LINUX
    ? /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]
    : spawnSync('ps', ['-o', 'state=', '-p', String(pid)]).stdout.toString()[0];

const locks = (folder: string): string[] => readdirSync(folder).filter((name) => name.startsWith('lock'));

const inUse = (folder: string, who = ''): string =>
  `DATA_DIR ${folder} is in use by another email-verify process${who}; ` +
  'stop it, or give this one its own DATA_DIR or a DATABASE_URL';

const isInUse = (folder: string) => (error: unknown) => {
  assert.ok(error instanceof StartupError);
  assert.equal(error.message, inUse(folder));
  return true;
};

/** Is refused a folder each time, until the holder tells its process id: one that the machine pauses answers too late. */
const isHeldBy = (folder: string, pid?: number): Promise<unknown> =>
  eventually(async () => {
    const error = await lockFolder(folder).then(
      () => null,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof StartupError);
    if (error.message === inUse(folder)) return false;
    assert.equal(error.message, inUse(folder, ` (pid ${pid})`));
    return true;
  });

describe('the lock of a folder', () => {
  const makeFolder = useFolders();
  const fixture = useBundle('lock');
  const started: ChildProcess[] = [];
  afterAll(() => {
    for (const child of started) child.kill('SIGKILL');
  });

  /** Another process that wants folders. */
  const another = (folders: string[], before: string[] = []) => {
    const [command = '', ...args] = [...before, process.execPath, fixture, ...folders];
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    started.push(child);
    let said = '';
    const wants = new Promise<string>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (said.length >= folders.length) resolve(said);
      });
      child.once('close', () => {
        resolve(said);
      });
    });
    return { child, wants };
  };

  it('is one under all names of the folder, and free when it is released', async () => {
    const folder = makeFolder();
    const name = join(makeFolder(), 'name');
    symlinkSync(folder, name);
    const release = await lockFolder(folder);
    await isHeldBy(name, process.pid);
    await Promise.all([release(), release()]);
    assert.deepEqual(locks(folder), []);
    const again = await lockFolder(name);
    await isHeldBy(folder, process.pid);
    await again();
    await again();
    assert.deepEqual(readdirSync(folder), []);
  });

  it.skipIf(UNSHARE === undefined)(
    'holds across network namespaces, as containers on one volume have them',
    async () => {
      const folder = makeFolder();
      const { child, wants } = another([folder], ['unshare', UNSHARE ?? '']);
      assert.equal(await wants, '1');
      await isHeldBy(folder, child.pid);
      assert.equal(await another([folder], ['unshare', UNSHARE ?? '']).wants, '0');
    },
  );

  it('goes with its process, however that ends, and leaves nothing behind', async () => {
    const folder = makeFolder();
    for (let round = 0; round < 3; round += 1) {
      const { child, wants } = another([folder]);
      assert.equal(await wants, '1');
      child.kill('SIGKILL');
      await once(child, 'exit');
      assert.equal(locks(folder).length, 1, 'the dead one is tidied away by the next');
    }
    const release = await lockFolder(folder);
    assert.equal(locks(folder).length, 1);
    await release();
    assert.deepEqual(locks(folder), []);
  });

  it('is not taken from a process that is stopped or busy', async () => {
    const folder = makeFolder();
    const { child, wants } = another([folder]);
    assert.equal(await wants, '1');
    child.kill('SIGSTOP');
    await eventually(() => stateOf(child.pid ?? NaN) === 'T');
    await assert.rejects(lockFolder(folder), isInUse(folder));
    child.kill('SIGCONT');
    await isHeldBy(folder, child.pid);
  });

  it('has one winner of many that want it at once, who also find what others left when they were killed', async () => {
    const folders = Array.from({ length: RACES }, makeFolder);
    const dead = another(folders);
    assert.equal(await dead.wants, '1'.repeat(RACES));
    dead.child.kill('SIGKILL');
    await once(dead.child, 'exit');
    const answers = await Promise.all(Array.from({ length: 6 }, () => another(folders).wants));
    for (const [index, folder] of folders.entries()) {
      const winners = answers.filter((answer) => answer[index] === '1').length;
      assert.equal(winners, 1, `${folder}: ${answers.map((answer) => answer[index]).join('')}`);
      assert.equal(locks(folder).length, 1);
    }
  });

  it('has one winner of many in one process, each time', async () => {
    for (let round = 0; round < RACES; round += 1) {
      const folder = makeFolder();
      const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)));
      const won = tries.filter((one) => one.status === 'fulfilled');
      assert.equal(won.length, 1);
      await won[0]?.value();
      assert.deepEqual(locks(folder), []);
    }
  });

  it('believes a process id, and nothing else that the other side says', async () => {
    for (const words of ['1\u001b[2J', '7\n', '-1', '0', '12345678901', 'x'.repeat(1_000_000)]) {
      const folder = makeFolder();
      const other = createServer((socket) => socket.on('error', () => undefined).end(words));
      await once(other.listen(join(folder, 'lock.00000000000000ff')), 'listening');
      await assert.rejects(lockFolder(folder), isInUse(folder));
      other.close();
    }
  });

  it('is released though somebody who asked never hangs up', async () => {
    const folder = makeFolder();
    const release = await lockFolder(folder);
    const socket = connect({ path: join(folder, locks(folder)[0] ?? ''), allowHalfOpen: true });
    socket.on('error', () => undefined);
    await once(socket.resume(), 'end');
    await release();
    socket.destroy();
  });

  it.runIf(LINUX)('is there however long the path of the folder is', async () => {
    const folder = join(makeFolder(), 'x'.repeat(100), 'y'.repeat(100));
    mkdirSync(folder, { recursive: true });
    const release = await lockFolder(folder);
    await isHeldBy(folder, process.pid);
    assert.equal(await another([folder]).wants, '0');
    await release();
    assert.deepEqual(readdirSync(folder), []);
  });

  it.runIf(LINUX)('where no socket can be made, stops with one line that says so', async () => {
    await assert.rejects(lockFolder('/proc/self/fdinfo'), (error) => {
      assert.ok(error instanceof StartupError);
      assert.match(
        error.message,
        /^DATA_DIR \/proc\/self\/fdinfo cannot be locked: no Unix socket can be made in it \(E[A-Z]+\); .*DATABASE_URL$/,
      );
      return true;
    });
  });
});
