import assert from '../support/assert.js';
import { startLoader } from '../../../src/element/loader/start.js';
import { answerWith, control, element, input, stand, tone } from '../support/page.js';
import { typeAddress } from '../support/person.js';
import { eventually } from '../support/time.js';

describe('a controlled field', () => {
  it('is checked while it has the focus, when the whole address was typed before the element came', async () => {
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    startLoader(
      () => arrived.then(() => import('../../../src/element/bundle.js')),
      () => ({}),
    );
    const asked = answerWith('valid');
    await stand('<form><label>Email <input type="email" name="email"></label></form>');
    control();
    await typeAddress('anna@harbour-shop.com');
    arrive();
    await eventually(() => {
      assert.deepEqual(asked, ['anna@harbour-shop.com']);
      assert.equal(tone(element()), 'valid');
    });
    assert.equal(document.activeElement, input());
  });
});
