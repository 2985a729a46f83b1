import assert from '../support/assert.js';
import { startLoader } from '../../../src/element/loader/start.js';
import { one, stand, submissions } from '../support/page.js';
import { press, type, typeAddress } from '../support/person.js';
import { wait } from '../support/time.js';

describe('the loader’s own settings', () => {
  let loads = 0;
  const settings: Record<string, unknown> = {};
  const turnOff = (value: unknown): void => {
    settings['shadow'] = settings['debug'] = value;
  };
  /** Loads nothing: the tests count. */
  const load = (): Promise<never> => {
    loads += 1;
    return new Promise(() => undefined);
  };

  for (const value of [undefined, null, false, 'false']) {
    it(`leaves inputs in shadow roots alone, and waits for the first use: ${String(value)}`, async () => {
      turnOff(value);
      startLoader(load, () => settings);
      await stand('<div></div>');
      const root = one('main div').attachShadow({ mode: 'open' });
      root.innerHTML = '<form><input type="email" name="email"></form>';
      root.querySelector('input')!.focus();
      await wait(50);
      assert.equal(loads, 0);
    });
  }

  for (const hold of ['2s', '-1', '', '3e9']) {
    it(`hold a form for the usual time with a malformed \`hold\`: "${hold}"`, async () => {
      turnOff(undefined);
      settings['hold'] = hold;
      startLoader(load, () => settings);
      const sent = submissions();
      await stand('<form><input type="email" name="email"></form>');
      await typeAddress('anna@harbour-shop.com');
      await press('Enter');
      await wait(100);
      assert.equal(sent.length, 0);
    });
  }

  for (const change of ['an edit', 'a reset']) {
    it(`cancel the held submission of a form in a shadow root at ${change}`, async () => {
      settings['shadow'] = true;
      settings['hold'] = '400';
      startLoader(load, () => settings);
      await stand('<div></div>');
      const root = one('main div').attachShadow({ mode: 'open' });
      root.innerHTML = '<form><input type="email" name="email"></form>';
      const form = root.querySelector('form')!;
      let sent = 0;
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        sent += 1;
      });
      await typeAddress('anna@harbour-shop.com', root.querySelector('input')!);
      await press('Enter');
      if (change === 'an edit') await type('x');
      else form.reset();
      await wait(600);
      assert.equal(sent, 0);
    });
  }
});
