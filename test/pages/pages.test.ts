/** Sign-up pages as their libraries' documentation writes them, with the packed package, in a browser. */
import assert from 'node:assert/strict';
import { afterAll, describe, test } from 'vitest';
import { closePage, startBrowser } from '../e2e/support/browser.js';
import { sites as all } from './sites.js';
import { stories, type Story } from './stories.js';
import { buildPages } from './support/bundles.js';
import { startServer } from './support/server.js';
import { Results } from './support/results.js';
import { Visitor } from './support/visitor.js';

/** A story that takes longer hangs. */
const TIMEOUT_MS = 60_000;

/** `PAGES=turbo,alpine` runs these only. */
const wanted = process.env['PAGES']?.split(',');
const sites = all.filter(({ name }) => !wanted || wanted.includes(name));

const server = await startServer(await buildPages(sites));
const browser = await startBrowser();
const results = new Results();

afterAll(async () => {
  await browser.close();
  server.close();
  console.log(results.table());
});

const visits = sites.flatMap((site) => (['script', 'npm'] as const).map((variant) => ({ site, variant })));

/** The stories of these visits, one after the other, beside those of other lanes. */
const lane = (name: string, own: typeof visits): void => {
  describe.concurrent(name, () => {
    for (const { site, variant } of own) {
      describe(
        `${site.name}, ${variant === 'script' ? 'with the script tag' : 'by npm'}`,
        { concurrent: false },
        () => {
          let visitor: Visitor | null = null;
          afterAll(() => visitor && closePage(visitor.page));

          /** Tells a story in the suite's page; after one that failed, the next has a new page. */
          const tellIn = async (tell: Story['tell']): Promise<void> => {
            visitor ??= new Visitor(await browser.newPage(), server);
            const { page, heard } = visitor;
            try {
              await tell(visitor, site, variant);
              const strange = heard.filter(
                (text) => !site.says?.test(text) && !text.includes('Failed to load resource'),
              );
              assert.deepEqual(strange, [], 'the console is silent');
            } catch (error) {
              visitor = null;
              void closePage(page);
              throw error;
            }
          };

          for (const { name, tell, of } of stories) {
            if (of && !of(site)) continue;
            test(`${site.name}, ${variant}: ${name}`, { timeout: TIMEOUT_MS }, async () => {
              await results.of(site.name, variant, () => tellIn(tell));
            });
          }
        },
      );
    }
  });
};

/** Two cores: more pages than that wait for each other. */
const LANES = 3;
for (let n = 0; n < LANES; n++)
  lane(
    `sign-up pages ${n + 1}`,
    visits.filter((_, i) => i % LANES === n),
  );
