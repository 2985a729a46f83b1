import assert from 'node:assert/strict';
import { test } from 'vitest';
import { StartupError } from '../../src/config/startup-error.js';
import { atLimit } from '../../src/config/system-limit.js';

test("the system's refusal is one line that says how to go on, whoever reports it", () => {
  const refusals: [Error, RegExp][] = [
    [Object.assign(new Error('open failed'), { code: 'EMFILE' }), /^it failed \(EMFILE\): .*ulimit -n/],
    [new Error('Worker initialization failure: EAGAIN'), /^it failed \(EAGAIN\): .*ulimit -u/],
    [new RangeError('WebAssembly.Memory(): could not allocate memory'), /^it failed \(ENOMEM\): .*memory/],
    [
      new Error('could not create lock file "postmaster.pid": No space left on device'),
      /^it failed \(ENOSPC\): .*room/,
    ],
  ];
  for (const [error, line] of refusals) assert.match(atLimit(error, 'it failed')?.message ?? '', line);
});

test('any other error, and one line that says more, stay as they are', () => {
  for (const error of [new TypeError('x is not a function'), new StartupError('the disk is full (ENOSPC)'), undefined])
    assert.equal(atLimit(error, 'it failed'), null);
});
