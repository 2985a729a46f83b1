/**
 * Whole deployments whose processes are killed at random moments while they take lists, work on them and tell their
 * ends: `KILLS=20` sets their number, for each, without any shortening of the time that claims of killed processes live.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { startPostgres, type Postgres } from '../../../support/postgres.js';
import { whole } from '../../../support/whole.js';
import { useHarness } from '../../harness.js';
import { usePGlite } from '../../stores.js';
import { useSupervised, type Supervised } from './deployment.js';
import { passTime, useTrials } from './trial.js';

const byHand = process.env['KILLS'] !== undefined;
const KILLS = Number(process.env['KILLS'] ?? 2);
/** The longest time between two faults, in ms. */
const MAX_PAUSE_MS = 1000;
/**
 * Time limit for lists to make progress before the next fault, in ms: by hand, longer than the leases of a killed
 * process.
 */
const PROGRESS_MS = byHand ? 25_000 : 2000;
/** Duration of each PostgreSQL outage, in ms: once it is paused, once it is stopped. */
const OUTAGE_MS = byHand ? 60_000 : 2000;
const TIMEOUT_MS = byHand ? 3_600_000 : 240_000;

/** In any order. */
const shuffled = <T>(values: readonly T[]): T[] =>
  values
    .map((value) => ({ value, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ value }) => value);

describe.runIf(process.platform === 'linux' && (whole || byHand))('lists, with processes killed at random', () => {
  const { openStore } = useHarness();
  const embedded = usePGlite();
  const start = useSupervised();
  const makeTrial = useTrials(openStore);
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  it(`on PGlite, one process, ${KILLS} times`, { timeout: TIMEOUT_MS }, async () => {
    const { dataDir } = await embedded();
    const trial = await makeTrial({ dataDir });
    const service = start('serve', trial.settings);
    const stop = new AbortController();
    const loading = trial.load(stop.signal);
    for (let n = 0; n < KILLS; n += 1) {
      await trial.progress([service], PROGRESS_MS);
      await sleep(MAX_PAUSE_MS * Math.random());
      await service.kill();
    }
    stop.abort();
    await loading;
    await service.end();
    const between = await openStore({ dataDir });
    await passTime(between, byHand);
    await between.close();
    const last = start('serve', trial.settings);
    await trial.repeat();
    await trial.callbacks();
    await last.end();
    await trial.examine(await openStore({ dataDir }));
  });

  it(
    `on PostgreSQL, a service and two workers, ${KILLS} times each of them, PostgreSQL and all connections, and PostgreSQL away`,
    { timeout: TIMEOUT_MS },
    async () => {
      const databaseUrl = await postgres.createDatabase();
      const trial = await makeTrial({ dataDir: '', databaseUrl });
      const service = start('serve', trial.settings);
      const workers: [Supervised, Supervised] = [start('work', trial.settings), start('work', trial.settings)];
      await Promise.all([service, ...workers].map((one) => one.ready()));
      const faults = {
        service: service.kill,
        worker: () => workers[Math.random() < 0.5 ? 0 : 1].kill(),
        postgres: async () => {
          await postgres.kill();
          await sleep(500 * Math.random());
          await postgres.start();
        },
        connections: () => postgres.disconnect(),
      };
      const outages = [
        async () => {
          const resume = postgres.pause();
          await sleep(OUTAGE_MS);
          resume();
        },
        async () => {
          await postgres.halt();
          await sleep(OUTAGE_MS);
          await postgres.start();
        },
      ];
      const stop = new AbortController();
      const loading = trial.load(stop.signal);
      const often = Object.values(faults).flatMap((one) => Array.from({ length: KILLS }, () => one));
      for (const fault of shuffled([...often, ...outages])) {
        await trial.progress([service, ...workers], PROGRESS_MS);
        await sleep(MAX_PAUSE_MS * Math.random());
        await fault();
      }
      stop.abort();
      await loading;
      const store = await openStore({ dataDir: '', databaseUrl });
      await passTime(store, byHand);
      await trial.repeat();
      await trial.callbacks();
      for (const one of [service, ...workers]) await one.end();
      await trial.examine(store);
    },
  );
});
