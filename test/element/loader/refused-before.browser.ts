import assert from '../support/assert.js';
import { startLoader } from '../../../src/element/loader/start.js';
import { answerWith, button, input, one, stand, submissions } from '../support/page.js';
import { click, typeAddress } from '../support/person.js';
import { once } from '../support/time.js';

describe('an address that the server filled in', () => {
  it('is left alone when the browser has refused the form for another field before the page had loaded', async () => {
    const asked = answerWith('invalid');
    const sent = submissions();
    startLoader(
      () => import('../../../src/element/bundle.js'),
      () => ({}),
    );
    await stand(`<form><label>Email <input type="email" name="email" value="old@harbour-shop.com"></label>
      <label>Name <input name="name" required></label><button value="free">Save</button></form>`);
    await click(button());
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
    await typeAddress('Anna', one('input[name=name]') as HTMLInputElement);
    await click(button());
    await once(sent);
    assert.deepEqual(asked, []);
    assert.equal(input().validationMessage, '');
  });
});
