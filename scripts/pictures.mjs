/**
 * `npm run pictures`: takes the screenshots in `docs/` from the build in `dist/`: every state of the element in both
 * placements, light, dark and on a phone, and the two images of the README. Arguments filter by name:
 * `npm run pictures line`.
 */
import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { chromium } from './chromium.mjs';
import { sheet, stage } from './pictures-stage.mjs';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
if (!existsSync(join(dist, '.built'))) throw new Error('Run `npm run build` first.');

const MOST_BYTES = 150_000;
const PICTURE = { type: 'webp', quality: 75 };
const TYPES = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.html': 'text/html; charset=utf-8',
};

/** Verdicts by domain; any other address is valid. */
const VERDICTS = {
  'nodomain.net': { status: 'invalid', quality: 'unsafe', sub_status: ['domain_not_found'] },
  'mailinator.com': { status: 'risky', quality: 'unsafe', sub_status: ['disposable'] },
  'gamil.org': {
    status: 'invalid',
    quality: 'unsafe',
    sub_status: ['domain_not_found'],
    did_you_mean: 'anna@gmail.com',
  },
};
/** The domain of addresses that get no response. */
const SLOW = 'slow-shop.com';

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const verdictOf = (email) => ({
  email,
  status: 'valid',
  quality: 'safe',
  sub_status: ['smtp_not_checked'],
  did_you_mean: null,
  receipt: 'eyJhbGciOiJFZERTQSJ9'.repeat(30),
  ...VERDICTS[email.split('@')[1]],
});

