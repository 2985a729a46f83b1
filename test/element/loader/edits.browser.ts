import assert from '../support/assert.js';
import { startLoader } from '../../../src/element/loader/start.js';
import { answerLater, button, input, one, stand, submissions } from '../support/page.js';
import { click, press, type, typeAddress } from '../support/person.js';
import { eventually, once, wait } from '../support/time.js';

describe('the first event at a field, after the loader has loaded the element,', () => {
  before(() => {
    startLoader(
      () => import('../../../src/element/bundle.js'),
      () => ({ hold: 60_000, timeout: 60_000 }),
    );
  });

  for (const value of ['', 'office@harbour-shop.com']) {
    it(`does not cancel the submission that another field holds, when the value stays "${value}"`, async () => {
      const { asked, answer } = answerLater();
      const sent = submissions();
      await stand(`<form>
        <label>Email <input type="email" name="email"></label>
        <label>Invoices to <input type="email" name="invoices" value="${value}"></label>
        <button>Join</button>
      </form>`);
      await typeAddress('anna@harbour-shop.com');
      await press('Enter');
      await once(asked);
      // Libraries for validation and floating labels dispatch such events.
      one('input[name=invoices]').dispatchEvent(new Event('change', { bubbles: true }));
      answer('valid');
      await once(sent);
      assert.deepEqual(sent[0]!.data, { email: 'anna@harbour-shop.com', invoices: value });
    });
  }

  it('shows no error at the first key, when the browser has refused the empty field', async () => {
    const sent = submissions();
    await stand(`<form>
      <label>Email <input type="email" name="email" required></label>
      <button value="free">Join</button>
    </form>`);
    await click(button());
    await eventually(() => {
      assert.equal(input().matches(':user-invalid'), true);
    });
    await type('a');
    await wait(100);
    assert.equal(input().getAttribute('aria-invalid'), null);
    assert.equal(sent.length, 0);
  });
});
