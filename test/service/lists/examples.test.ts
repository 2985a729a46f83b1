import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, it, onTestFinished } from 'vitest';
import { fetchListener, startServer } from '../../../src/edge/runtime/node-server.js';
import { useHarness } from '../harness.js';
import { KEY } from '../scripted.js';
import { useFolders, usePostgres } from '../stores.js';
import { examplesOf } from './manual.js';

const execute = promisify(execFile);
const hasCurl = spawnSync('curl', ['--version']).status === 0;
if (!hasCurl) console.warn('There is no curl here; Debian: apt-get install curl');

describe('the examples of lists in the manual', () => {
  const { open } = useHarness();
  const makeFolder = useFolders();
  const place = usePostgres();

  it.runIf(hasCurl)('upload, watch and download a list, in each way, and resume', { timeout: 120_000 }, async () => {
    const service = await open(await place(), { worksOnLists: true });
    const server = await startServer({ port: 0, host: '127.0.0.1' });
    onTestFinished(() => server.close());
    server.use(
      fetchListener(
        (request) => service.fetch(request),
        (error) => assert.fail(String(error)),
      ),
    );
    const cwd = makeFolder();
    const env = { ...process.env, URL: `http://127.0.0.1:${server.port}`, KEY };
    const run = async (example = ''): Promise<string> => {
      const commands = example.replace(/^export URL=.*$/m, '');
      return (await execute('sh', ['-e', '-c', commands], { cwd, env })).stdout;
    };
    const [whole, ways, rest] = examplesOf('lists', 'sh');

    const said = await run(whole);
    assert.match(said, /^\{"data":\{"id":1,"name":"customers\.csv","status":"pending","total":3,/);
    assert.match(said, /event: end/);
    const results = join(cwd, 'results.csv');
    const file = readFileSync(results, 'utf8');
    assert.deepEqual(
      file.split('\n').map((line) => line.split(',').slice(0, 3).join()),
      ['Name,Mail,email_verify_status', 'Anna,anna@gmail.com,valid', 'Ben,ben@gmial.com,valid', ''],
    );

    assert.deepEqual(
      [...(await run(ways)).matchAll(/"id":(\d+),"name":"customers\.csv","status":"pending","total":3/g)].map(
        ([, id]) => id,
      ),
      ['2', '3', '4'],
    );

    truncateSync(results, 50);
    await run(rest);
    assert.equal(readFileSync(results, 'utf8'), file);
  });
});
