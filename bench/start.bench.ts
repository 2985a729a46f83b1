/**
 * The time from the command to the line that it serves: the first start, which creates the database, and later ones,
 * after Ctrl-C and after kill -9. `npm run bench start`, after `npm run build`.
 */
import { startProgram, temporaryFolder } from '../test/e2e/support/program.js';
import { median, table } from './table.js';

const ROUNDS = 5;

const folder = temporaryFolder();

/** Starts the program and ends it. @returns the time until it was ready, in ms. */
const measure = async (signal: NodeJS.Signals): Promise<number> => {
  const started = performance.now();
  const program = await startProgram({ DATA_DIR: folder.path }, undefined, undefined, []);
  const ms = performance.now() - started;
  await program.end(signal);
  return ms;
};

const measureMany = async (signal: NodeJS.Signals): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await measure(signal));
  return Math.round(median(times));
};

try {
  const first = Math.round(await measure('SIGINT'));
  const second = await measureMany('SIGINT');
  await measure('SIGKILL');
  const afterKill = await measureMany('SIGKILL');
  table(
    ['start of email-verify serve', 'ms'],
    [
      ['first', first],
      ['after Ctrl-C', second],
      ['after kill -9', afterKill],
    ],
  );
} finally {
  folder.remove();
}
