import assert from './assert.js';
import { answerLater, answerWith, input, part, spoken, stand, tone, verdict } from './page.js';
import { enterAddress, typeAddress } from './person.js';
import { eventually, wait } from './time.js';

/** A page in the browser's own colours. */
export const standPage = (colorScheme: 'light' | 'dark' = 'light'): Promise<void> =>
  stand(`<style>:root { color-scheme: ${colorScheme}; background: Canvas; color: CanvasText }
    body > button, form > button { background: Canvas; color: CanvasText; min-block-size: 24px }</style>
    <form><email-verify><label>Email <input type="email" name="email" autocomplete="email"></label></email-verify>
    <div style="block-size: 12em"></div><button>Sign up</button></form>`);

/** Each state that a person can meet, and how it is reached. */
export const STATES: Record<string, () => Promise<void>> = {
  idle: async () => {
    await wait(0);
  },
  checking: async () => {
    answerLater();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(spoken(), 'Checking…');
    });
  },
  valid: async () => {
    answerWith('valid');
    await typeAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(tone(), 'valid');
    });
  },
  warning: async () => {
    answerWith('risky');
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(tone(), 'warning');
    });
  },
  error: async () => {
    answerWith((email) => verdict(email, 'invalid', { sub_status: ['domain_not_found'] }));
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(tone(), 'error');
    });
  },
  suggestion: async () => {
    answerWith('risky');
    await enterAddress('anna@gamil.org');
    await eventually(() => {
      assert.equal(part('bubble')?.matches(':popover-open'), true);
    });
    input().focus();
  },
  fix: async () => {
    answerWith('valid');
    await enterAddress('anna@gmial.com');
    await eventually(() => {
      assert.equal(part('undo') !== null, true);
    });
  },
};
