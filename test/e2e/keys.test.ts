import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { readServeSettings } from '../../src/cli/serve-settings.js';
import { StartupError } from '../../src/config/startup-error.js';
import { createSigner } from '../../src/receipt/sign.js';
import { generateReceiptKey, type ReceiptPrivateKey } from '../../src/edge/index.js';

const MAIN = join(import.meta.dirname, '../../server/dist/cli/main.js');
const folder = mkdtempSync(join(tmpdir(), 'email-verify-keys-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Runs `email-verify keys` as a person would, with something on its standard input. */
const run = (args: string[], input = ''): { status: number | null; stdout: string; stderr: string } =>
  spawnSync(process.execPath, [MAIN, 'keys', ...args], { input, encoding: 'utf8', timeout: 60_000 });

const previous = await generateReceiptKey();

test('prints one key and nothing else on standard output, ready to be RECEIPT_KEY; the words stand beside it', async () => {
  const { status, stdout, stderr } = run([]);
  assert.equal(status, 0);
  assert.match(stdout, /^\{.*\}\n$/);
  const key = JSON.parse(stdout) as ReceiptPrivateKey;
  assert.equal(key.kty, 'OKP');
  await createSigner(key);
  assert.deepEqual(readServeSettings({ RECEIPT_KEY: stdout }).receiptKeys, [key]);
  assert.match(stderr, new RegExp(`A new EdDSA key, ${key.kid}`));
  assert.match(stderr, /Set RECEIPT_KEY/);
  assert.ok(!stderr.includes(key.d));
});

test('makes an ES256 key when asked, and puts it before the previous ones, from a file or a pipe', async () => {
  const file = join(folder, 'key.json');
  writeFileSync(file, JSON.stringify(previous));
  const { stdout, stderr } = run(['--alg', 'ES256', '--previous', file]);
  const list = JSON.parse(stdout) as ReceiptPrivateKey[];
  assert.deepEqual([list.length, list[0]?.kty, list[1]], [2, 'EC', previous]);
  assert.ok(list[0]);
  await createSigner(list[0]);
  assert.match(stderr, /Leave the others out after\s+31 minutes/);
  for (const { d } of list) assert.ok(!stderr.includes(d));
  const third = run(['--previous', '-'], stdout);
  assert.deepEqual((JSON.parse(third.stdout) as unknown[]).slice(1), list);
});

test('a list never grows beyond what an edge takes: the oldest key goes, and that is said', async () => {
  const four = await Promise.all(Array.from({ length: 4 }, () => generateReceiptKey()));
  const { stdout, stderr } = run(['--previous', '-'], JSON.stringify(four));
  assert.deepEqual((JSON.parse(stdout) as unknown[]).slice(1), four.slice(0, 3));
  assert.equal(readServeSettings({ RECEIPT_KEY: stdout }).receiptKeys?.length, 4);
  assert.match(stderr, /The oldest key was left out/);
});

const WRONG: [string, string[], string, RegExp][] = [
  ['an algorithm that there is not', ['--alg', 'RS256'], '', /^--alg must be one of EdDSA, ES256, got "RS256"\.\n$/],
  ['a file that is not there', ['--previous', join(folder, 'none')], '', /cannot be read/],
  ['a file without a key', ['--previous', '-'], 'RECEIPT_KEY=…', /^--previous: it takes a JWK as JSON/],
  ['half a key', ['--previous', '-'], JSON.stringify(previous).slice(0, -3), /^--previous: it takes a JWK as JSON/],
  ['an option that there is not', ['--algorithm', 'ES256'], '', /--algorithm/],
];

for (const [name, args, input, message] of WRONG) {
  test(`${name}: one line says what would be right, no key is printed or quoted`, () => {
    const { status, stdout, stderr } = run(args, input);
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, message);
    assert.ok(!stderr.includes(previous.d.slice(0, 10)));
  });
}

test('a RECEIPT_KEY that does not do is refused in one line that does not quote it', () => {
  for (const text of [
    previous.d,
    JSON.stringify({ ...previous, kid: undefined }),
    JSON.stringify([previous, previous]),
  ]) {
    assert.throws(
      () => readServeSettings({ RECEIPT_KEY: text }),
      (error) => {
        assert.ok(error instanceof StartupError);
        assert.match(error.message, /^RECEIPT_KEY: .*\.$/);
        assert.ok(!error.message.includes(previous.d));
        return true;
      },
    );
  }
  assert.equal(readServeSettings({}).receiptKeys, null);
});
