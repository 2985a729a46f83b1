/** Every door: a real app with the packed package, against the whole stack, in a browser, by keys. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, inject, test } from 'vitest';
import { startDnsServer } from '../support/dns-server.js';
import { type Browser, closePage, startBrowser } from '../e2e/support/browser.js';
import { usePacked } from '../e2e/support/packed.js';
import { startProgram } from '../e2e/support/program.js';
import { apps as all } from './apps.js';
import { installApps, link, unpack } from './support/install.js';
import { reserveOrigin, type Origin } from './support/origin.js';
import { runApp, type Place } from './support/running-app.js';
import { Visitor } from './support/visitor.js';

const BUILDS_AT_ONCE = 2;
const BUILD_TIMEOUT_MS = 500_000;

/** `DOORS=next,nuxt` runs these only, `DOORS=all` all, and without it those that are not for the night. */
const { DOORS } = process.env;
const isWanted = ({ name, nightly }: (typeof all)[number]): boolean =>
  DOORS ? DOORS === 'all' || DOORS.split(',').includes(name) : !nightly;
const apps = all.filter(isWanted);

const ZONE = {
  'gmail.com': { MX: ['mx.gmail.com'] },
  'mx.gmail.com': { A: ['1.2.3.4'] },
  'harbour-shop.com': { MX: ['mx.harbour-shop.com'] },
  'mx.harbour-shop.com': { A: ['1.2.3.4'] },
};

