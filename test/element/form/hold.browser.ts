import assert from '../support/assert.js';
import {
  answerLater,
  answerWith,
  button,
  element,
  events,
  form,
  input,
  line,
  standForm,
  submissions,
  tone,
  verdict,
} from '../support/page.js';
import { click, press, typeAddress } from '../support/person.js';
import { eventually, once, wait } from '../support/time.js';

describe('a submission that is held', () => {
  it('is taken back by an edit during the hold', async () => {
    const { asked, answer } = answerLater();
    const sent = submissions();
    await standForm('hold="400"');
    await typeAddress('anna@harbour-shop.com');
    // In one turn of the page: it would be sent at the end of the hold.
    form().requestSubmit();
    assert.equal(asked.length, 1);
    input().value = 'anna@harbour-shop.co';
    input().dispatchEvent(new InputEvent('input', { bubbles: true }));
    answer('valid');
    await wait(700);
    assert.equal(sent.length, 0);
  });

  it('is taken back by a reset of the form, by reset() and when the page is left', async () => {
    const sent = submissions();
    for (const takeBack of [
      () => {
        form().reset();
      },
      () => {
        element().reset();
      },
      () => {
        window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      },
    ]) {
      const { asked, answer } = answerLater();
      await standForm();
      await typeAddress('anna@harbour-shop.com');
      await press('Enter');
      await eventually(() => {
        assert.ok(asked.length > 0, `${asked.length}`);
      });
      takeBack();
      await wait(20);
      answer('valid');
      await wait(100);
    }
    assert.equal(sent.length, 0);
  });

  it('is taken back when the element is taken away', async () => {
    const { asked, answer } = answerLater();
    const sent = submissions();
    await standForm();
    await typeAddress('anna@harbour-shop.com');
    await press('Enter');
    await once(asked);
    element().remove();
    answer('valid');
    await wait(100);
    assert.equal(sent.length, 0);
  });

  it('is sent when the answer comes out of memory, in the midst of the submit event', async () => {
    answerWith('valid');
    const sent = submissions();
    await standForm();
    await typeAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(tone(), 'valid');
    });
    await press('Backspace');
    await press('m');
    await press('Enter');
    await once(sent);
  });

  it('is not held when the page does not want it', async () => {
    answerLater();
    const sent = submissions();
    await standForm();
    const holds = events('email-verify-hold', (event) => {
      event.preventDefault();
    });
    await typeAddress('anna@harbour-shop.com');
    await click(button('paid'));
    await once(sent);
    assert.equal(holds[0]!.submitter === button('paid'), true);
    await wait(50);
    assert.equal(sent.length, 1);
  });

  it('goes through when the check takes longer than `hold`', async () => {
    answerLater();
    const sent = submissions();
    await standForm('hold="150"');
    await typeAddress('anna@harbour-shop.com');
    await press('Enter');
    await once(sent);
  });

  it('is kept by when-unavailable=block, with words, and the next press asks again', async () => {
    let fails = true;
    const asked = answerWith((email) => {
      if (fails) throw new Error('The page is offline.');
      return verdict(email, 'valid');
    });
    const sent = submissions();
    await standForm('when-unavailable="block" validate-on="submit" hold="150"');
    element().addEventListener('email-verify-check', (event) => {
      event.stopPropagation();
      event.respondWith(fails ? Promise.reject(new Error('offline')) : Promise.resolve(verdict(event.email, 'valid')));
      asked.push(event.email);
    });
    await typeAddress('anna@harbour-shop.com');
    await press('Enter');
    await eventually(() => {
      assert.equal(line(), 'We couldn’t check this address. Please try again.');
    });
    assert.equal(sent.length, 0);
    assert.equal(input().getAttribute('aria-invalid'), 'true');
    fails = false;
    await press('Enter');
    await once(sent);
    assert.equal(asked.length, 2);
  });
});
