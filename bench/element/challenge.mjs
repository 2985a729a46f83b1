/** Measures the proof of work of each rung: as a script solves it, and as the built element does in Chromium. */
import { pbkdf2 } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { altcha } from '../../dist/edge/index.js';
import { maxNumberOf, TOP } from '../../src/edge/challenge/ladder.js';
import { longestTask, median, open, wait } from './measure.mjs';

const derive = promisify(pbkdf2);
/**
 * The number of challenges to solve at each rung, the easiest rung first. One challenge of the hardest rung takes
 * seconds.
 */
const TIMES = [20, 10, 5, 3];
/** The rungs with a proof of work. */
export const RUNGS = TIMES.map((times, i) => ({ maxNumber: maxNumberOf(TOP - TIMES.length + 1 + i), times }));

const file = join(import.meta.dirname, '../../dist/cdn/email-verify-challenge.js');
/** The file has no imports, so it can be loaded from a data URL. */
const solver = `data:text/javascript,${encodeURIComponent(readFileSync(file, 'utf8'))}`;

const CONTEXT = { origin: 'https://shop.example', secrets: ['a secret of more than thirty-two bytes'], now: Date.now };

const promptsOf = ({ maxNumber, times }) => {
  const challenge = altcha({ maxNumber });
  return Promise.all(Array.from({ length: times }, () => challenge.describe(CONTEXT)));
};

/** Solves a challenge as a script does, one key after another, on one core. */
const solve = async ({ parameters: { nonce, salt, cost, keyLength, keyPrefix, data } }) => {
  const password = Buffer.from(`${nonce}00000000`, 'hex');
  for (let counter = 0; counter <= data.maxNumber; counter++) {
    password.writeUInt32BE(counter, password.length - 4);
    const key = await derive(password, Buffer.from(salt, 'hex'), cost, keyLength, 'sha256');
    if (key.toString('hex').startsWith(keyPrefix)) return { counter, derivedKey: key.toString('hex') };
  }
  throw new Error('The challenge has no solution.');
};

/**
 * @returns the median of the milliseconds that a script needs for a token, and of those that the edge needs to make a
 * challenge and to verify it.
 */
export const measureScript = async (rung) => {
  const challenge = altcha(rung);
  const [solving, making, verifying] = [[], [], []];
  for (let i = 0; i < rung.times; i++) {
    const began = performance.now();
    const { parameters, signature } = await challenge.describe(CONTEXT);
    const made = performance.now();
    const solution = await solve({ parameters });
    const solved = performance.now();
    const answer = btoa(JSON.stringify({ challenge: { parameters, signature }, solution }));
    if (!(await challenge.verify(answer, { ...CONTEXT, once: () => true })))
      throw new Error('A right answer is refused.');
    making.push(made - began);
    solving.push(solved - made);
    verifying.push(performance.now() - solved);
  }
  return { solving: median(solving), making: median(making), verifying: median(verifying) };
};

/** Solves the challenges one after the other; resolves to the milliseconds of each. */
const solveAll = (page, challenges) =>
  page.evaluate(
    async (url, all) => {
      const { answerChallenge } = await import(url);
      const times = [];
      for (const one of all) {
        const started = performance.now();
        await answerChallenge({ eventTarget: document }, one, console.error);
        times.push(performance.now() - started);
      }
      return times;
    },
    solver,
    challenges,
  );

/**
 * Measures with CPU throttling by the factor `slowed`. Chromium throttles only the main thread, not the threads that
 * derive keys: a phone's time is at most `slowed` times the one without throttling.
 * @returns milliseconds: median and maximum of the solving time, and the longest task in thread CPU time, because
 * solving keeps both cores of a small machine busy.
 */
export const measureChallenge = async (browser, origin, slowed, rung) => {
  const page = await open(browser, origin, 0, 1);
  try {
    await page.emulateCPUThrottling(slowed);
    await wait(200);
    const times = await solveAll(page, await promptsOf(rung));
    const few = await promptsOf({ ...rung, times: 1 });
    const longest = await longestTask(browser, page, () => solveAll(page, few));
    return { median: median(times), most: Math.max(...times), longest };
  } finally {
    await page.close();
  }
};
