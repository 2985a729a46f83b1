/** Measures the built proof-of-work solver of the element, with the default challenges of `altcha()`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { altcha } from '../../dist/edge/index.js';
import { longestTask, median, open } from './measure.mjs';

const TIMES = 30;

const file = join(import.meta.dirname, '../../dist/cdn/email-verify-challenge.js');
/** The file has no imports, so it can be loaded from a data URL. */
const solver = `data:text/javascript,${encodeURIComponent(readFileSync(file, 'utf8'))}`;

const prompts = (count) => {
  const challenge = altcha();
  const context = { secrets: ['a secret of more than thirty-two bytes'], now: Date.now };
  return Promise.all(Array.from({ length: count }, () => challenge.describe(context)));
};

/** Solves the challenges one after the other; resolves to the milliseconds of each. */
const solveAll = (page, challenges) =>
  page.evaluate(
    async (url, all) => {
      const { solve } = await import(url);
      const times = [];
      for (const one of all) {
        const started = performance.now();
        await solve(document, one, console.error);
        times.push(performance.now() - started);
      }
      return times;
    },
    solver,
    challenges,
  );

const p95 = (values) => [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1];

/**
 * Measures with CPU throttling by the factor `slowed`. Chromium throttles only the main thread, not the worker that hashes.
 * @returns milliseconds: median and 95th percentile of the solving time, and the longest task in thread CPU time, because
 * solving keeps both cores of a small machine busy.
 */
export const measureChallenge = async (browser, origin, slowed) => {
  const page = await open(browser, origin, 0, 1);
  try {
    await page.emulateCPUThrottling(slowed);
    const times = await solveAll(page, await prompts(TIMES));
    const few = await prompts(3);
    const longest = await longestTask(browser, page, () => solveAll(page, few), 'tdur');
    return { median: median(times), p95: p95(times), longest };
  } finally {
    await page.close();
  }
};
