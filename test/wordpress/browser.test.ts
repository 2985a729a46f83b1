/** The plugin's script in the forms of a real WordPress, in Chromium, before the built edge. */
import assert from 'node:assert/strict';
import type { Page } from 'puppeteer-core';
import { beforeAll, describe, test } from 'vitest';
import { eventually } from '../support/eventually.js';
import { comment, other, plugins, registration, type Form } from './support/forms.js';
import { BAD, CANNOT, GOOD, useSite, words } from './support/site.js';
import { typeInto, useVisitor } from './support/visitor.js';

const site = useSite();
const visitor = useVisitor(site);

/** Acts as a person who makes a typo, then enters a domain that does not exist, then the right one. */
const story = async (form: Form, rest?: (page: Page) => Promise<unknown>): Promise<Page> => {
  const before = site.sent().length;
  const page = await visitor.open(form.path);
  await rest?.(page);
  await typeInto(page, form, 'anna@gmial.com');
  await page.keyboard.press('Tab');
  await page.waitForFunction(
    (css) => document.querySelector<HTMLInputElement>(css)?.value === 'anna@gmail.com',
    {},
    form.input,
  );

  await typeInto(page, form, BAD);
  await page.click(form.button);
  await page.waitForSelector('email-verify:state(invalid)');
  await page.waitForFunction((css) => document.activeElement?.matches(css), {}, form.input);
  assert.deepEqual(site.newest(before), [], 'an address that cannot receive mail is not sent');

  await typeInto(page, form, GOOD);
  await page.click(form.button);
  await eventually(() => site.newest(before).length > 0);
  const [sent, ...more] = site.newest(before);
  assert.deepEqual(more, [], 'sent once');
  assert.equal(sent?.email, GOOD);
  assert.equal(sent.error, '');
  assert.deepEqual(new Set(sent.checks.map(String)), new Set(['accepted,ok']), 'with its receipt');
  assert.deepEqual(visitor.errors, []);
  return page;
};

