/** `email-verify list` as a process that is stopped and killed. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { describe, it, onTestFinished } from 'vitest';
import { eventually } from '../../support/eventually.js';
import { QUICK_WASM, whole } from '../../support/whole.js';
import { useBundle } from '../../service/process.js';
import { openBench, ZONE, type Bench } from './support.js';

const ROWS = 3000;
const emails = Array.from({ length: ROWS }, (_, n) => `person${n}@slow${n % 100}x${Math.floor(n / 100)}.org`);

describe.runIf(whole)('email-verify list as a process', () => {
  const cli = useBundle('cli');

  const start = (bench: Bench, args: string[]): { child: ChildProcess; errors: Promise<string> } => {
    const child = spawn(process.execPath, [...QUICK_WASM, cli, 'list', ...args], {
      env: { ...process.env, DNS_SERVERS: bench.dns.address },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    return { child, errors: text(child.stderr) };
  };

  it('goes on after Ctrl-C and after kill -9, and its result is as if nothing had happened', async (t) => {
    const zone = { ...ZONE };
    // A few hundred answers a second.
    emails.forEach((_, n) => {
      zone[`slow${n % 100}x${Math.floor(n / 100)}.org`] = { MX: ['mx.provider.org'], delayMs: 500 };
    });
    const bench = await openBench(t, zone);
    const file = bench.put('list.csv', `Mail,No\n${emails.map((email, n) => `${email},${n}\n`).join('')}`);
    const out = join(bench.folder, 'out.csv');
    const args = [file, '-o', out];
    const kept = (): number =>
      existsSync(`${out}.part`) ? bench.read('out.csv.part').trimEnd().split('\n').length - 1 : 0;

    const first = start(bench, args);
    await eventually(() => kept() > 100);
    first.child.kill('SIGINT');
    assert.deepEqual(await once(first.child, 'exit'), [130, null]);
    assert.match(await first.errors, /^Stopped: [\d,]+ of 3,000 addresses are checked, and kept in /m);
    const before = kept();
    assert(before < ROWS);

    const second = start(bench, args);
    await eventually(() => kept() > before + 100);
    second.child.kill('SIGKILL');
    await once(second.child, 'exit');
    assert.equal(existsSync(out), false);
    const asked = bench.dns.queries.filter(({ type }) => type === 'MX').length;
    assert(kept() > before);

    const third = start(bench, args);
    assert.deepEqual(await once(third.child, 'exit'), [0, null]);
    assert.match(await third.errors, /^Going on: [\d,]+ of 3,000 addresses were checked before\.$/m);
    const [header = [], ...rows] = parse(bench.read('out.csv'));
    assert.deepEqual(header.slice(0, 3), ['Mail', 'No', 'email_verify_status']);
    assert.deepEqual(
      rows.map(([email, no, status]) => [email, no, status]),
      emails.map((email, n) => [email, String(n), 'valid']),
    );
    console.log(`kept of ${ROWS}: ${before} at Ctrl-C; ${asked} questions until the kill`);
    assert.deepEqual(readdirSync(bench.folder).sort(), ['list.csv', 'out.csv']);
  });
});
