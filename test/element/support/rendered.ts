/// <reference types="mocha" />
import assert from './assert.js';
import { answerWith, control, input, one } from './page.js';
import { press, type } from './person.js';
import { eventually, wait } from './time.js';

const dispatch = (...types: string[]): void => {
  for (const name of types) input().dispatchEvent(new Event(name, { bubbles: name !== 'blur' }));
};

/** Form libraries, masks and autofill polyfills at the page's start. */
const LIBRARIES: Record<string, () => void> = {
  'dispatches change': () => {
    dispatch('change');
  },
  'dispatches all events of an edit': () => {
    dispatch('focus', 'keydown', 'input', 'keyup', 'change', 'blur', 'focusout');
  },
  'sets the value again': () => {
    input().setAttribute('value', input().value);
    dispatch('input', 'change', 'blur');
  },
  'sets the value in lower case, without spaces': () => {
    input().value = input().value.trim().toLowerCase();
    dispatch('input', 'change', 'blur');
  },
};

/** Sets the value as password managers do: past a framework, with events of their own. */
const fill = (value: string): void => {
  Reflect.set(HTMLInputElement.prototype, 'value', value, input());
  dispatch('keydown', 'input', 'keyup', 'change');
};

/**
 * Tells that the server's value is left alone until a person has changed it.
 * @param stand sets a form into the page, with this value from the server; `tone` is the sign's.
 */
export const describeRendered = (stand: (value: string) => Promise<void>, tone: () => string): void => {
  for (const address of ['Anna@gmial.com', ' anna@harbour-shop.com ']) {
    for (const [what, act] of Object.entries(LIBRARIES)) {
      it(`is left alone when a library ${what} ("${address}")`, async () => {
        const asked = answerWith('invalid');
        await stand(address);
        const before = input().value.trim().toLowerCase();
        act();
        await wait(600);
        input().focus();
        one('button').focus();
        await wait(50);
        assert.deepEqual([input().value.trim().toLowerCase(), asked, tone()], [before, [], '']);
        assert.equal(input().getAttribute('aria-invalid'), null);
      });
    }
  }

  for (const isControlled of [false, true]) {
    for (const [what, act] of Object.entries({
      'a person types': async () => {
        input().focus();
        input().select();
        await type('berta@harbour-shop.com');
        await press('Tab');
      },
      'a password manager fills it in': () => {
        input().focus();
        fill('berta@harbour-shop.com');
        input().blur();
      },
      'a password manager fills it in without a focus': () => {
        fill('berta@harbour-shop.com');
      },
    })) {
      it(`is checked after a library's event, when ${what}${isControlled ? ' (controlled)' : ''}`, async () => {
        const asked = answerWith('valid');
        await stand('anna@harbour-shop.com');
        if (isControlled) control();
        dispatch('change');
        await act();
        await eventually(() => {
          assert.deepEqual(asked, ['berta@harbour-shop.com']);
          assert.equal(tone(), 'valid');
        });
      });
    }
  }

  it('is judged when a person types the very same address again', async () => {
    const asked = answerWith('valid');
    await stand('anna@harbour-shop.com');
    input().focus();
    input().select();
    await type('anna@harbour-shop.com');
    await press('Tab');
    await eventually(() => {
      assert.ok(asked.includes('anna@harbour-shop.com'), asked.join());
    });
  });
};
