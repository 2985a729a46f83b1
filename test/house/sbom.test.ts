/** The lists of what is in each package, as a release has them (CycloneDX). */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { root } from '../support/manifest.js';

interface Bom {
  bomFormat: string;
  metadata: { component: { name: string; purl: string } };
  components: { name: string; version: string }[];
}

interface Manifest {
  name: string;
  version: string;
  dependencies: Record<string, string>;
}

interface Lock {
  packages: Record<string, { version?: string; dependencies?: Record<string, string> }>;
}

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;

/** The path in the lock file of a library, as the package at a path finds it. */
const found = (name: string, from: string): string => {
  const path = `${from}node_modules/${name}`;
  return path in lock.packages || from === ''
    ? path
    : found(name, from.replace(/node_modules\/(@[^/]+\/)?[^/]+\/$/, ''));
};

/** The paths in the lock file of what libraries lead to. */
const reachedFrom = (names: string[], from = '', reached = new Set<string>()): Set<string> => {
  for (const path of names.map((name) => found(name, from))) {
    if (reached.has(path)) continue;
    reached.add(path);
    reachedFrom(Object.keys(lock.packages[path]?.dependencies ?? {}), `${path}/`, reached);
  }
  return reached;
};

describe('scripts/sbom.mjs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ev-sbom-'));
  beforeAll(() => {
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/sbom.mjs'), folder], {
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  for (const file of ['package.json', 'server/package.json']) {
    const { name, version, dependencies } = JSON.parse(readFileSync(join(root, file), 'utf8')) as Manifest;
    test(`names each library that ${name} brings, with its version`, () => {
      const bom = JSON.parse(readFileSync(join(folder, `${name}.cdx.json`), 'utf8')) as Bom;
      assert.equal(bom.bomFormat, 'CycloneDX');
      assert.equal(bom.metadata.component.name, name);
      assert.equal(bom.metadata.component.purl, `pkg:npm/${name}@${version}`);
      const listed = new Set(bom.components.map((component) => `${component.name}@${component.version}`));
      // A library that a tool of ours brings too is in the list as well: hono, socks, zod.
      const brought = [...reachedFrom(Object.keys(dependencies))].map(
        (path) => `${path.replace(/^.*node_modules\//, '')}@${lock.packages[path]?.version ?? ''}`,
      );
      assert.deepEqual(
        brought.filter((one) => !listed.has(one)),
        [],
      );
      assert.ok(![...listed].some((one) => /^(eslint|vite|typescript|react)@/.test(one)));
    });
  }
});
