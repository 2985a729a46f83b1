import { expect } from '@esm-bundle/chai';
import { answerWith, button, element, form, input, line, one, standForm, submissions, tone } from './support/page.js';
import { eventually, wait } from './support/time.js';

// A module comes late just once in a page.
describe('workings that come late', () => {
  it('do not make the form wait longer than `hold`, and an edit or a reset takes it back all the same', async () => {
    const sent = submissions();
    await standForm('hold="150"');
    for (const takeBack of [
      () => {
        form().reset();
      },
      () => input().dispatchEvent(new Event('input', { bubbles: true })),
      () => {
        element().reset();
      },
    ]) {
      input().value = 'anna@harbour-shop.com';
      form().requestSubmit(button('paid'));
      takeBack();
      await wait(200);
      expect(sent).to.have.length(0);
    }
    input().value = 'anna@harbour-shop.com';
    form().requestSubmit(button('paid'));
    await wait(200);
    expect(sent.map(({ data }) => data['plan'])).to.deep.equal(['paid']);
  });

  it('see to what was asked for before they came, unless it was taken back or the input was disabled', async () => {
    answerWith('invalid');
    const sent = submissions();
    const another = (id: string): string => `</form><form id="${id}"><email-verify><input type="email"></email-verify>`;
    await standForm('', { more: another('disabled') + another('forgotten') });
    const fieldOf = (id: string): HTMLInputElement => one(`#${id} input`) as HTMLInputElement;
    for (const id of ['disabled', 'forgotten']) fieldOf(id).value = 'anna@harbour-shop.com';
    (one('#disabled') as HTMLFormElement).requestSubmit();
    fieldOf('disabled').disabled = true;
    fieldOf('forgotten').focus();
    fieldOf('forgotten').blur();
    const [, , forgotten] = document.querySelectorAll('email-verify');
    forgotten?.reset();
    input().value = 'anna@harbour-shop.com';
    form().requestSubmit(button('paid'));
    expect(tone()).to.equal('');
    await eventually(() => {
      expect(tone()).to.equal('error');
    });
    expect(line()).to.contain('cannot receive mail');
    await eventually(() => {
      expect(sent.map(({ form }) => form.id)).to.deep.equal(['disabled']);
    });
    expect(line(forgotten)).to.equal('');
  });
});
