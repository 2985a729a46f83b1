/**
 * The manual of the edge names every setting, option, quota, route, reason and metric that there is, and no setting
 * that there is not.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { readResourceSettings } from '../../src/cli/resource-settings.js';
import { readServeSettings } from '../../src/cli/serve-settings.js';
import { readListening } from '../../src/config/setting-groups.js';
import { readSetting, SETTINGS, type Environment } from '../../src/config/settings.js';
import { createEdge, DEFAULT_QUOTAS, type EdgeLogLine, type EdgeOptions } from '../../src/edge/index.js';
import type { ReceiptFault } from '../../src/receipt/index.js';
import { createEdgeMetrics } from '../../src/edge/runtime/metrics.js';
import { readEdgeSettings } from '../../src/edge/runtime/edge-settings.js';
import worker, { type WorkerEnv } from '../../src/edge/runtime/workers.js';
import type { BreakerOptions, ServiceUpstream } from '../../src/edge/upstream/types.js';
import { receiptKey, SECRET } from '../edge/support.js';

const textOf = (file: string): string => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
const manual = ['../edge', 'settings', 'quotas', 'receipts', 'monitoring']
  .map((page) => `\n${textOf(`docs/edge/${page}.md`)}`)
  .join('');
const service = textOf('docs/service/settings.md');

/**
 * The words in `code` of the first column of the tables below a heading, up to the next heading of that rank or a
 * higher one.
 */
const firstColumn = (text: string, heading: string): string[] => {
  const rank = /^#+/.exec(heading)?.[0].length ?? 1;
  const start = text.indexOf(`\n${heading}\n`);
  assert.ok(start >= 0, `there is no '${heading}'`);
  const [section = ''] = text.slice(start + heading.length + 2).split(new RegExp(`^#{1,${rank}} `, 'm'));
  return [...section.matchAll(/^\| (`[^|]*)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word),
  );
};

const right = {
  ALLOWED_ORIGINS: 'https://shop.example',
  SECRET,
  UPSTREAM_URL: 'https://verify.example',
  UPSTREAM_KEY: 'k',
  METRICS_PORT: '9091',
  LOG_LEVEL: 'silent',
};

/** The names that are looked up in an environment. */
const namesRead = async (
  read: (environment: Environment) => unknown,
  environment: Environment = right,
): Promise<Set<string>> => {
  const names = new Set<string>();
  await read(
    new Proxy(environment, {
      get: (target, name) => {
        if (typeof name === 'string') names.add(name);
        return target[name as string];
      },
    }),
  );
  return names;
};

const edgeNames = new Set<string>();
for (const read of [
  readEdgeSettings,
  readListening,
  readResourceSettings,
  (environment: Environment) => readSetting(environment, 'DNS_SERVERS'),
  (environment: Environment) => worker.fetch(new Request('https://edge.example/healthz'), environment as WorkerEnv),
]) {
  for (const name of await namesRead(read)) edgeNames.add(name);
}

const ses = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'k', AWS_SECRET_ACCESS_KEY: 'k', UPSTREAM_KEY: '' };
for (const name of await namesRead(readEdgeSettings, { ...right, UPSTREAM: 'ses', ...ses })) edgeNames.add(name);

/** Every key, or the compiler says which is missing. */
const namesOf = (all: Record<string, true>): string[] => Object.keys(all);
const OPTIONS: Record<keyof EdgeOptions, true> = {
  origins: true,
  secret: true,
  receiptKey: true,
  issuer: true,
  upstream: true,
  basePath: true,
  quotas: true,
  store: true,
  challenge: true,
  testMode: true,
  now: true,
  log: true,
  onUpstreamTrouble: true,
  outcomeFeed: true,
};
const UPSTREAM: Record<keyof ServiceUpstream | keyof BreakerOptions, true> = {
  baseUrl: true,
  apiKey: true,
  timeoutMs: true,
  ratePerSecond: true,
  breaker: true,
  fetch: true,
  failures: true,
  pauseMs: true,
};
const EVENTS: Record<EdgeLogLine['event'], true> = {
  request: true,
  upstream: true,
  challenge: true,
  ladder: true,
  outcome_feed: true,
  test_mode: true,
  error: true,
};
const REASONS: Record<ReceiptFault, true> = {
  malformed: true,
  algorithm: true,
  keys_unavailable: true,
  key: true,
  signature: true,
  expired: true,
  not_yet_valid: true,
  test_mode: true,
  issuer: true,
  audience: true,
  address: true,
  letter_case: true,
  policy: true,
  used: true,
  store_unavailable: true,
};

describe('the manual of the edge', () => {
  test('has every setting that an edge reads in its table, and no other', () => {
    const told = firstColumn(manual, '# Settings of the edge').filter((word) => /^[A-Z_]+$/.test(word));
    assert.ok(edgeNames.size > 20);
    assert.deepEqual([...told].sort(), [...edgeNames].sort());
  });

  test('has every option of createEdge in its table, and no other', () => {
    const told = firstColumn(manual, '# Settings of the edge').filter((word) => !/^[A-Z_]+$/.test(word));
    assert.deepEqual([...told].sort(), namesOf(OPTIONS).sort());
    for (const name of namesOf(UPSTREAM)) assert.match(manual, new RegExp(`\\b${name}\\b`));
  });

  test('has every quota with its default', () => {
    const [, section = ''] = manual.split('\n## Quotas\n');
    assert.deepEqual(firstColumn(manual, '## Quotas').sort(), Object.keys(DEFAULT_QUOTAS).sort());
    for (const [name, quota] of Object.entries<number>({ ...DEFAULT_QUOTAS })) {
      assert.match(section, new RegExp(`\\| \`${name}\` *\\| ${quota.toLocaleString('en')} *\\|`));
    }
  });

  test('has every route', async () => {
    const edge = createEdge({
      origins: ['https://shop.example'],
      secret: SECRET,
      receiptKey,
      issuer: 'https://edge.example',
      upstream: { baseUrl: 'https://verify.example', apiKey: 'k' },
    });
    const { detail } = (await (await edge(new Request('https://edge.example/'))).json()) as { detail: string };
    const told = firstColumn(manual, '## Routes').flatMap((word) => /^(?:GET|POST) (.*)$/.exec(word)?.[1] ?? []);
    assert.equal(detail, `The edge answers to ${told.join(', ')}.`);
  });

  test('has every reason of a receipt’s check, every event of the log and every metric', async () => {
    const [, receipts = ''] = manual.split('\n## Receipts\n');
    for (const reason of namesOf(REASONS)) assert.ok(receipts.includes(`\`${reason}\``), reason);
    const told = firstColumn(manual, '## Health, metrics, log');
    const metrics = [...(await createEdgeMetrics().text()).matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
    assert.deepEqual(told.sort(), [...metrics, ...namesOf(EVENTS)].sort());
  });
});

test('the manual of the service has every setting of serve in its table, with its default', async () => {
  const told = firstColumn(`\n${service}`, '# Settings of the service');
  for (const name of await namesRead(readServeSettings)) {
    assert.ok(told.includes(name), name);
    const value = Object.entries(SETTINGS).find(([one]) => one === name)?.[1].default ?? '';
    if (value !== '') assert.match(service, new RegExp(`^\\| .*\`${name}\`.*\\|.*\`${value}\`.*\\|`, 'm'));
  }
});
