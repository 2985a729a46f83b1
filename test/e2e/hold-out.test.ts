/**
 * A hold-out of known effect, drawn by the built element in Chromium: the interval that owners see holds the true
 * difference in 95 of 100 runs. Each page view is a frame, whose numbers are drawn from a seed, and so are its people.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { OutcomeReport } from '../../src/protocol/index.js';
import { differenceOf, type Share } from '../../src/util/newcombe.js';
import { random } from '../support/random.js';
import { whole } from '../support/whole.js';
import { startBrowser, type Browser } from './support/browser.js';
import { readScript } from './support/scripts.js';

/** A page view: the number that the element draws, and the person's address, which is sent unless they leave. */
interface View {
  drawn: number;
  address: string;
  leaves: boolean;
}

const RUNS = whole ? 100 : 5;
const VIEWS_A_RUN = 20;
const HOLDOUT = 50;
/** People who leave of themselves, and, of all, those whose address is blocked: they leave too, unless held out. */
const LEAVING = 0.2;
const BLOCKED = 0.3;
const EFFECT = (1 - LEAVING) * (1 - BLOCKED) - (1 - LEAVING);

const FRAME = `<!doctype html><html lang="en"><title>Join</title>
<form data-form="join"><input type="email" name="email"><button>Join</button></form>`;

/** Runs in the page: opens each view in a frame, some at a time, and resolves to the reports of each. */
const viewAll = async (views: View[], frameUrl: string, holdout: number): Promise<OutcomeReport[][]> => {
  const found: OutcomeReport[][] = [];
  const until = async (holds: () => boolean): Promise<void> => {
    for (let tries = 0; !holds(); tries++) {
      if (tries > 6000) throw new Error(`never: ${String(holds)}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const view = async ({ drawn, address, leaves }: View): Promise<OutcomeReport[]> => {
    const frame = document.createElement('iframe');
    frame.src = frameUrl;
    const loaded = new Promise((resolve) => (frame.onload = resolve));
    document.body.append(frame);
    await loaded;
    const page = frame.contentWindow as Window & typeof globalThis;
    const reports: OutcomeReport[] = [];
    page.Math.random = () => drawn;
    page.requestIdleCallback = (work) => page.setTimeout(work);
    // An edge costs a request each: that counts are exact with a real one is the promise of outcomes.test.ts.
    page.fetch = (url, init) => {
      const [path, body] = [
        new URL(url as string, location.href).pathname,
        JSON.parse((init?.body as string) || '{}') as never,
      ];
      const { email = '' } = body as { email?: string };
      const status = email.split('@')[0];
      if (path.endsWith('outcomes')) reports.push(body);
      return Promise.resolve(
        page.Response.json(
          path.endsWith('validate')
            ? { email, status, quality: 'unknown', sub_status: [], did_you_mean: null, receipt: 'r' }
            : { token: 'a token', expires_in: 600 },
        ),
      );
    };
    const form = page.document.forms[0]!;
    const input = form.querySelector('input')!;
    // The code that counts listens to the form.
    let isCounted = false;
    const listen = form.addEventListener.bind(form);
    form.addEventListener = (...args: Parameters<typeof listen>) => {
      isCounted ||= args[0] === 'submit' && args[2] === true;
      listen(...args);
    };
    const script = page.document.createElement('script');
    Object.assign(script, { type: 'module', src: '/email-verify.js' });
    Object.assign(script.dataset, { endpoint: '/verify/', holdout, debounce: 0, load: 'now' });
    page.document.head.append(script);
    let hasVerdict = false;
    page.addEventListener('email-verify-verdict', ({ verdict }) => {
      hasVerdict ||= verdict.email === address;
    });
    page.addEventListener('submit', (event) => {
      event.preventDefault();
    });
    const type = (value: string): void => {
      input.value = value;
      input.dispatchEvent(new page.InputEvent('input', { bubbles: true, composed: true }));
    };
    type('v');
    await until(() => isCounted);
    type(address);
    await until(() => hasVerdict);
    if (!leaves) form.requestSubmit();
    page.dispatchEvent(new page.Event('pagehide'));
    frame.remove();
    return reports;
  };
  const next = views.entries();
  const work = async (): Promise<void> => {
    for (const [i, one] of next) found[i] = await view(one);
  };
  await Promise.all(Array.from({ length: 12 }, work));
  return found;
};

describe('a hold-out of known effect', () => {
  let browser: Browser;
  let url = '';
  const server = createServer(({ url: path = '/' }, response) => {
    if (!path.endsWith('.js')) response.setHeader('content-type', 'text/html').end(FRAME);
    else
      response
        .setHeaders(
          new Map([
            ['content-type', 'text/javascript'],
            ['cache-control', 'max-age=600'],
          ]),
        )
        .end(readScript(path.slice(1)));
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  });

  test('is in the interval in 95 of 100 runs', async () => {
    const next = random(35);
    const views = Array.from({ length: RUNS * VIEWS_A_RUN }, (): View => {
      const [drawn, blocked, left] = [next(), next(), next()];
      return {
        drawn,
        address: blocked < BLOCKED ? 'invalid@shop.example' : 'valid@shop.example',
        leaves: left < LEAVING,
      };
    });
    const page = await browser.newPage();
    await page.goto(url);
    let held = 0;
    for (let run = 0; run < RUNS; run++) {
      const own = views.slice(run * VIEWS_A_RUN, (run + 1) * VIEWS_A_RUN);
      const reports = await page.evaluate(viewAll, own, url, HOLDOUT);
      const shares: Record<string, Share> = { true: { of: 0, all: 0 }, false: { of: 0, all: 0 } };
      for (const of of reports) {
        const group = shares[String(of[0]?.held_out)];
        assert.ok(group, 'each view is reported');
        for (const { counts } of of) {
          group.all += counts.used ?? 0;
          group.of += counts.sent ?? 0;
        }
      }
      const [helped, heldOut] = [shares['false']!, shares['true']!];
      assert.equal(helped.all + heldOut.all, VIEWS_A_RUN);
      const found = differenceOf(helped, heldOut);
      if (found && found.low <= EFFECT && found.high >= EFFECT) held++;
    }
    assert.ok(held >= RUNS * 0.9, String(held));
    // An interval that is too wide holds everything.
    if (whole) assert.ok(held < RUNS, String(held));
  }, 600_000);
});
