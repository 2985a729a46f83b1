import assert from './support/assert.js';
import {
  answerWith,
  button,
  element,
  FIELD,
  input,
  line,
  part,
  spoken,
  stand,
  submissions,
  verdict,
} from './support/page.js';
import { tap } from './support/chromium.js';
import { itInChromium } from './support/engine.js';
import { enterAddress, press, type } from './support/person.js';
import { focused, isOpen, meetSuggestion } from './support/suggestion.js';
import { eventually } from './support/time.js';

const standSignUp = (): Promise<void> =>
  stand(`<div style="block-size: 150px"></div><form><email-verify>${FIELD}</email-verify>
    <label>Name <input name="name"></label><button name="plan" value="free">Sign up</button></form>`);

/** Goes back with Shift+Tab until it is reached. */
const goBackTo = async (name: string): Promise<void> => {
  for (let i = 0; i < 5 && focused() !== name; i++) await press('Shift+Tab');
  assert.equal(focused(), name);
};

/** Types another address in place of the one that stands there. */
const retype = async (address: string): Promise<void> => {
  await goBackTo('email');
  input().select();
  await type(address);
};

describe('a sign-up', () => {
  beforeEach(() => {
    answerWith((email) => {
      if (email.includes('no-such')) return verdict(email, 'invalid', { sub_status: ['domain_not_found'] });
      return verdict(email, /gamil|gmial/.test(email) ? 'risky' : 'valid');
    });
  });

  it('is done with the keyboard alone, from the first typo to the sending', async () => {
    const sent = submissions();
    await standSignUp();
    input().focus();

    await type('anna@gmial.com');
    await press('Tab');
    await eventually(() => {
      assert.equal(input().value, 'anna@gmail.com');
      assert.equal(part('undo') !== null, true);
    });
    assert.equal(focused(), 'name', 'the fix moves nobody');
    await goBackTo('undo');
    await press('Enter');
    assert.equal(input().value, 'anna@gmial.com');
    assert.equal(focused(), 'email');

    await retype('anna@gamil.org');
    await press('Tab');
    await eventually(() => {
      assert.equal(isOpen(), true);
    });
    await goBackTo('email');
    await press('Tab');
    assert.equal(focused(), 'accept');
    await press(' ');
    assert.equal(input().value, 'anna@gmail.com');

    await retype('berta@gamil.org');
    await press('Tab');
    await eventually(() => {
      assert.equal(isOpen(), true);
    });
    await goBackTo('email');
    await press('Tab');
    await press('Tab');
    assert.equal(focused(), 'keep');
    await press('Enter');
    assert.equal(input().value, 'berta@gamil.org');
    assert.equal(focused(), 'email');

    await retype('berta@no-such-shop.com');
    await press('Tab');
    await press('Tab');
    assert.equal(focused(), 'plan');
    await press('Enter');
    await eventually(() => {
      assert.equal(focused(), 'email', 'a blocked submission leads to the field');
      assert.ok(spoken().includes('can’t find no-such-shop.com'), spoken());
    });
    assert.equal(input().getAttribute('aria-invalid'), 'true');
    assert.deepEqual(sent, []);

    await retype('berta@harbour-shop.com');
    assert.equal(input().getAttribute('aria-invalid'), null);
    assert.ok(!line().includes('can’t find'), line());
    await press('Enter');
    await eventually(() => {
      assert.deepEqual(
        sent.map(({ data, submitter }) => [data['email'], submitter]),
        [['berta@harbour-shop.com', button('free')]],
      );
    });
  });

  for (const [where, come] of [
    [
      'the field',
      () => {
        input().focus();
      },
    ],
    ['another field', () => undefined],
  ] as const) {
    itInChromium(`takes a suggestion, keeps an address and undoes a fix by touch, from ${where}`, async () => {
      await standSignUp();
      await meetSuggestion('anna@gamil.org');
      come();
      await element().updateComplete;
      await new Promise(requestAnimationFrame);
      await tap(part('accept')!);
      await eventually(() => {
        assert.equal(input().value, 'anna@gmail.com');
        assert.equal(isOpen(), false);
      });
      assert.equal(focused(), 'email');

      await meetSuggestion('berta@gamil.org');
      come();
      await new Promise(requestAnimationFrame);
      await tap(part('keep')!);
      await eventually(() => {
        assert.equal(isOpen(), false);
      });
      assert.equal(input().value, 'berta@gamil.org');

      await enterAddress('clara@gmial.com');
      await eventually(() => {
        assert.equal(part('undo') !== null, true);
      });
      come();
      await tap(part('undo')!);
      await eventually(() => {
        assert.equal(input().value, 'clara@gmial.com');
      });
    });
  }
});
