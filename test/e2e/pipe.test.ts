import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'vitest';
import { text } from 'node:stream/consumers';

const MAIN = join(import.meta.dirname, '../../server/dist/cli/main.js');

test('a reader that has seen enough, such as head, ends the program without an outcry', async () => {
  const child = spawn(process.execPath, [MAIN, 'list', '-']);
  const [errors, closed] = [text(child.stderr), once(child, 'close')];
  child.stdin.on('error', () => undefined).write('no address\n'.repeat(1000));
  await once(child.stdout, 'data');
  child.stdout.destroy();
  child.stdin.end('no address\n'.repeat(1000));
  assert.deepEqual(await closed, [0, null]);
  assert.equal(await errors, '');
});