describe('in a browser, a typo is fixed, a bad address is not sent, and a good one is sent once with its receipt', () => {
  test('comment', async () => {
    await story(comment, async (page) => {
      await page.type('#comment', 'Hello');
      await page.type('#author', 'Anna');
    });
  });

  test('registration by wp-login.php', async () => {
    const page = await story(registration, (opened) => opened.type('#user_login', 'anna'));
    await page.waitForFunction(() => location.search.includes('checkemail=registered'));
  });

  for (const form of [...plugins, other]) test(form.name, () => story(form));

  test('ninja: the second copy of a form gets its own receipt', async () => {
    const ninja = plugins.find(({ name }) => name === 'ninja')!;
    await story({ ...ninja, path: '/?form=ninja&copy=3_2' });
  });

  describe('the checkout block', () => {
    const blocks = plugins.find(({ name }) => name === 'woo-blocks')!;
    /** Opens the checkout, and resolves to a function that waits for one order. */
    const open = async (query = ''): Promise<[page: Page, ordered: () => Promise<string>]> => {
      const before = site.sent().length;
      const page = await visitor.open(blocks.path + query);
      await page.waitForSelector(blocks.input);
      const ordered = async (): Promise<string> => {
        await eventually(() => site.newest(before).length > 0);
        const [sent, ...more] = site.newest(before);
        assert.deepEqual(more, [], 'ordered once');
        return sent!.email;
      };
      return [page, ordered];
    };
    /** Makes the next check wait until the page calls `answer()`. */
    const slow = (page: Page): Promise<void> =>
      page.evaluate(() => {
        document.addEventListener(
          'email-verify-check',
          (event) => {
            const { email } = event as unknown as { email: string };
            const verdict = { email, status: 'valid', quality: 'safe', sub_status: [], did_you_mean: null };
            const wait = new Promise((resolve) =>
              Object.assign(window, {
                answer: () => {
                  resolve(verdict);
                },
              }),
            );
            (event as unknown as { respondWith: (answer: unknown) => void }).respondWith(wait);
          },
          { once: true },
        );
      });
    const answer = async (page: Page): Promise<void> => {
      await page.waitForFunction(() => 'answer' in window);
      await page.evaluate(() => {
        (window as unknown as { answer: () => void }).answer();
      });
    };

    test("orders with a customer's address that was filled in and not changed, as other forms do", async () => {
      const [page, ordered] = await open(`&email=${BAD}`);
      await page.click(blocks.button);
      assert.equal(await ordered(), BAD);
    });

    test('says why an address is blocked, also if the button is pressed before the field is left', async () => {
      const [page] = await open();
      await page.type(blocks.input, BAD);
      await page.$eval(blocks.button, (button) => {
        (button as HTMLElement).click();
      });
      await page.waitForFunction(
        (css) => document.querySelector<HTMLInputElement>(css)?.getAttribute('aria-invalid') === 'true',
        {},
        blocks.input,
      );
    });

    test('is held as usual where the setting hold is no number of milliseconds', async () => {
      const before = site.sent().length;
      const [page] = await open();
      await page.evaluate(() => {
        (window as unknown as { emailVerify: { hold: unknown } }).emailVerify.hold = null;
      });
      await page.type(blocks.input, BAD);
      await page.click(blocks.button);
      await page.waitForSelector('email-verify:state(invalid)');
      assert.deepEqual(site.newest(before), []);
    });

    test('stays blocked when the field is mounted anew with the same address', async () => {
      const before = site.sent().length;
      const [page] = await open();
      await page.type(blocks.input, BAD);
      await page.click(blocks.button);
      await page.waitForSelector('email-verify:state(invalid)');
      const first = await page.$(blocks.input);
      await page.evaluate(() => {
        (window as unknown as { mountAnew: () => void }).mountAnew();
      });
      await page.waitForFunction((field) => !field?.isConnected, {}, first);
      await page.click(blocks.button);
      await page.waitForFunction((css) => document.activeElement?.matches(css), {}, blocks.input);
      assert.deepEqual(site.newest(before), []);
    });

    test('leaves a field alone that is switched off', async () => {
      const [page, ordered] = await open('&off');
      await page.type(blocks.input, BAD);
      await page.click(blocks.button);
      assert.equal(await ordered(), BAD);
      assert.equal(await page.$('email-verify'), null);
    });

    for (const [name, busy] of [
      ['disabled', 1],
      ['replaced', 2],
    ] as const) {
      test(`orders although the button is ${name} during the hold`, async () => {
        const [page, ordered] = await open();
        await slow(page);
        await page.type(blocks.input, GOOD);
        await page.click(blocks.button);
        const set = (value: number): Promise<void> =>
          page.evaluate((to) => {
            (window as unknown as { setBusy: (busy: number) => void }).setBusy(to);
          }, value);
        await set(busy);
        await answer(page);
        if (busy === 1) await set(2);
        assert.equal(await ordered(), GOOD);
      });
    }

    test('cancels the order when the address is edited during the hold', async () => {
      const [page, ordered] = await open();
      await slow(page);
      await page.type(blocks.input, 'ann@harbour-shop.com');
      await page.click(blocks.button);
      await page.waitForFunction(() => 'answer' in window);
      await typeInto(page, blocks, GOOD);
      await answer(page);
      await page.waitForSelector('email-verify:state(valid)');
      await page.click(blocks.button);
      assert.equal(await ordered(), GOOD);
    });
  });

  test("the script's settings are in a page once", async () => {
    const html = await (await fetch(`${site.url()}/?form=woo-blocks`)).text();
    assert.equal(html.split('window.emailVerify = ').length, 2);
  });

  for (const [name, input] of [
    ['a sign-in form', '#login-email'],
    ["WooCommerce's form for a guest's order", '#verify-email'],
  ] as const) {
    test(`other: ${name} on the page is left alone`, async () => {
      const page = await visitor.open(other.path);
      await page.type(input, BAD);
      await page.keyboard.press('Tab');
      assert.equal(await page.$('email-verify'), null);
    });
  }
});

