/** The promises of `useEmailVerify`, in the same words for every framework. Call it inside `describe`. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { blur, type, type Door } from './support.js';

/** The state that a page with a custom interface shows in `#own`, as JSON. */
interface Shown {
  status: string;
  email: string | null;
  decision: string | null;
  suggestion: string | null;
}

/**
 * @param render opens the page: a form with the state as its input's class, the button `#clear`, which sets its address
 * by code, and `own.check()`, `own.receipt()`.
 */
export const testOwnInterface = (doorOf: () => Omit<Door, 'open' | 'hydrate'>, render = 'renderOwn()'): void => {
  const open = async (): Promise<Omit<Door, 'open' | 'hydrate'>> => {
    const door = doorOf();
    await door.page.evaluate(render);
    await door.page.waitForSelector('#own');
    return door;
  };
  const shows = async ({ page }: Omit<Door, 'open' | 'hydrate'>, wanted: Partial<Shown>): Promise<void> => {
    const isShown = `Object.entries(${JSON.stringify(wanted)}).every(([name, value]) =>
      JSON.parse(document.getElementById('own').textContent)[name] === value)`;
    await page.waitForFunction(isShown, { timeout: 10_000 }).catch(async () => {
      const text = await page.$eval('#own', ({ textContent }) => textContent);
      assert.deepEqual(JSON.parse(text), wanted);
    });
  };
  const IDLE = { status: 'idle', email: null, decision: null, suggestion: null };

  test('an interface of its own follows the state: idle, checking, the verdict, and idle after an edit', async () => {
    const door = await open();
    await shows(door, IDLE);
    await door.page.evaluate(`holdAnswers(); answer = 'risky'`);
    await type(door.page, 'anna@harbour-shop.com');
    await blur(door.page);
    await shows(door, { ...IDLE, status: 'checking' });
    await door.page.evaluate('releaseAnswers()');
    await shows(door, { status: 'risky', email: 'anna@harbour-shop.com', decision: 'warn', suggestion: null });
    // No address, so that no further check begins.
    await door.page.type('input[name=email]', '@');
    await shows(door, IDLE);
    assert.equal(await door.page.$eval('input[name=email]', ({ value }) => value), 'anna@harbour-shop.com@');
  });

  test('an interface of its own has the suggestion, and none after the address has changed', async () => {
    const door = await open();
    await door.page.evaluate(`answer = 'unknown'`);
    await type(door.page, 'anna@gmaill.com');
    await blur(door.page);
    await shows(door, { status: 'unknown', suggestion: 'anna@gmail.com' });
    await type(door.page, '@');
    await shows(door, IDLE);
  });

  test('an interface of its own is idle after a reset, and after code has set the address', async () => {
    const door = await open();
    for (const button of ['[type=reset]', '#clear']) {
      await type(door.page, 'anna@harbour-shop.com');
      await blur(door.page);
      await shows(door, { status: 'valid' });
      await door.page.click(button);
      await shows(door, IDLE);
    }
  });

  test('an interface of its own checks, and has the receipt, with the same functions at every rendering', async () => {
    const door = await open();
    const run = (call: string): Promise<unknown> => door.page.evaluate(call);
    assert.deepEqual(await run('own.check()'), null);
    await run('window.first = own');
    await type(door.page, 'anna@harbour-shop.com');
    assert.equal(await run('first.check().then(({ status }) => status)'), 'valid');
    assert.equal(await run('own.receipt({ timeout: 5000 })'), 'the receipt');
    assert.equal(await run('own.check === first.check && own.receipt === first.receipt'), true);
    await run('unmount()');
    assert.deepEqual(await run('Promise.all([first.check(), first.receipt()])'), [null, null]);
  });
};
