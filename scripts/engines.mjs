/** The browsers that the element is tested in. */
import { chromeLauncher } from '@web/test-runner-chrome';
import { webdriverLauncher } from '@web/test-runner-webdriver';
import puppeteer from 'puppeteer-core';
import { chromium } from './chromium.mjs';
import { webkit } from './webkit.mjs';

const engines = {
  chromium: async () => {
    const { executablePath, args, env } = await chromium();
    return {
      launcher: chromeLauncher({ launchOptions: { executablePath, args, env, headless: 'shell' } }),
      concurrency: 3,
    };
  },
  firefox: async () => ({
    launcher: chromeLauncher({
      puppeteer,
      launchOptions: { browser: 'firefox', executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr' },
    }),
    // A tab that lies behind another one has no focus.
    concurrency: 1,
  }),
  // Its driver has one window.
  webkit: async () => ({ launcher: webdriverLauncher(await webkit()), concurrency: 1 }),
};

/** @param {string} name `chromium`, `firefox` or `webkit`. */
export const engine = (name) => {
  const start = engines[name];
  if (!start) throw new Error(`ENGINE=${name}: it is one of ${Object.keys(engines).join(', ')}.`);
  return start();
};
