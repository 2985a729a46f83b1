import { expect } from '@esm-bundle/chai';
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
  expect(focused()).to.equal(name);
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
      expect(input().value).to.equal('anna@gmail.com');
      expect(part('undo') !== null).to.equal(true);
    });
    expect(focused(), 'the fix moves nobody').to.equal('name');
    await goBackTo('undo');
    await press('Enter');
    expect(input().value).to.equal('anna@gmial.com');
    expect(focused()).to.equal('email');

    await retype('anna@gamil.org');
    await press('Tab');
    await eventually(() => {
      expect(isOpen()).to.equal(true);
    });
    await goBackTo('email');
    await press('Tab');
    expect(focused()).to.equal('accept');
    await press(' ');
    expect(input().value).to.equal('anna@gmail.com');

    await retype('berta@gamil.org');
    await press('Tab');
    await eventually(() => {
      expect(isOpen()).to.equal(true);
    });
    await goBackTo('email');
    await press('Tab');
    await press('Tab');
    expect(focused()).to.equal('keep');
    await press('Enter');
    expect(input().value).to.equal('berta@gamil.org');
    expect(focused()).to.equal('email');

    await retype('berta@no-such-shop.com');
    await press('Tab');
    await press('Tab');
    expect(focused()).to.equal('plan');
    await press('Enter');
    await eventually(() => {
      expect(focused(), 'a blocked submission leads to the field').to.equal('email');
      expect(spoken()).to.contain('can’t find no-such-shop.com');
    });
    expect(input().getAttribute('aria-invalid')).to.equal('true');
    expect(sent).to.deep.equal([]);

    await retype('berta@harbour-shop.com');
    expect(input().getAttribute('aria-invalid')).to.equal(null);
    expect(line()).to.not.contain('can’t find');
    await press('Enter');
    await eventually(() => {
      expect(sent.map(({ data, submitter }) => [data['email'], submitter])).to.deep.equal([
        ['berta@harbour-shop.com', button('free')],
      ]);
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
        expect(input().value).to.equal('anna@gmail.com');
        expect(isOpen()).to.equal(false);
      });
      expect(focused()).to.equal('email');

      await meetSuggestion('berta@gamil.org');
      come();
      await new Promise(requestAnimationFrame);
      await tap(part('keep')!);
      await eventually(() => {
        expect(isOpen()).to.equal(false);
      });
      expect(input().value).to.equal('berta@gamil.org');

      await enterAddress('clara@gmial.com');
      await eventually(() => {
        expect(part('undo') !== null).to.equal(true);
      });
      come();
      await tap(part('undo')!);
      await eventually(() => {
        expect(input().value).to.equal('clara@gmial.com');
      });
    });
  }
});
