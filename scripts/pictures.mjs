/**
 * `npm run pictures`: takes the screenshots in `docs/` from the build in `dist/`: every state of the element in both
 * placements, light, dark and on a phone, the themes of `docs/theming.md`, and the images of the README. Arguments
 * filter by name: `npm run pictures line`.
 */
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import puppeteer from 'puppeteer-core';
import { chromium } from './chromium.mjs';
import { themePage, themeScript, THEME_NAMES } from './theme-pages.mjs';

process.chdir(join(import.meta.dirname, '..'));
if (!existsSync('dist/.built')) throw new Error('Run `npm run build` first.');

const MOST_BYTES = 150_000;
const PICTURE = { type: 'webp', quality: 75 };

/** The states, and the addresses typed to reach them. */
const STATES = {
  Idle: [],
  Checking: ['anna@slow-shop.com'],
  Valid: ['anna@gmail.com'],
  'Valid after an error': ['anna@nodomain.net', 'anna@gmail.com'],
  Warning: ['anna@mailinator.com'],
  Error: ['anna@nodomain.net'],
  Suggestion: ['anna@gamil.org'],
  Fix: ['anna@gmial.com'],
};

const NO_DOMAIN = { status: 'invalid', quality: 'unsafe', sub_status: ['domain_not_found'] };
/** Verdicts by domain; any other address is valid. */
const VERDICTS = {
  'nodomain.net': NO_DOMAIN,
  'mailinator.com': { status: 'risky', quality: 'unsafe', sub_status: ['disposable'] },
  'gamil.org': { ...NO_DOMAIN, did_you_mean: 'anna@gmail.com' },
};

const verdictOf = (email) => ({
  email,
  status: 'valid',
  quality: 'safe',
  sub_status: ['smtp_not_checked'],
  did_you_mean: null,
  receipt: 'eyJhbGciOiJFZERTQSJ9'.repeat(30),
  ...VERDICTS[email.split('@')[1]],
});

/** A page in the colours of the playground. */
const html = (style, body) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Sign up</title>
<link rel="stylesheet" href="/demo.css"><style>${style}</style></head><body>${body}</body></html>`;

/** A sign-up form. `bubble`: the script tag finds the input; `line`: the element wraps it. */
const form = (placement) => {
  const input = `<label class="field">Email
    <input type="email" name="email" autocomplete="email" required placeholder="you@company.com"></label>`;
  const [settings, field] =
    placement === 'bubble'
      ? ['data-endpoint="/verify/" data-timeout="60000"', input]
      : ['', `<email-verify endpoint="/verify/" timeout="60000">${input}</email-verify>`];
  return html(
    '.stage { min-height: 100vh; border-radius: 0; }',
    `<script type="module" src="/email-verify.js" ${settings}></script>
<div class="stage"><form class="card" method="post">
  <p class="card-title">Create your account</p>
  ${field}
  <label class="field">Password <input type="password" name="password" autocomplete="new-password"></label>
  <div class="buttons"><button class="primary">Create account</button></div>
</form></div>`,
  );
};

/** The form in every state. */
const sheet = ({ placement, width }) =>
  html(
    `body { display: grid; grid-template-columns: repeat(4, max-content); gap: 12px; padding: 12px; width: max-content; }
figure { margin: 0; }
figcaption { padding: 0 4px 4px; color: var(--soft); font-size: 14px; font-weight: 550; }
iframe { display: block; width: ${width}px; height: 390px; border: 0; border-radius: 12px; }`,
    Object.keys(STATES)
      .map((name) => `<figure><figcaption>${name}</figcaption><iframe src="/form/${placement}"></iframe></figure>`)
      .join(''),
  );

/** The states that are shown of each theme. */
const THEME_STATES = ['Suggestion', 'Error', 'Fix'];

/** A theme's form in some states. */
const themeSheet = ({ name, scheme }) =>
  `<!doctype html><html lang="en"><title>${name}</title><style>
