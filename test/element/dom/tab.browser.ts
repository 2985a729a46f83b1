import assert from '../support/assert.js';
import { input, stand, standForm } from '../support/page.js';
import { press } from '../support/person.js';
import { focused, meetSuggestion } from '../support/suggestion.js';

describe('Tab in the placement `bubble`', () => {
  for (const [name, build] of Object.entries({
    'around its input': () => standForm('placement="bubble"'),
    'beside its input': () =>
      stand(`<form><input type="email" name="email" id="mail"><button name="plan" value="free">Free</button>
        <email-verify for="mail" placement="bubble"></email-verify></form>`),
  })) {
    it(`goes from the field through the suggestion’s buttons to what follows the field, and back: ${name}`, async () => {
      await build();
      await meetSuggestion();
      input().focus();
      const order: string[] = [];
      for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Tab', 'Shift+Tab']) {
        await press(key);
        order.push(focused());
      }
      assert.deepEqual(order, ['accept', 'keep', 'plan', 'email', 'accept', 'email']);
    });
  }
});
