import assert from '../support/assert.js';
import { startLoader } from '../../../src/element/loader/start.js';
import { button, one, stand, submissions } from '../support/page.js';
import { click, typeAddress } from '../support/person.js';
import { once, wait } from '../support/time.js';

describe('a form that is held before the element has loaded', () => {
  before(() => {
    startLoader(
      () => new Promise(() => undefined),
      () => ({ hold: 1000 }),
    );
  });

  it('is not sent beside a newer submission of the form that needs no check', async () => {
    const sent = submissions();
    await stand(`<form><label>Email <input type="email" name="email"></label> <button name="plan" value="free">Free</button>
      <button name="plan" value="draft" formnovalidate>Save draft</button></form>`);
    await typeAddress('anna@harbour-shop.com');
    await click(button());
    await click(button('draft'));
    await wait(1500);
    assert.deepEqual(
      sent.map(({ data }) => data['plan']),
      ['draft'],
    );
  });

  it('is sent, though the person goes on with another form', async () => {
    const sent = submissions();
    await stand(`<form><label>Email <input type="email" name="email"></label><button value="free">Join</button></form>
      <form><label>Email <input type="email" name="other"></label></form>`);
    await typeAddress('anna@harbour-shop.com');
    await click(button());
    await typeAddress('be', one('input[name=other]') as HTMLInputElement);
    await once(sent);
    assert.equal(sent[0]?.data['email'], 'anna@harbour-shop.com');
  });
});
