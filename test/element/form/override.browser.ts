import { expect } from '@esm-bundle/chai';
import type { SubStatusCode } from '../../../src/protocol/index.js';
import { answerWith, button, input, line, spoken, standForm, submissions, tone, verdict } from '../support/page.js';
import { click, enterAddress, press, type, typeAddress } from '../support/person.js';
import { eventually, once, wait } from '../support/time.js';

/** Longer than between the two halves of a double click. */
const LATER_MS = 700;
const AGAIN = 'Submit again to use it anyway.';

describe('a blocked address with `override`', () => {
  const answer = (code?: SubStatusCode): void => {
    answerWith((email) => verdict(email, 'invalid', { sub_status: code ? [code] : [] }));
  };

  it('passes when it is submitted once more, and the form data says so', async () => {
    answer('mailbox_not_found');
    const sent = submissions();
    await standForm('override');
    await typeAddress('anna@harbour-shop.com');
    await click(button('paid'));
    await eventually(() => {
      expect(line()).to.contain('find anna@harbour-shop.com').and.contain(AGAIN);
    });
    expect(spoken()).to.contain(AGAIN);
    expect(document.activeElement === input()).to.equal(true);
    expect(input().getAttribute('aria-invalid')).to.equal('true');
    expect(sent).to.have.length(0);
    await wait(LATER_MS);
    await click(button('paid'));
    await once(sent);
    expect(sent[0]!.data).to.deep.equal({
      email: 'anna@harbour-shop.com',
      plan: 'paid',
      'email-verification-override': 'mailbox_not_found',
    });
    await eventually(() => {
      expect(tone()).to.equal('warning');
      expect(line()).not.to.contain(AGAIN);
    });
  });

  it('is marked by its status where there is no code', async () => {
    answer();
    const sent = submissions();
    await standForm('override');
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(tone()).to.equal('error');
    });
    expect(line()).not.to.contain(AGAIN);
    await click(button('paid'));
    await eventually(() => {
      expect(line()).to.contain(AGAIN);
    });
    await wait(LATER_MS);
    await click(button('free'));
    await once(sent);
    expect(sent[0]!.data['email-verification-override']).to.equal('invalid');
    expect(sent[0]!.data['plan']).to.equal('free');
  });

  it('is not passed by a double click, which is one press', async () => {
    answer('mailbox_not_found');
    const sent = submissions();
    await standForm('override');
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(tone()).to.equal('error');
    });
    // However long the page pauses between the two.
    const { now } = Date;
    const pressed = now();
    Date.now = () => pressed;
    try {
      button('paid').click();
      button('paid').click();
    } finally {
      Date.now = now;
    }
    expect(sent).to.have.length(0);
  });

  it('is forgotten by an edit', async () => {
    answer('mailbox_not_found');
    const sent = submissions();
    await standForm('override');
    await typeAddress('anna@harbour-shop.com');
    await press('Enter');
    await eventually(() => {
      expect(line()).to.contain(AGAIN);
    });
    await wait(LATER_MS);
    await type('x');
    await press('Backspace');
    await press('Enter');
    await eventually(() => {
      expect(line()).to.contain(AGAIN);
    });
    expect(sent).to.have.length(0);
    await wait(LATER_MS);
    await press('Enter');
    await once(sent);
    await type('x');
    expect(document.querySelector('[name=email-verification-override]') === null).to.equal(true);
  });

  for (const code of ['syntax_error', 'domain_not_found', 'null_mx', 'reserved_domain'] as const) {
    it(`never passes with ${code}: there can be no such address`, async () => {
      answer(code);
      const sent = submissions();
      await standForm('override', { form: 'novalidate' });
      await typeAddress('anna@harbour-shop.com');
      await press('Enter');
      await eventually(() => {
        expect(tone()).to.equal('error');
      });
      await wait(LATER_MS);
      await press('Enter');
      await wait(50);
      expect(sent).to.have.length(0);
      expect(line()).not.to.contain(AGAIN);
    });
  }
});