body { display: grid; grid-template-columns: repeat(3, 300px); gap: 10px; margin: 0; padding: 10px; width: max-content; background: #8884; }
iframe { display: block; width: 300px; height: 230px; border: 0; border-radius: 8px; background: ${scheme === 'dark' ? '#121212' : '#fff'}; }
</style>${THEME_STATES.map(() => `<iframe src="/theme/${name}/${scheme}"></iframe>`).join('')}</html>`;

/** Checks of thirty days, as they may come: few at weekends. */
const days = Array.from({ length: 30 }, (_, i) => {
  const all = i % 7 > 4 ? 14 + (i % 3) : 42 + ((i * 17) % 23);
  const [invalid, risky, unknown] = [Math.round(all * 0.11), Math.round(all * 0.07), i % 4 === 0 ? 1 : 0];
  const day = new Date(Date.UTC(2026, 9, 2 + i)).toISOString().slice(0, 10);
  return { day, valid: all - invalid - risky - unknown, invalid, risky, unknown };
});

/** The answers of the service to the dashboard, by path. */
const SERVICE = {
  'auth/settings': { registration: 'open' },
  'auth/session': { user: { id: 'u', email: 'anna@harbour-shop.com', role: 'user', account: 1 }, session: { id: 's' } },
  'dashboard/overview': {
    plan: 'standard',
    credits: { free: 38, bought: 8500, reserved: 0 },
    next_free_credits_at: '2026-11-01T00:00:00+00:00',
    days,
  },
  'dashboard/credits': {
    entries: [
      {
        at: '2026-10-31T15:20:00+00:00',
        kind: 'check',
        amount: -57,
        source: 'purchase',
        reference: null,
        expires_at: null,
        lists: [],
      },
      {
        at: '2026-10-30T16:05:00+00:00',
        kind: 'purchase',
        amount: 10_000,
        source: 'purchase',
        reference: 'Invoice 17',
        expires_at: null,
        lists: [],
      },
    ],
    next: null,
  },
};

const app = new Hono()
  .get('/api/*', (context) => context.json(SERVICE[context.req.path.slice('/api/'.length)]))
  .post('/verify/token', (context) => context.json({ token: 'token', expires_in: 600 }))
  .post('/verify/validate', async (context) => {
    const { email } = await context.req.json();
    if (STATES.Checking.includes(email)) await once(context.req.raw.signal, 'abort');
    return context.json(verdictOf(email));
  })
  .get('/form/:placement', (context) => context.html(form(context.req.param('placement'))))
  .get('/states/:placement/:width', (context) => context.html(sheet(context.req.param())))
  .get('/theme/:name/:scheme', async (context) =>
    context.html(await themePage(context.req.param('name'), context.req.param('scheme'))),
  )
  .get('/themes/:name/:scheme', (context) => context.html(themeSheet(context.req.param())))
  .on('GET', ['/theme-mui.js', '/theme-element.js'], async (context) => {
    context.header('content-type', 'text/javascript');
    return context.body(await themeScript(context.req.path));
  })
  .use(
    serveStatic({ root: 'dist/cdn' }),
    serveStatic({ root: 'server/dist/demo' }),
    serveStatic({ root: 'server/dist' }),
  );

/** Launches Chromium; prefers Inter, Open Sans and JetBrains Mono if they are installed. */
const launch = async () => {
  const { executablePath, args, env } = await chromium();
  const file = join(tmpdir(), `email-verify-fonts-${process.pid}.conf`);
  const prefer = (families, fonts) => `<alias binding="strong">${families}<prefer>${fonts}</prefer></alias>`;
  const family = (...names) => names.map((name) => `<family>${name}</family>`).join('');
  await writeFile(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
<include ignore_missing="yes">${env.FONTCONFIG_FILE ?? '/etc/fonts/fonts.conf'}</include>
${prefer(family('system-ui', 'sans-serif'), family('Inter', 'Open Sans'))}
${prefer(family('ui-monospace', 'monospace'), family('JetBrains Mono'))}</fontconfig>`,
  );
  return puppeteer.launch({ executablePath, args, env: { ...env, FONTCONFIG_FILE: file }, headless: 'shell' });
};

