/**
 * The container image and the compose file: who runs, what is kept, how its health is asked; built where there is a
 * builder.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { parse } from 'yaml';
import { SETTINGS } from '../../src/config/settings.js';
import { manifest, root } from '../support/manifest.js';
import { whole } from '../support/whole.js';

interface Service {
  build?: string;
  image?: string;
  environment: Record<string, string>;
  volumes: string[];
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
  read_only?: boolean;
  cap_drop?: string[];
}

/** The instructions of a Dockerfile: the word, and the rest of the line with those that continue it. */
const instructions = readFileSync(join(root, 'Dockerfile'), 'utf8')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line): [string, string] => {
    const [, word = '', rest = ''] = /^([A-Z]+) +(.*)$/.exec(line) ?? assert.fail(`not an instruction: ${line}`);
    return [word, rest];
  });
const lastStage = instructions.slice(instructions.findLastIndex(([word]) => word === 'FROM'));
const valueOf = (word: string): string =>
  lastStage.findLast(([other]) => other === word)?.[1] ?? assert.fail(`the image has no ${word}`);

const compose = parse(readFileSync(join(root, 'compose.yaml'), 'utf8')) as {
  services: Record<'email-verify' | 'database', Service>;
  volumes: Record<string, unknown>;
};

const hasBuilder = spawnSync('docker', ['info']).status === 0;

describe('the image', () => {
  const variables = Object.fromEntries(
    valueOf('ENV')
      .split(' ')
      .map((pair) => pair.split('=') as [string, string]),
  );

  test('starts from a line of Node that the package supports, in both stages the same', () => {
    const bases = new Set(instructions.flatMap(([word, rest]) => (word === 'FROM' ? rest.split(' ')[0] : [])));
    assert.equal(bases.size, 1);
    const [, major = ''] = /^node:(\d+)-/.exec([...bases].join()) ?? [];
    assert.ok(Number(major) >= Number(/\d+/.exec(manifest.engines.node)?.[0]));
  });

  test('runs as a user without rights, who alone may read the data', () => {
    assert.equal(valueOf('USER'), 'node');
    assert.equal(valueOf('VOLUME'), variables['DATA_DIR']);
    assert.match(valueOf('RUN'), /install --directory --owner=node --group=node --mode=0700 \/data$/);
  });

  test('gives only settings that there are', () => {
    const names = [...Object.keys(variables), ...Object.keys(compose.services['email-verify'].environment)];
    const known = new Set([...Object.keys(SETTINGS), 'NODE_ENV']);
    assert.deepEqual(
      names.filter((name) => !known.has(name)),
      [],
    );
  });

  test.runIf(whole && hasBuilder)('can be built', { timeout: 600_000 }, () => {
    const { status, stderr } = spawnSync('docker', ['build', root], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  });
  if (whole && !hasBuilder) test.skip('can be built (skipped: no Docker daemon here)');
});

describe('the compose file', () => {
  const { 'email-verify': service, database } = compose.services;

  test('builds the image, and starts it when the database answers', () => {
    assert.equal(service.build, '.');
    assert.deepEqual(service.depends_on, { database: { condition: 'service_healthy' } });
    assert.equal(database.healthcheck?.test[1], 'pg_isready');
  });

  test('keeps the rows and the secret in volumes, and gives the service no other place to write and no rights', () => {
    const named = [service, database].flatMap(({ volumes }) => volumes.map((volume) => volume.split(':')[0]));
    assert.deepEqual(named.sort(), Object.keys(compose.volumes).sort());
    assert.equal(service.volumes[0]?.split(':')[1], '/data');
    assert.equal(service.read_only, true);
    assert.deepEqual(service.cap_drop, ['ALL']);
  });

  test('has no password in it', () => {
    assert.equal(database.environment['POSTGRES_PASSWORD'], '${POSTGRES_PASSWORD}');
    assert.match(service.environment['DATABASE_URL'] ?? '', /:\$\{POSTGRES_PASSWORD:\?[^}]+\}@database\//);
  });
});
