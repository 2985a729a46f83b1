import assert from 'node:assert/strict';
import { Registry } from 'prom-client';
import { test } from 'vitest';
import { showGauges } from '../../src/cli/metrics.js';
import type { Gauges } from '../../src/service/index.js';

const GAUGES: Gauges = {
  store: 'disk full',
  freeBytes: 7,
  databaseWaiting: 2,
  background: { running: 1, waiting: 3 },
  listsPaused: 'dns_unavailable',
  domainLists: { madeMs: 1_772_366_400_000, failures: 2 },
  validOutcomes: { delivered: 980, bounced: 20, alerts: 1 },
};

/** The samples of one scrape, and how often the state was read for it. */
const scrape = async (gauges: Gauges): Promise<{ samples: string[]; reads: number }> => {
  const registry = new Registry();
  let reads = 0;
  showGauges(registry, () => {
    reads += 1;
    return new Promise((resolve) => setImmediate(resolve, gauges));
  });
  const text = await registry.metrics();
  return { samples: text.split('\n').filter((line) => line.startsWith('email')), reads };
};

test('the first scrape has the state as it is, read once', async () => {
  assert.deepEqual(await scrape(GAUGES), {
    reads: 1,
    samples: [
      'email_verify_store_state{state="ok"} 0',
      'email_verify_store_state{state="disk full"} 1',
      'email_verify_store_state{state="unavailable"} 0',
      'email_verify_store_free_bytes 7',
      'email_verify_store_waiting 2',
      'email_verify_lists_paused{reason="no_worker"} 0',
      'email_verify_lists_paused{reason="dns_unavailable"} 1',
      'email_verify_lists_paused{reason="smtp_unreachable"} 0',
      'email_verify_domain_lists_made_timestamp_seconds 1772366400',
      'email_verify_domain_lists_failures_total 2',
      'email_verify_valid_outcomes{outcome="delivered"} 980',
      'email_verify_valid_outcomes{outcome="bounced"} 20',
      'email_verify_valid_bounce_alerts 1',
      'email_verify_background_work{state="running"} 1',
      'email_verify_background_work{state="waiting"} 3',
    ],
  });
});

test('a store without a disk of ours has no free room, not none', async () => {
  for (const freeBytes of [null, Infinity]) {
    const { samples } = await scrape({ ...GAUGES, freeBytes });
    assert.equal(samples.length, 14);
    assert.ok(!samples.join().includes('free_bytes'));
  }
});

test('without LISTS_URL, no lists were made', async () => {
  const { samples } = await scrape({ ...GAUGES, domainLists: null });
  assert.ok(!samples.join().includes('lists_made'));
});
