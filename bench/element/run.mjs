/** Compares the element with its peers in one run of Chromium: medians, and ratios to the element. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import puppeteer from 'puppeteer-core';
import { define, defineByFile, longestTask, median, meetVerdict, open, perKey, wait } from './measure.mjs';
import { peers } from './peers.mjs';
import { serve } from './server.mjs';
import { earlySubmission, fieldReady } from './slow.mjs';
import { chromium } from '../../scripts/chromium.mjs';

const root = join(import.meta.dirname, '../..');
if (!existsSync(join(root, 'dist/.built'))) throw new Error('Run `npm run build` first.');

const TIMES = 7;
const SLOWED = 4;
/** A phone, for the proof of work. */
const PHONE = 6;
const LONG_MS = 50;
/** From the first focus to a working field, on slow 4G. */
const READY_MS = 1500;
const OWN = 1;

/** @param {(title: string, heading: string[], rows: string[][]) => void} show prints a table. */
export const run = async (show) => {
  const all = await peers();
  const { origin, sent, close } = await serve(all);
  const { executablePath, args, env } = await chromium();
  const browser = await puppeteer.launch({ executablePath, args, env, headless: 'shell' });

  /** Measures all peers TIMES times, interleaved, so that other load on the machine affects all alike. */
  const measure = async (what) => {
    const found = all.map(() => []);
    for (let time = 0; time < TIMES; time++) {
      for (const [index, peer] of all.entries()) {
        const value = await what(peer, index).catch((error) => {
          if (!time) console.error(`${peer.name}: ${error.message}`);
          return null;
        });
        if (value !== null) found[index].push(value);
      }
    }
    return found;
  };

  const inPage = async (index, count, act) => {
    const page = await open(browser, origin, index, count);
    try {
      return await act(page);
    } finally {
      await page.close();
    }
  };

  const whole = (value) => value.toLocaleString('en');
  /** A median and its ratio to the element's. */
  const cell = (values, own) => {
    const [mine, theirs] = [median(values), median(own)];
    if (Number.isNaN(mine)) return 'does not run';
    return `${mine.toFixed(2)} ${values === own ? '      ' : `×${(mine / theirs).toFixed(2)}`.padStart(6)}`;
  };
  const column = (found) => (index) => cell(found[index], found[OWN]);

  try {
    show(
      'Bytes of the scripts',
      ['', 'min', 'gzip', 'brotli'],
      all
        .flatMap(({ files }) => files)
        .map(([name, text]) => [
          name,
          ...[
            (bytes) => bytes.length,
            (bytes) => gzipSync(bytes, { level: 9 }).length,
            (bytes) => brotliCompressSync(bytes).length,
          ].map((of) => whole(of(Buffer.from(text)))),
        ]),
    );

    const one = await measure((peer, index) => inPage(index, 1, (page) => define(page, peer)));
    const hundred = await measure((peer, index) => inPage(index, 100, (page) => define(page, peer)));
    const key = await measure((peer, index) =>
      inPage(index, 1, async (page) => {
        await define(page, peer);
        return perKey(page, peer);
      }),
    );
    show(
      'Milliseconds of the main thread (medians; × against email-verify)',
      ['', 'define, upgrade 1', 'define, upgrade 100', 'a key'],
      all.map((peer, index) => [peer.name, ...[one, hundred, key].map((found) => column(found)(index))]),
    );

    const verdicts = await measure(async (peer, index) => {
      if (!peer.files.length) return null;
      return inPage(index, 1, async (page) => {
        await define(page, peer);
        const first = await meetVerdict(page, peer, 'anna@example.org');
        const next = await meetVerdict(page, peer, 'berta@example.org');
        return { first, next };
      });
    });
    const picked = (pick) => verdicts.map((found) => found.map(pick));
    const [asked, askedNext] = [picked(({ first }) => first.requests), picked(({ next }) => next.requests)];
    const [after, afterNext] = [picked(({ first }) => first.afterMs), picked(({ next }) => next.afterMs)];
    show(
      'A verdict: requests, and milliseconds from the last response to the paint',
      ['', 'requests, first', 'requests, next', 'painted, first', 'painted, next'],
      all.flatMap((peer, index) =>
        peer.files.length
          ? [[peer.name, ...[asked, askedNext, after, afterNext].map((found) => column(found)(index))]]
          : [],
      ),
    );

    const phases = ['load, upgrade 100', 'load, upgrade 1', 'typing', 'verdict', 'suggestion'];
    const loading = async (page, peer) => {
      await page.emulateCPUThrottling(SLOWED);
      return longestTask(browser, page, () => defineByFile(page, peer));
    };
    const tasks = await measure(async (peer, index) => {
      const many = await inPage(index, 100, (page) => loading(page, peer));
      return inPage(index, 1, async (page) => {
        const load = await loading(page, peer);
        const typing = await longestTask(browser, page, () => perKey(page, peer));
        const verdict = !peer.files.length
          ? null
          : await longestTask(browser, page, () => meetVerdict(page, peer, 'anna@example.org'));
        const suggestion = !peer.suggests
          ? null
          : await longestTask(browser, page, async () => {
              await page.evaluate(() => (document.querySelector('input').value = ''));
              await page.focus('input');
              await page.keyboard.type('anna@gamil.org', { delay: 25 });
              await page.keyboard.press('Tab');
              await page.waitForFunction(peer.suggests);
              await wait(100);
            });
        return [many, load, typing, verdict, suggestion];
      });
    });
    const longest = tasks.map((found) =>
      phases.map((_, at) => found.map((task) => task[at]).filter((ms) => ms !== null)),
    );
    show(
      `The longest task in ms of CPU time, on a CPU slowed ${SLOWED}× (medians; longer than ${LONG_MS} is noticeable)`,
      ['', ...phases],
      all.map((peer, index) => [
        peer.name,
        ...longest[index].map((found) =>
          found.length ? `${median(found).toFixed(1)}${median(found) > LONG_MS ? ' long' : ''}` : '–',
        ),
      ]),
    );

    const ready = [];
    const early = [];
    for (let time = 0; time < TIMES; time++) {
      ready.push(await fieldReady(browser, origin));
      early.push(await earlySubmission(browser, origin, sent));
    }
    const seconds = (values) => `${(median(values) / 1000).toFixed(2)} s`;
    const shown = ready.map((one) => one.shown);
    show(
      `The script tag on slow 4G with an empty cache, from the first focus (limit: ${READY_MS / 1000} s until everything is loaded)`,
      ['', 'median', 'longest'],
      [
        ['the element is bound', ready.map((one) => one.bound)],
        ['the overlay of the verdict is loaded', shown],
        ['a form submitted at once is sent', early.map((one) => one.ms)],
      ].map(([what, values]) => [what, seconds(values), seconds([Math.max(...values)])]),
    );
    const isSentOnce = early.every(({ times, receipt }) => times === 1 && receipt);
    if (!isSentOnce) console.error('An early submission was not sent exactly once with a receipt:', early);
    if (median(shown) > READY_MS || !isSentOnce) process.exitCode = 1;

    const { measureChallenge, measureScript, RUNGS } = await import('./challenge.mjs');
    const challenges = [];
    for (const rung of RUNGS) {
      const script = await measureScript(rung);
      const page = await measureChallenge(browser, origin, 1, rung);
      const slow = await measureChallenge(browser, origin, PHONE, rung);
      challenges.push({ rung, script, page, slow });
    }
    show(
      'The proof of work of a token, in ms (medians)',
      [
        'keys, at most',
        'a script',
        'the page',
        'at most',
        `slowed ${PHONE}×`,
        'longest task, CPU time',
        'made',
        'verified',
      ],
      challenges.map(({ rung, script, page, slow }) => [
        String(rung.maxNumber),
        ...[script.solving, page.median, page.most, slow.median].map((ms) => ms.toFixed(0)),
        `${slow.longest.toFixed(1)}${slow.longest > LONG_MS ? ' long' : ''}`,
        ...[script.making, script.verifying].map((ms) => ms.toFixed(2)),
      ]),
    );
    const own = [...longest[OWN].map(median), ...challenges.map(({ slow }) => slow.longest)];
    if (own.some((ms) => ms > LONG_MS)) process.exitCode = 1;
  } finally {
    await browser.close();
    close();
  }
};
