/** A release: what the workflows run, what the notes say, and where package.json says that the project is. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { parse } from 'yaml';
import { manifest, root } from '../support/manifest.js';

interface Job {
  needs?: string;
  uses?: string;
  permissions?: Record<string, string>;
  steps?: { run?: string; uses?: string }[];
}

const workflow = (name: string) =>
  parse(readFileSync(join(root, '.github/workflows', name), 'utf8')) as {
    on: Record<string, unknown>;
    permissions: Record<string, string>;
    jobs: Record<string, Job>;
  };
const commandsOf = ({ steps = [] }: Job = {}): string[] => steps.flatMap(({ run }) => run ?? []);

describe('the workflows', () => {
  const ci = workflow('ci.yml');
  const release = workflow('release.yml');

  test('run all tests for every change', () => {
    assert.ok('pull_request' in ci.on);
    assert.ok(commandsOf(ci.jobs['test']).includes('.ci/run'));
  });

  test('publish both packages of a tag after all tests, with a list of what is in them, a signed statement of where it was built and without a token', () => {
    const { ci: tests, publish } = release.jobs;
    assert.deepEqual(release.on, { push: { tags: ['v*'] } });
    assert.equal(tests?.uses, './.github/workflows/ci.yml');
    assert.equal(publish?.needs, 'ci');
    assert.equal(publish.permissions?.['id-token'], 'write');
    const commands = commandsOf(publish);
    assert.ok(commands.includes('npm publish --provenance --access public'));
    assert.ok(commands.includes('npm publish --workspace=server --ignore-scripts --provenance --access public'));
    assert.match(commands.join('\n'), /node scripts\/sbom\.mjs/);
    assert.doesNotMatch(JSON.stringify(release), /TOKEN\w* *\}\}|secrets\./);
  });

  test('have no rights but to read, unless a job says so', () => {
    for (const { permissions } of [ci, release]) assert.deepEqual(permissions, { contents: 'read' });
  });
});

describe('the notes of a release', () => {
  const notes = (tag: string) =>
    spawnSync(process.execPath, [join(root, 'scripts/release-notes.mjs'), tag], { encoding: 'utf8' });

  test('are the part of the changelog about its version', () => {
    const { status, stdout } = notes(`v${manifest.version}`);
    assert.equal(status, 0);
    assert.match(stdout, /^### /);
    assert.doesNotMatch(stdout, /^## /m);
  });

  test('are refused for a tag that is not the version', () => {
    const { status, stderr } = notes('v99.0.0');
    assert.equal(status, 1);
    assert.match(stderr, new RegExp(`v99\\.0\\.0 .*v${manifest.version.replaceAll('.', '\\.')}`));
  });
});

test('package.json says where the project is, in one repository', () => {
  const home = 'https://github.com/email-verify-element/email-verify-element';
  assert.equal(manifest.repository.url, `git+${home}.git`);
  assert.equal(manifest.homepage, `${home}#readme`);
  assert.equal(manifest.bugs.url, `${home}/issues`);
});

describe('the files for contributors', () => {
  test('issue templates are forms that GitHub reads', () => {
    for (const name of ['bug', 'idea']) {
      const text = readFileSync(join(root, '.github/ISSUE_TEMPLATE', `${name}.yml`), 'utf8');
      const form = parse(text) as { name: string; description: string; body: { type: string; id?: string }[] };
      assert.ok(form.name && form.description);
      const ids = form.body.flatMap(({ type, id }) =>
        type === 'markdown' ? [] : (id ?? assert.fail(`${name}: no id`)),
      );
      assert.equal(new Set(ids).size, ids.length);
    }
  });

  test('the container of editors has a Node that the package supports', () => {
    const text = readFileSync(join(root, '.devcontainer/devcontainer.json'), 'utf8');
    const { image } = parse(text.replace(/^ *\/\/.*$/gm, '')) as { image: string };
    const [, major = ''] = /^node:(\d+)-/.exec(image) ?? [];
    assert.ok(Number(major) >= Number(/\d+/.exec(manifest.engines.node)?.[0]));
  });
});
