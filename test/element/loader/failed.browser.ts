import { expect } from '@esm-bundle/chai';
import { startLoader } from '../../../src/element/loader/start.js';
import { answerWith, button, form, input, stand, submissions } from '../support/page.js';
import { click, enterAddress, typeAddress } from '../support/person.js';
import { eventually, wait } from '../support/time.js';

const PLAIN = `<form><label>Email <input type="email" name="email"></label>
  <button name="plan" value="free">Free</button> <button name="plan" value="paid">Paid</button></form>`;

describe('an element that cannot be loaded', () => {
  let settings: Record<string, unknown> = {};
  let tries = 0;
  const { warn } = console;
  const warnings: unknown[] = [];

  before(() => {
    console.warn = (text: unknown) => warnings.push(text);
    startLoader(
      () => {
        tries++;
        return Promise.reject(new Error('The line is cut.'));
      },
      () => settings,
    );
  });

  after(() => {
    console.warn = warn;
  });

  it('lets the form go at once with the pressed button, tells the author, and is tried again at the next use', async () => {
    answerWith('invalid');
    const sent = submissions();
    await stand(PLAIN);
    await enterAddress('anna@harbour-shop.com');
    await click(button('paid'));
    await eventually(() => {
      expect(sent.map(({ data }) => data['plan'])).to.deep.equal(['paid']);
    });
    expect(warnings.length).to.be.greaterThan(0);
    const before = tries;
    input().blur();
    input().focus();
    await typeAddress('berta@harbour-shop.com');
    expect(tries).to.be.greaterThan(before);
  });

  it('keeps the form where the site wants it so, says why, and the next try is one', async () => {
    settings = { whenUnavailable: 'block', messages: { unknown: 'Bitte noch einmal.' } };
    const sent = submissions();
    await stand(PLAIN);
    const reasons: string[] = [];
    input().addEventListener('invalid', () => reasons.push(input().validationMessage));
    await typeAddress('anna@harbour-shop.com');
    await click(button('paid'));
    await eventually(() => {
      expect(reasons).to.deep.equal(['Bitte noch einmal.']);
    });
    expect(input().validity.valid).to.equal(true);
    await wait(50);
    expect(sent).to.have.length(0);
    settings = {};
    form().requestSubmit(button('free'));
    await eventually(() => {
      expect(sent).to.have.length(1);
    });
  });
});
