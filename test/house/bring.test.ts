/** The packages of a folder, which several processes may install at once. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, test } from 'vitest';
import { whole } from '../support/whole.js';

const run = promisify(execFile);
const place = mkdtempSync(join(tmpdir(), 'ev-bring-'));
afterAll(() => {
  rmSync(place, { recursive: true, force: true });
});

const write = (folder: string, file: string, content: object): void => {
  mkdirSync(join(place, folder), { recursive: true });
  writeFileSync(join(place, folder, file), JSON.stringify(content));
};

const PROCESSES = 4;
/** Files of an older package, whose removal takes longer than the processes need to meet. */
const OLD_FILES = 3000;

/** An installation ends when all of them are about to. */
const MEET = `
const { mkdirSync, readdirSync } = require('node:fs');
mkdirSync('PLACE/' + process.pid, { recursive: true });
setInterval(() => readdirSync('PLACE').length >= ${PROCESSES} && process.exit(), 2);
`;

test.runIf(whole)(
  'processes that bring the packages of a folder at once all find the versions of its lock file',
  async () => {
    write('packed/package', 'package.json', { name: 'dep', version: '2.0.0' });
    const tarball = join(place, 'dep.tgz');
    await run('tar', ['-C', join(place, 'packed'), '-czf', tarball, 'package']);
    const dependencies = { dep: `file:${tarball}` };
    writeFileSync(join(place, 'meet.cjs'), MEET.replaceAll('PLACE', join(place, 'met')));
    write('own', 'package.json', { dependencies, scripts: { postinstall: `node ${join(place, 'meet.cjs')}` } });
    write('own', 'package-lock.json', {
      lockfileVersion: 3,
      requires: true,
      packages: { '': { dependencies }, 'node_modules/dep': { version: '2.0.0', resolved: `file:${tarball}` } },
    });
    write('own/node_modules', '.package-lock.json', { packages: { 'node_modules/dep': { version: '1.0.0' } } });
    for (let i = 0; i < OLD_FILES; i++) write('own/node_modules/dep', `${i}.json`, {});
    mkdirSync(join(place, 'scripts'));
    cpSync('scripts/bring.mjs', join(place, 'scripts/bring.mjs'));

    const program = `import { bring } from './scripts/bring.mjs'; bring('own');`;
    await Promise.all(
      Array.from({ length: PROCESSES }, () =>
        run(process.execPath, ['--input-type=module', '-e', program], { cwd: place }),
      ),
    );

    const installed = readFileSync(join(place, 'own/node_modules/dep/package.json'), 'utf8');
    assert.equal((JSON.parse(installed) as { version: string }).version, '2.0.0');
    assert.ok(!existsSync(join(place, 'own/node_modules/dep/1.json')));
    assert.deepEqual(readdirSync(join(place, 'node_modules/.cache')), []);
  },
);