/** Types addresses into the field of a page or a frame, and leaves it after each. */
const enter = async (page, frame, addresses) => {
  await frame.waitForSelector('input[name=email]');
  for (const address of addresses) {
    await frame.click('input[name=email]', { count: 3 });
    await page.keyboard.type(address, { delay: 5 });
    await frame.$eval('input[name=email]', (input) => input.blur());
    await wait(1200);
  }
};

/** Enters the addresses of states, each in its frame. */
const enterAll = async (page, names = Object.keys(STATES)) => {
  const frames = page.mainFrame().childFrames();
  for (const [i, name] of names.entries()) await enter(page, frames[i], STATES[name]);
};

const DESKTOP = { width: 1280, height: 650, deviceScaleFactor: 1.5 };
const PHONE = { width: 375, height: 812, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const SHEET = { width: 1440, height: 860, deviceScaleFactor: 1.5 };

const states = (placement, width, scheme, device) => ({
  path: `/states/${placement}/${width}`,
  viewport: { ...SHEET, ...device },
  scheme,
  act: (page) => enterAll(page),
  shown: 'body',
});

const theme = (name, scheme) => ({
  path: `/themes/${name}/${scheme}`,
  viewport: { width: 960, height: 300, deviceScaleFactor: 1.5 },
  scheme,
  act: (page) => enterAll(page, THEME_STATES),
  shown: 'body',
});

/** By name: the page, the user's actions there, and the part that is shown. */
const PICTURES = {
  ...Object.fromEntries(
    ['bubble', 'line'].flatMap((placement) => [
      [`states-${placement}-light`, states(placement, 340, 'light')],
      [`states-${placement}-dark`, states(placement, 340, 'dark')],
      [`states-${placement}-phone`, states(placement, 320, 'light', { isMobile: true, hasTouch: true })],
    ]),
  ),
  ...Object.fromEntries(
    THEME_NAMES.flatMap((name) => ['light', 'dark'].map((scheme) => [`theme-${name}-${scheme}`, theme(name, scheme)])),
  ),
  'sign-up': { path: '/', viewport: DESKTOP, scheme: 'light', act: (page) => enter(page, page, STATES.Fix) },
  dashboard: {
    path: '/dashboard/',
    viewport: { ...DESKTOP, height: 1010 },
    scheme: 'light',
    // Both charts are drawn.
    act: (page) => page.waitForFunction('document.querySelectorAll("canvas[style]").length === 2'),
  },
  suggestion: {
    path: '/',
    viewport: PHONE,
    scheme: 'dark',
    act: (page) => enter(page, page, STATES.Suggestion),
    shown: '.stage',
  },
};

const wanted = process.argv.slice(2);
const server = serve({ fetch: app.fetch, port: 0 });
await once(server, 'listening');
const browser = await launch();
try {
  for (const [name, { path, viewport, scheme, act, shown }] of Object.entries(PICTURES)) {
    if (wanted.length && !wanted.some((word) => name.includes(word))) continue;
    // Bundled before a page waits for it.
    if (name.startsWith('theme-mui')) await themeScript('/theme-mui.js');
    const page = await browser.newPage();
    await page.setViewport(viewport);
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    await page.goto(`http://localhost:${server.address().port}${path}`);
    await act(page);
    const picture = await (shown ? await page.$(shown) : page).screenshot(PICTURE);
    await page.close();
    await writeFile(`docs/${name}.webp`, picture);
    console.log(`docs/${name}.webp  ${Math.round(picture.length / 1000)} kB`);
    if (picture.length > MOST_BYTES) process.exitCode = 1;
  }
} finally {
  await browser.close();
  server.close();
}
