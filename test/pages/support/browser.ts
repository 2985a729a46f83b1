import puppeteer, { type Browser } from 'puppeteer-core';
import { chromium } from '../../../scripts/chromium.mjs';

/** One browser, whose pages all work as if each had the focus. */
export const startBrowser = async (): Promise<Browser> => {
  const { executablePath, args, env } = await chromium();
  return puppeteer.launch({ executablePath, args, env, headless: 'shell' });
};
