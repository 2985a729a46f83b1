import assert from 'node:assert/strict';
import { test } from 'vitest';
import { COMMANDS, type CommandName } from '../../src/cli/commands.js';
import { readResourceSettings } from '../../src/cli/resource-settings.js';
import { readServeSettings } from '../../src/cli/serve-settings.js';
import { readListening } from '../../src/config/setting-groups.js';
import { SETTINGS, type Environment } from '../../src/config/settings.js';
import { readEdgeSettings } from '../../src/edge/runtime/edge-settings.js';

/** The settings that readers look up, other than quotas. */
const namesRead = (...readers: ((environment: Environment) => unknown)[]): string[] => {
  const names = new Set<string>();
  const right = { ALLOWED_ORIGINS: 'https://shop.example', SECRET: 'x'.repeat(32) };
  const ses = { UPSTREAM: 'ses', AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'k', AWS_SECRET_ACCESS_KEY: 'k' };
  for (const given of [right, { ...right, ...ses }]) {
    const environment = new Proxy<Environment>(given, {
      get: (target, name) => {
        if (Object.hasOwn(SETTINGS, name)) names.add(String(name));
        return target[name as string];
      },
    });
    for (const read of readers) read(environment);
  }
  return [...names].sort();
};

const listed = (name: CommandName): string[] => [...COMMANDS[name].settings].sort();

test('the help of serve and edge lists the settings that they read, each once', () => {
  assert.deepEqual(listed('serve'), namesRead(readServeSettings));
  // Node's edge queries DNS by its own sockets.
  const edge = namesRead(readEdgeSettings, readListening, readResourceSettings).filter((name) => name !== 'DOH_URL');
  assert.deepEqual(listed('edge'), [...edge, 'DNS_SERVERS'].sort());
});

test('the help of every other command lists settings that serve reads too', () => {
  const read = new Set([...namesRead(readServeSettings), 'DOH_URL']);
  for (const name of Object.keys(COMMANDS) as CommandName[])
    if (name !== 'edge')
      assert.deepEqual(
        listed(name).filter((setting) => !read.has(setting)),
        [],
        name,
      );
});
