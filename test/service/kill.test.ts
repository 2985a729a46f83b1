import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'vitest';
import { setTimeout } from 'node:timers/promises';
import { FREE_CREDITS } from '../../src/service/credits/credits.js';
import { createHashes } from '../../src/service/keys/hashes.js';
import { whole } from '../support/whole.js';
import { useHarness, type Place } from './harness.js';
import { audit } from './credits/ledger-support.js';
import { killHard, useProcesses } from './process.js';
import { KEY, SECRET } from './scripted.js';
import { useFolders, usePGlite } from './stores.js';
import { eventually } from '../support/eventually.js';

/** The rounds: `ROUNDS=20` sets them. */
const ROUNDS = Number(process.env['ROUNDS'] ?? (whole ? 5 : 1));
const CLIENTS = 8;
/** The maximum number of answers in a round before the process is killed. */
const ANSWERS = 60;
const BOUGHT = 1_000_000;
const GRANTED = FREE_CREDITS + BOUGHT;

/** Checks one address after another until the service is gone. Notes what was sent, and what was answered. */
const hammer = async (base: string, name: string, sent: string[], answered: string[]): Promise<void> => {
  try {
    for (let n = 0; ; n += 1) {
      const email = `${name}-${n}@example.org`;
      sent.push(email);
      const response = await fetch(`${base}/api/validate?apikey=${KEY}&email=${email}`);
      const { status } = (await response.json()) as { status: string };
      assert.deepEqual([response.status, status], [200, 'valid']);
      answered.push(email);
    }
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error;
  }
};

const creditsLeft = async (base: string): Promise<number> => {
  const response = await fetch(`${base}/api/account?apikey=${KEY}`);
  const { credits } = (await response.json()) as { credits: { free: number; bought: number } };
  return credits.free + credits.bought;
};

describe('the service on PGlite, killed', () => {
  const { openStore } = useHarness();
  const place = usePGlite();
  const makeFolder = useFolders();
  const start = useProcesses();
  const hashes = createHashes(SECRET);

  const readLedger = async (where: Place): Promise<{ rows: Buffer[]; left: number }> => {
    const store = await openStore(where);
    const checks = await store.db.selectFrom('checks').select('subject').execute();
    await audit(store);
    const { remaining } = await store.db
      .selectFrom('credit_lots')
      .select(({ fn }) => fn.sum<string>('remaining').as('remaining'))
      .executeTakeFirstOrThrow();
    return { rows: checks.map(({ subject }) => subject), left: Number(remaining) };
  };

  it.runIf(whole)(
    `${ROUNDS} times under load, has every answered check in its ledger once, and paid for once`,
    async () => {
      const where = await place();
      const sent: string[] = [];
      const answered: string[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const service = start(where.dataDir, ...(round === 0 ? [String(BOUGHT)] : []));
        const base = await service.ready;
        const spent = GRANTED - (await creditsLeft(base));
        assert.ok(spent >= answered.length && spent <= sent.length, `round ${round}: ${spent} credits were spent`);
        const clients = Array.from({ length: CLIENTS }, (_, n) => hammer(base, `r${round}c${n}`, sent, answered));
        const enough = answered.length + CLIENTS + Math.random() * (ANSWERS - CLIENTS);
        // No `eventually`: it looks at even intervals, and the kill has to hit any moment of a check.
        while (answered.length < enough) await setTimeout(Math.random() * 4);
        await killHard(service);
        await Promise.all(clients);
      }
      const { rows, left } = await readLedger(where);
      for (const email of answered)
        assert.equal(
          rows.filter((subject) => subject.equals(hashes.subject(email))).length,
          1,
          `${email} was answered`,
        );
      assert.equal(new Set(rows.map((subject) => subject.toString('hex'))).size, rows.length, 'none is in it twice');
      assert.ok(rows.length <= sent.length, `${rows.length} rows, ${sent.length} requests`);
      assert.equal(left + rows.length, GRANTED, 'no credit is lost or made');
      console.log(`${sent.length} requests, ${answered.length} answered, ${rows.length} rows`);
    },
  );

  it.runIf(whole)('in its very first start, starts the next time', async () => {
    const dataDir = makeFolder();
    const service = start(dataDir);
    await eventually(() => readdirSync(dataDir).length > 0);
    await killHard(service);
    await start(dataDir).ready;
  });
});
