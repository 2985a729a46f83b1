import assert from '../support/assert.js';
import { startLoader } from '../../../src/element/loader/start.js';
import { answerWith, button, control, stand, submissions } from '../support/page.js';
import { click, enterAddress } from '../support/person.js';
import { once } from '../support/time.js';

describe('a controlled field', () => {
  it('is checked at the submit, when it was typed and left before the script came', async () => {
    const asked = answerWith('valid');
    const sent = submissions();
    await stand(
      '<form><label>Email <input type="email" name="email"></label><button value="free">Sign up</button></form>',
    );
    control();
    await enterAddress('anna@harbour-shop.com');
    startLoader(
      () => import('../../../src/element/bundle.js'),
      () => ({}),
    );
    await click(button());
    await once(sent);
    assert.deepEqual(asked, ['anna@harbour-shop.com']);
  });
});
