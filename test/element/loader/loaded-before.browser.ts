import assert from '../support/assert.js';
import { startLoader } from '../../../src/element/loader/start.js';
import { answerWith, button, control, stand, submissions } from '../support/page.js';
import { click, enterAddress } from '../support/person.js';
import { once } from '../support/time.js';

describe('a controlled field', () => {
  it('is checked when it was typed before the script, and the element has loaded before the page', async () => {
    const asked = answerWith('valid');
    const sent = submissions();
    await stand(
      '<form><label>Email <input type="email" name="email"></label><button value="free">Sign up</button></form>',
    );
    control();
    await enterAddress('anna@harbour-shop.com');
    Object.defineProperty(document, 'readyState', { configurable: true, value: 'interactive' });
    const bundle = await import('../../../src/element/bundle.js');
    startLoader(
      () => Promise.resolve(bundle),
      () => ({ load: 'now' }),
    );
    await Promise.resolve();
    Reflect.deleteProperty(document, 'readyState');
    document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }));
    window.dispatchEvent(new PageTransitionEvent('pageshow'));
    await click(button());
    await once(sent);
    assert.deepEqual(asked, ['anna@harbour-shop.com']);
  });
});
