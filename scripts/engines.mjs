/** The browser engines that the element is tested in. */
import { chromeLauncher } from '@web/test-runner-chrome';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { bring } from './bring.mjs';
import { chromium } from './chromium.mjs';
import { webkit } from './webkit.mjs';

const engines = {
  chromium: async () => {
    const { executablePath, args, env } = await chromium();
    return {
      launcher: chromeLauncher({ launchOptions: { executablePath, args, env, headless: 'shell' } }),
      // More than cores: most tests wait.
      concurrency: 5,
    };
  },
  firefox: async () => ({
    launcher: chromeLauncher({
      puppeteer,
      launchOptions: { browser: 'firefox', executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr' },
    }),
    // A background tab has no focus.
    concurrency: 1,
  }),
  webkit: async () => {
    const { webdriverLauncher } = await import(join(bring('test/webkit'), '@web/test-runner-webdriver/index.mjs'));
    // The driver supports only one window.
    return { launcher: webdriverLauncher(await webkit()), concurrency: 1 };
  },
};

/** @param {string} name `chromium`, `firefox` or `webkit`. */
export const engine = (name) => {
  const start = engines[name];
  if (!start) throw new Error(`ENGINE must be one of ${Object.keys(engines).join(', ')}, got "${name}".`);
  // Pages of the tests have Bootstrap's styles.
  bring('test/resources');
  return start();
};
