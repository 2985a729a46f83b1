import assert from 'node:assert/strict';
import { test } from 'vitest';
import { transform } from 'esbuild';
import { compileScript, compileTemplate, parse } from 'vue/compiler-sfc';
import { createSecret, SNIPPETS, WITH_KEY, writeSnippet, type SnippetValues } from '../../src/dashboard/snippets.js';
import { readEdgeSettings } from '../../src/edge/runtime/edge-settings.js';

const VALUES: SnippetValues = {
  service: 'https://verify.example',
  edge: 'https://edge.shop.example',
  origin: 'https://shop.example',
  key: 'evk_abcdefghijklmnopqrstuvwxyz',
  secret: createSecret(),
};

const written = (name: (typeof SNIPPETS)[number], values: Partial<SnippetValues> = {}): string =>
  writeSnippet(name, { ...VALUES, ...values });

/** The settings of the command. */
const settingsOf = (command: string): Record<string, string> =>
  Object.fromEntries([...command.matchAll(/^([A-Z_]+)=(\S+) \\$/gm)].map(([, name = '', value = '']) => [name, value]));

test('no snippet for a page has the key or the secret', () => {
  for (const name of SNIPPETS) {
    const code = written(name);
    assert.equal(code.includes(VALUES.key), WITH_KEY.includes(name), name);
    assert.equal(code.includes(VALUES.secret), name === 'edge', name);
  }
});

test('the command has settings that the edge takes', () => {
  const settings = settingsOf(written('edge'));
  const { origins, publicUrl, upstream, secret } = readEdgeSettings(settings);
  assert.deepEqual([origins, publicUrl, secret], [[VALUES.origin], VALUES.edge, VALUES.secret]);
  assert.deepEqual([settings['PORT'], settings['TRUSTED_PROXIES'], settings['BASE_PATH']], ['8081', '1', undefined]);
  assert.equal(upstream && 'service' in upstream && upstream.service.apiKey, VALUES.key);
  assert.match(written('edge'), /\nnpx email-verify-server edge$/);
});

test('the command listens where a URL without TLS says, and below its path', () => {
  const plain = settingsOf(written('edge', { edge: 'http://localhost:9000/verify' }));
  assert.deepEqual([plain['PORT'], plain['BASE_PATH'], plain['TRUSTED_PROXIES']], ['9000', '/verify', undefined]);
  assert.equal(settingsOf(written('edge', { edge: 'http://edge.lan' }))['PORT'], '80');
});

test('React and Vue accept their code, and pages call the edge', async () => {
  await transform(written('react'), { loader: 'jsx' });
  const { descriptor, errors } = parse(written('vue'));
  assert.deepEqual(errors, []);
  compileScript(descriptor, { id: 'page' });
  const source = descriptor.template?.content ?? '';
  assert.deepEqual(compileTemplate({ source, filename: 'page.vue', id: 'page' }).errors, []);
  for (const name of ['script', 'react', 'vue', 'wordpress'] as const)
    assert.ok(written(name).includes(`${VALUES.edge}/`), name);
});

test('a secret is long, and a new one each time', () => {
  assert.match(createSecret(), /^[\w-]{43}$/);
  assert.notEqual(createSecret(), createSecret());
});