test('a form that is switched off is not touched, in the page and on the server', async () => {
  await site.change({ off: ['contact-form-7', 'other'] });
  const html = await (await fetch(`${site.url()}/?form=cf7`)).text();
  assert.match(html, /"match":"[^"]*commentform/);
  assert.ok(!html.includes('wpcf7-form input'));
  const form = plugins.find(({ name }) => name === 'cf7');
  assert.deepEqual((await site.post(form!, BAD, 'forged'))?.checks, []);

  const isMatch = async (name: string): Promise<boolean> => {
    const page = await visitor.open(`/?form=${name}`);
    return page.$eval('input[type=email]', (input) => {
      const { match = '' } = (window as unknown as { emailVerify: { match?: string } }).emailVerify;
      return input.matches(match);
    });
  };
  await site.change({ off: ['contact-form-7'] });
  assert.equal(await isMatch('cf7'), false, 'not as one of the other forms either');
  assert.equal(await isMatch('other'), true);
  await site.change({ off: [] });
  assert.equal(await isMatch('cf7'), true);
});

test('with "block", a registration that comes back with an error is sent again without a change of the address', async () => {
  await site.change({ unverified: 'block' });
  const page = await visitor.open(registration.path);
  await page.waitForSelector('#user_login:focus');
  await page.type('#user_login', 'admin');
  await typeInto(page, registration, 'emil@harbour-shop.com');
  await Promise.all([page.waitForNavigation(), page.click(registration.button)]);
  await page.waitForSelector('#user_login:focus');
  await page.click('#user_login', { count: 3 });
  await page.keyboard.type('emil');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.search.includes('checkemail=registered'));
});

describe('with "block", an address that the server filled in is checked when its form is used', () => {
  beforeAll(() => site.change({ unverified: 'block' }));

  for (const name of ['woo-blocks', 'ninja', 'cf7']) {
    test(name, async () => {
      const before = site.sent().length;
      const form = plugins.find((one) => one.name === name)!;
      const page = await visitor.open(form.path);
      await page.waitForSelector(form.input);
      await page.$eval(
        form.input,
        (input, address) => {
          input.setAttribute('value', address);
        },
        `${name}@harbour-shop.com`,
      );
      await page.click(form.button);
      await eventually(() => site.newest(before).length > 0);
      const [sent] = site.newest(before);
      assert.equal(words(sent), '');
      assert.deepEqual(sent?.checks.at(-1), ['accepted', 'ok']);
    });
  }
});

test('the edge is down: a form is sent at once by the browser, and accepted by the server even with "block"', async () => {
  const bad = await site.receiptFor(BAD);
  await site.edge().end();
  await site.change({ unverified: 'block' });
  assert.match(await site.health(), /recommended: The edge cannot be reached/);
  for (const form of [comment, plugins[0]!, plugins[1]!]) {
    const before = site.sent().length;
    const page = await visitor.open(form.path);
    if (form === comment) {
      await page.type('#comment', 'Hello again');
      await page.type('#author', 'Anna');
    }
    await typeInto(page, form, 'down@harbour-shop.com');
    await page.click(form.button);
    await eventually(() => site.newest(before).length > 0);
    assert.equal(words(site.newest(before)[0]), '', form.name);
  }
  assert.equal(words(await site.post(registration, BAD, bad)), CANNOT, 'by the keys that it knows');
  await site.php(`delete_transient( 'email_verify_element_keys' );`);
  assert.deepEqual((await site.post(registration, 'later@harbour-shop.com', bad))?.checks, [
    ['accepted', 'keys_unavailable'],
  ]);
});
