import { expect } from '@esm-bundle/chai';
import { answerWith, button, FIELD, input, line, stand, standForm, submissions, tone } from '../support/page.js';
import { click, press, type, typeAddress } from '../support/person.js';
import { eventually, once, wait } from '../support/time.js';

const ADDRESS = 'anna@harbour-shop.com';

describe('validate-on', () => {
  const asks = { input: [1, 1, 1], blur: [0, 1, 1], submit: [0, 0, 1] } as const;
  for (const [when, counts] of Object.entries(asks)) {
    it(`="${when}" asks then, and no earlier`, async () => {
      const asked = answerWith('valid');
      const sent = submissions();
      await standForm(`validate-on="${when}" debounce="20"`);
      // On slow keys a shorter address is one too.
      const times = (): number => asked.filter((address) => address === ADDRESS).length;
      const [typed, left, submitted] = counts;
      await typeAddress(ADDRESS);
      await wait(200);
      expect(times()).to.equal(typed);
      await press('Tab');
      await wait(200);
      expect(times()).to.equal(left);
      await click(button());
      await once(sent);
      expect(times()).to.equal(submitted);
      if (when !== 'input') expect(asked).to.have.length(1);
    });
  }
});

describe('the field', () => {
  it('says nothing while the person types, speaks when they leave, and falls silent at the first key', async () => {
    const asked = answerWith('invalid');
    await stand(`<email-verify debounce="20">${FIELD}</email-verify>`);
    await typeAddress(ADDRESS);
    await eventually(() => {
      expect(asked).to.contain(ADDRESS);
    });
    await wait(50);
    expect([tone(), line()]).to.deep.equal(['', '']);
    expect(input().hasAttribute('aria-invalid')).to.equal(false);
    await press('Tab');
    await eventually(() => {
      expect(tone()).to.equal('error');
    });
    input().focus();
    await type('x');
    await eventually(() => {
      expect([tone(), line()]).to.deep.equal(['', '']);
      expect(input().hasAttribute('aria-invalid')).to.equal(false);
    });
  });

  it('takes what an input method composed in the order of WebKit: input before compositionend', async () => {
    const asked = answerWith('valid');
    await stand(`<email-verify debounce="20">${FIELD}</email-verify>`);
    await typeAddress('a');
    const tell = (event: Event): void => void input().dispatchEvent(event);
    tell(new CompositionEvent('compositionstart', { bubbles: true }));
    input().value = 'anna@harbour-shop.co';
    tell(new InputEvent('input', { bubbles: true, isComposing: true, inputType: 'insertCompositionText' }));
    input().value = ADDRESS;
    tell(new InputEvent('input', { bubbles: true, inputType: 'insertFromComposition' }));
    tell(new CompositionEvent('compositionend', { bubbles: true }));
    await eventually(() => {
      expect(asked).to.deep.equal([ADDRESS]);
    });
    await wait(100);
    expect(asked).to.deep.equal([ADDRESS]);
  });

  it('checks what is pasted', async () => {
    const asked = answerWith('valid');
    await stand(`<input name="from"><email-verify>${FIELD}</email-verify>`);
    const from = document.querySelector<HTMLInputElement>('[name=from]')!;
    await typeAddress(ADDRESS, from);
    from.select();
    await press('Control+c');
    input().focus();
    await press('Control+v');
    await eventually(() => {
      expect(input().value).to.equal(ADDRESS);
      expect(asked).to.deep.equal([ADDRESS]);
    });
  });
});
