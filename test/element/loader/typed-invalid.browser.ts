import assert from '../support/assert.js';
import { startLoader } from '../../../src/element/loader/start.js';
import { button, control, stand, submissions, tone } from '../support/page.js';
import { click, enterAddress } from '../support/person.js';
import { eventually } from '../support/time.js';

describe('a controlled field in a form with novalidate', () => {
  it('is not sent with a text that is no address, which was typed and left before the script came', async () => {
    const sent = submissions();
    await stand(
      '<form novalidate><label>Email <input type="email" name="email"></label><button value="free">Sign up</button></form>',
    );
    control();
    await enterAddress('anna@harbour-shop,');
    startLoader(
      () => import('../../../src/element/bundle.js'),
      () => ({}),
    );
    await click(button());
    await eventually(() => {
      assert.equal(tone(document.querySelector('email-verify')!), 'error');
    });
    assert.deepEqual(sent, []);
  });
});
