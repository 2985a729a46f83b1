import { spawnSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCode } from '../../src/util/errors.js';

/** A pipe that is full, and whose reader does not read. */
export interface FullPipe {
  /** Its end for a program: writing there waits, unless the program asks not to. */
  fd: number;
  /** Reads what is in it. */
  read: () => string;
  remove: () => void;
}

const untilItWouldWait = (go: () => number): void => {
  try {
    while (go() > 0);
  } catch (error) {
    if (errorCode(error) !== 'EAGAIN') throw error;
  }
};

/** Makes a pipe of the system, as shells do: those of `spawn` are sockets. */
export const makeFullPipe = (): FullPipe => {
  const folder = mkdtempSync(join(tmpdir(), 'ev-pipe-'));
  const path = join(folder, 'pipe');
  spawnSync('mkfifo', [path]);
  // For both, so that opening waits for nobody.
  const own = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  for (const size of [4096, 1]) untilItWouldWait(() => writeSync(own, 'x'.repeat(size)));
  const fd = openSync(path, constants.O_WRONLY);
  const buffer = Buffer.alloc(65_536);
  return {
    fd,
    read: () => {
      let text = '';
      untilItWouldWait(() => {
        const length = readSync(own, buffer);
        text += buffer.toString('utf8', 0, length);
        return length;
      });
      return text;
    },
    remove: () => {
      closeSync(own);
      closeSync(fd);
      rmSync(folder, { recursive: true });
    },
  };
};