describe('the doors', () => {
  let browser: Browser;
  const started = new Map<string, Promise<() => Promise<void>>>();
  /** The edge must know them before the apps are built. */
  const origins = new Map<string, Origin>();
  let place: Place;
  const ends: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    // Two installations at most: a choice of apps uses the one for all, or for all that are not for the night.
    const nightly = apps.some(({ nightly }) => nightly);
    const installed = nightly ? all : all.filter(({ nightly }) => !nightly);
    const packages = await installApps(installed.map(({ name }) => name));
    const folder = await mkdtemp(join(packages, 'run-'));
    ends.unshift(() => rm(folder, { recursive: true, force: true }));
    const unpacked = join(folder, 'package');
    await unpack(inject('packed')['email-verify-element']!.tarball, unpacked);
    const server = usePacked('email-verify-server');
    ends.unshift(async () => {
      await Promise.resolve();
      server.remove();
    });
    const { home: served } = await server.install();

    const dns = await startDnsServer({ zone: ZONE });
    ends.unshift(() => dns.close());
    for (const { name } of apps) origins.set(name, await reserveOrigin());
    const program = await startProgram(
      {
        DATA_DIR: join(folder, 'data'),
        DNS_SERVERS: dns.address,
        SECRET: 'a secret of the doors, which is long enough',
        ALLOWED_ORIGINS: [...origins.values()].map(({ url }) => url).join(),
        LOG_LEVEL: 'warn',
        // One person does all sign-ups of the suite.
        CHALLENGE: 'off',
        CHECKS_PER_CLIENT_PER_MINUTE: '6000',
        TOKENS_PER_CLIENT_PER_MINUTE: '6000',
      },
      join(served, 'dist/cli/main.js'),
    );
    ends.unshift(() => program.end());
    browser = await startBrowser();
    ends.unshift(() => browser.close());

    place = { packages, folder, unpacked, verify: program.url };
    // Each lane goes on with the next app when it is done with one.
    const waiting = [...apps];
    const resolvers = new Map<string, (running: Promise<() => Promise<void>>) => void>();
    for (const { name } of apps) {
      const running = new Promise<() => Promise<void>>((resolve) => resolvers.set(name, resolve));
      // The app's own tests report it.
      running.catch(() => undefined);
      started.set(name, running);
    }
    const lane = async (): Promise<void> => {
      for (let app = waiting.shift(); app; app = waiting.shift()) {
        const running = runApp(app, origins.get(app.name)!, place);
        resolvers.get(app.name)!(running);
        await running.catch(() => undefined);
      }
    };
    for (let i = 0; i < BUILDS_AT_ONCE; i++) void lane();
  }, BUILD_TIMEOUT_MS);

  afterAll(async () => {
    await Promise.all([...started.values()].map((running) => running.then((stop) => stop()).catch(() => undefined)));
    for (const end of ends) await end();
  });

  for (const app of apps) {
    describe(app.name, () => {
      beforeAll(async () => {
        await started.get(app.name);
      }, BUILD_TIMEOUT_MS);

      for (const path of app.pages ?? ['/']) {
        describe(path, () => {
          let visitor: Visitor;

          beforeAll(async () => {
            visitor = new Visitor(await browser.newPage(), `${origins.get(app.name)!.url}${path}`);
          });

          afterAll(async () => {
            await closePage(visitor.page);
          });

          beforeEach(() => {
            visitor.sent.length = 0;
          });

          /** Waits until the form was sent, and checks that it was sent once. */
          const welcomes = async (address: string, plan: string, how = 'verified'): Promise<void> => {
            await visitor.waitForText(`Welcome, ${address}. Plan: ${plan}. Address: ${how}.`);
            await visitor.settle();
            assert.equal(visitor.sent.length, 1, visitor.sent.join());
          };

          test('an obvious slip is fixed when the field is left', async () => {
            await visitor.open();
            await visitor.type('anna@gmial.com');
            await visitor.leave();
            await visitor.waitForEmail('anna@gmail.com');
          });

          test('a valid address is sent once, with its receipt and the pressed button', async () => {
            await visitor.open();
            await visitor.type('anna@harbour-shop.com');
            await visitor.press('paid');
            await welcomes('anna@harbour-shop.com', 'paid');
          });

          test('an invalid address is not sent, and is when it was corrected', async () => {
            await visitor.open();
            await visitor.type('anna@no-such-harbour.com');
            await visitor.press('free');
            await visitor.waitForInvalid(true);
            await visitor.settle();
            assert.deepEqual(visitor.sent, []);
            await visitor.type('berta@harbour-shop.com');
            await visitor.waitForInvalid(false);
            await visitor.press('free');
            await welcomes('berta@harbour-shop.com', 'free');
          });

          test('a form that was used before its scripts came is sent once, with its receipt', async () => {
            await visitor.openWithoutScripts();
            if (app.rendered) {
              await visitor.type('clara@harbour-shop.com');
              await visitor.mark();
            }
            await visitor.release();
            await visitor.ready();
            if (app.rendered) {
              assert.equal(await visitor.hasMarkedInput(), true, 'hydration keeps the input');
              assert.equal(await visitor.email(), 'clara@harbour-shop.com');
            } else await visitor.type('clara@harbour-shop.com');
            await visitor.press('paid');
            await welcomes('clara@harbour-shop.com', 'paid');
          });

          if (app.rendered)
            test('a form that was sent before its scripts came is sent once', async () => {
              await visitor.openWithoutScripts();
              await visitor.type('dora@harbour-shop.com');
              await visitor.press('free');
              await visitor.release();
              await welcomes('dora@harbour-shop.com', 'free', 'not verified');
            });

          test('the console is silent', () => {
            assert.deepEqual(visitor.complaints, []);
          });
        });
      }
    });
  }

  // A package that this repository has and that ours does not depend on.
  test(
    'an import that is missing in the package fails the build',
    async () => {
      const folder = join(place.folder, 'planted');
      const unpacked = join(folder, 'package');
      await link(place.unpacked, unpacked);
      const wrapper = join(unpacked, 'dist/react/index.js');
      const text = await readFile(wrapper, 'utf8');
      await rm(wrapper);
      await writeFile(wrapper, `${text}\nimport 'mailchecker';\n`);
      await assert.rejects(
        runApp({ name: 'react' }, await reserveOrigin(), { ...place, folder, unpacked }),
        /mailchecker/,
      );
    },
    BUILD_TIMEOUT_MS,
  );
});