const serve = async () => {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const send = (type, body) => response.setHeader('content-type', type).end(body);
    if (pathname === '/verify/token') return send('application/json', '{"token":"token","expires_in":600}');
    if (pathname === '/verify/validate') {
      let body = '';
      for await (const piece of request) body += piece;
      const { email } = JSON.parse(body);
      if (!email.endsWith(SLOW)) send('application/json', JSON.stringify(verdictOf(email)));
      return undefined;
    }
    if (pathname.startsWith('/stage/')) return send(TYPES['.html'], stage(pathname.slice(7)));
    const name = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    const file = ['cdn', 'demo'].map((folder) => join(dist, folder, name)).find((path) => existsSync(path));
    if (file) return send(TYPES[extname(file)] ?? 'text/plain', await readFile(file));
    return response.writeHead(404).end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${server.address().port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

/** Launches Chromium; prefers Inter, Open Sans and JetBrains Mono if they are installed. */
const launch = async () => {
  const { executablePath, args, env } = await chromium();
  const prefer = (families, ...fonts) =>
    families
      .map(
        (family) => `<match target="pattern"><test name="family"><string>${family}</string></test>
<edit name="family" mode="prepend" binding="strong">${fonts.map((font) => `<string>${font}</string>`).join('')}</edit></match>`,
      )
      .join('');
  const file = join(tmpdir(), `email-verify-fonts-${process.pid}.conf`);
  await writeFile(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<include ignore_missing="yes">${env.FONTCONFIG_FILE ?? '/etc/fonts/fonts.conf'}</include>
${prefer(['system-ui', 'sans-serif'], 'Inter', 'Open Sans')}${prefer(['ui-monospace', 'monospace'], 'JetBrains Mono')}</fontconfig>`,
  );
  return puppeteer.launch({ executablePath, args, env: { ...env, FONTCONFIG_FILE: file }, headless: 'shell' });
};

const type = async (page, address) => {
  await page.click('input[name=email]', { count: 3 });
  await page.keyboard.type(address, { delay: 5 });
};

/** Leaves the field by a click elsewhere. */
const leave = async (page) => {
  await page.mouse.click(4, 4);
  await wait(1200);
};

/** The states, and the user actions that lead to them. */
const STATES = {
  Idle: async () => {},
  Checking: async (page) => {
    await type(page, `anna@${SLOW}`);
    await leave(page);
  },
  Valid: async (page) => {
    await type(page, 'anna@gmail.com');
    await leave(page);
  },
  'Valid after an error': async (page) => {
    await type(page, 'anna@nodomain.net');
    await leave(page);
    await type(page, 'anna@gmail.com');
    await leave(page);
  },
  Warning: async (page) => {
    await type(page, 'anna@mailinator.com');
    await leave(page);
  },
  Error: async (page) => {
    await type(page, 'anna@nodomain.net');
    await leave(page);
  },
  Suggestion: async (page) => {
    await type(page, 'anna@gamil.org');
    await leave(page);
  },
  Fix: async (page) => {
    await type(page, 'anna@gmial.com');
    await leave(page);
  },
};

const SCALE = 1.5;
/** The width of the viewport, and the screenshots per row. */
const DEVICES = {
  light: { width: 340, columns: 4 },
  dark: { width: 340, columns: 4 },
  phone: { width: 320, columns: 4 },
};
const HEIGHT = 420;

const setScheme = (page, scheme) =>
  page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: scheme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);

/** Runs `act` in a page of a new browser context, without state from earlier pages. */
const inPage = async (browser, viewport, scheme, act) => {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  try {
    await page.setViewport(viewport);
    await setScheme(page, scheme);
    return await act(page);
  } finally {
    await context.close();
  }
};

const states = async (browser, origin, placement, device) => {
  const { width, columns } = DEVICES[device];
  const scheme = device === 'phone' ? 'light' : device;
  const viewport = {
    width,
    height: HEIGHT,
    deviceScaleFactor: SCALE,
    isMobile: device === 'phone',
    hasTouch: device === 'phone',
  };
  const tiles = [];
  for (const [name, act] of Object.entries(STATES)) {
    const picture = await inPage(browser, viewport, scheme, async (page) => {
      await page.goto(`${origin}/stage/${placement}`);
      await act(page);
      return page.screenshot({ encoding: 'base64' });
    });
    tiles.push({ name, picture, width });
  }
  return inPage(browser, { width: 800, height: 600, deviceScaleFactor: SCALE }, scheme, async (page) => {
    await page.setContent(sheet(tiles, columns));
    const body = await page.$('body');
    return body.screenshot(PICTURE);
  });
};

/** The playground after an obvious typo. */
const signUp = (browser, origin) =>
  inPage(browser, { width: 1280, height: 650, deviceScaleFactor: SCALE }, 'light', async (page) => {
    await page.goto(origin);
    await type(page, 'anna@gmial.com');
    await leave(page);
    return page.screenshot(PICTURE);
  });

/** The playground's form on a phone, in dark colours, with a suggestion. */
const suggestion = (browser, origin) =>
  inPage(
    browser,
    { width: 375, height: 812, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
    'dark',
    async (page) => {
      await page.goto(origin);
      await type(page, 'anna@gamil.org');
      await leave(page);
      const form = await page.$('.stage');
      const { x, y, width, height } = await form.boundingBox();
      const margin = 16;
      return page.screenshot({
        ...PICTURE,
        clip: { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin },
      });
    },
  );

const pictures = {
  ...Object.fromEntries(
    ['bubble', 'line'].flatMap((placement) =>
      Object.keys(DEVICES).map((device) => [
        `states-${placement}-${device}`,
        (...where) => states(...where, placement, device),
      ]),
    ),
  ),
  'sign-up': signUp,
  suggestion,
};

const wanted = process.argv.slice(2);
const browser = await launch();
const { origin, close } = await serve();
try {
  for (const [name, take] of Object.entries(pictures)) {
    if (wanted.length && !wanted.some((word) => name.includes(word))) continue;
    const file = join(root, 'docs', `${name}.webp`);
    await writeFile(file, await take(browser, origin));
    const { size } = await stat(file);
    console.log(`docs/${name}.webp  ${Math.round(size / 1000)} kB`);
    if (size > MOST_BYTES) process.exitCode = 1;
  }
} finally {
  await browser.close();
  close();
}
