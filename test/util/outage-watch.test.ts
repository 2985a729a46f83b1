import assert from 'node:assert/strict';
import { it, onTestFinished } from 'vitest';
import { createOutage, type Outage, type OutageOptions, type OutageState } from '../../src/util/outage-watch.js';
import { eventually } from '../support/eventually.js';

/** An outage whose checks find out what the test wants; it notes its states. */
const watch = (options: Partial<OutageOptions> = {}) => {
  const trial = { works: false, checks: 0, keys: [] as readonly string[] };
  const states: OutageState[] = [];
  const outage = createOutage({
    check: (keys) => {
      trial.checks += 1;
      trial.keys = keys;
      return Promise.resolve(trial.works);
    },
    onChange: (state) => states.push(state),
    pauseMs: [5, 20],
    ...options,
  });
  onTestFinished(outage.close);
  return { outage, trial, states };
};

const fail = (outage: Outage, count: number, keys = count): void => {
  for (let n = 0; n < count; n += 1) outage.failed(`firm${n % keys}.org`);
};

it('begins after 20 failures of 10 keys or more, once a check has failed too', async () => {
  const { outage, trial, states } = watch();
  fail(outage, 19);
  assert.equal(trial.checks, 0);
  outage.failed('last.org');
  await eventually(() => states.length > 0);
  assert.deepEqual(
    [outage.state(), states, trial.keys.length, trial.keys.at(-1)],
    ['waiting', ['waiting'], 20, 'last.org'],
  );
});

it('is none for a few keys, however often they fail', async () => {
  const { outage, trial } = watch();
  fail(outage, 1000, 9);
  await new Promise(setImmediate);
  assert.deepEqual([outage.state(), trial.checks], ['none', 0]);
});

it('is none if a success comes in between, or the check finds that it works', async () => {
  const { outage, trial, states } = watch();
  fail(outage, 19);
  outage.succeeded();
  fail(outage, 19);
  await new Promise(setImmediate);
  assert.equal(trial.checks, 0);
  trial.works = true;
  outage.failed('last.org');
  await new Promise(setImmediate);
  assert.deepEqual([trial.checks, states], [1, []]);
});

it('is over when a check finds that it works, or at the first success', async () => {
  const { outage, trial, states } = watch();
  fail(outage, 20);
  await eventually(() => outage.state() === 'waiting');
  trial.works = true;
  await eventually(() => outage.state() === 'none');
  trial.works = false;
  fail(outage, 20);
  await eventually(() => outage.state() === 'waiting');
  outage.succeeded();
  await eventually(() => outage.state() === 'none');
  assert.deepEqual(states, ['waiting', 'none', 'waiting', 'none']);
});

it('is given up after its limit, unless others go on, and ends as before', async () => {
  let mayGiveUp = false;
  const { outage, trial, states } = watch({ limitMs: 30, mayGiveUp: () => Promise.resolve(mayGiveUp) });
  fail(outage, 20);
  await eventually(() => trial.checks > 5);
  assert.deepEqual(states, ['waiting']);
  mayGiveUp = true;
  await eventually(() => outage.state() === 'given up');
  trial.works = true;
  await eventually(() => outage.state() === 'none');
  assert.deepEqual(states, ['waiting', 'given up', 'none']);
});

it('checks no more once it is closed', async () => {
  const { outage, trial } = watch();
  fail(outage, 20);
  await eventually(() => outage.state() === 'waiting');
  outage.close();
  const { checks } = trial;
  await new Promise((resolve) => setTimeout(resolve, 50));
  fail(outage, 20);
  assert.equal(trial.checks, checks);
});
