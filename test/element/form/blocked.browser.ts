import assert from '../support/assert.js';
import {
  answerWith,
  button,
  element,
  form,
  input,
  line,
  spoken,
  standForm,
  submissions,
  tone,
  verdict,
} from '../support/page.js';
import { click, enterAddress, press, typeAddress } from '../support/person.js';
import { eventually, once, wait } from '../support/time.js';

describe('a submission of a blocked address', () => {
  it('of a blocked address is not sent: the focus goes to the input, which says why; an edit heals it', async () => {
    answerWith((email) => verdict(email, email.startsWith('anna') ? 'valid' : 'invalid'));
    const sent = submissions();
    await standForm();
    await typeAddress('berta@harbour-shop.com');
    await click(button('paid'));
    await eventually(() => {
      assert.equal(document.activeElement === input(), true);
      assert.equal(tone(), 'error');
    });
    assert.equal(input().validationMessage, 'This address can’t receive email. Check the spelling.');
    assert.equal(spoken(), 'This address can’t receive email. Check the spelling.');
    await click(button('paid'));
    await wait(50);
    assert.equal(sent.length, 0);
    assert.equal(document.activeElement === input(), true);

    await typeAddress('anna@harbour-shop.com');
    assert.equal(input().validity.valid, true);
    await click(button('paid'));
    await once(sent);
    assert.equal(sent[0]!.data['plan'], 'paid');
  });

  for (const [name, send] of [
    ['a click', () => click(button('paid'))],
    ['Enter', () => press('Enter')],
    [
      'a script',
      () => {
        form().requestSubmit(button('paid'));
        return Promise.resolve();
      },
    ],
  ] as const) {
    it(`is sent at once by ${name} when code has set another address`, async () => {
      answerWith((email) => verdict(email, email.startsWith('anna') ? 'valid' : 'invalid'));
      const sent = submissions();
      await standForm();
      await enterAddress('berta@harbour-shop.com');
      await eventually(() => {
        assert.equal(tone(), 'error');
      });
      input().focus();
      input().value = 'anna@harbour-shop.com';
      await send();
      await once(sent);
      assert.equal(sent[0]!.data['email'], 'anna@harbour-shop.com');
      await wait(50);
      assert.equal(sent.length, 1);
    });
  }

  it('is sent at the first press when `setRangeText()` has corrected the address', async () => {
    answerWith((email) => verdict(email, email.startsWith('anna') ? 'valid' : 'invalid'));
    const sent = submissions();
    await standForm('', { field: '<label>Email <input inputmode="email" name="email"></label>' });
    await enterAddress('berta@harbour-shop.com');
    await eventually(() => {
      assert.equal(tone(), 'error');
    });
    input().setRangeText('anna', 0, 5);
    await click(button('paid'));
    await once(sent);
    assert.equal(sent[0]!.data['email'], 'anna@harbour-shop.com');
  });

  it('is forgotten when code sets another address, and stands when that sets the same again', async () => {
    answerWith((email) => verdict(email, email.startsWith('anna') ? 'valid' : 'invalid'));
    await standForm();
    await enterAddress('berta@harbour-shop.com');
    await eventually(() => {
      assert.equal(tone(), 'error');
    });
    const { value } = input();
    input().value = '';
    assert.equal(input().validity.customError, false);
    input().value = value;
    assert.equal(input().validity.customError, true);
    await wait(50);
    assert.equal(tone(), 'error');

    input().value = 'anna@harbour-shop.com';
    await eventually(() => {
      assert.equal(tone(), 'valid');
    });
    assert.equal(input().getAttribute('aria-invalid'), null);
  });

  for (const [name, message] of Object.entries({
    'with line breaks': 'We cannot find it.\r\nPlease look again.',
    'of 300 characters': 'Look again. '.repeat(25),
  })) {
    it(`with a message ${name} is sent once the address is corrected`, async () => {
      answerWith((email) => verdict(email, email.startsWith('anna') ? 'valid' : 'invalid'));
      const sent = submissions();
      await standForm();
      element().messages = { invalid: message };
      await enterAddress('berta@harbour-shop.com');
      await eventually(() => {
        assert.equal(input().validity.customError, true);
      });
      await typeAddress('anna@harbour-shop.com');
      assert.equal(input().validity.valid, true);
      await click(button('paid'));
      await once(sent);
    });
  }

  describe('that a framework renders again', () => {
    const ADDRESS = 'invalid@harbour-shop.com';
    const meetError = async (): Promise<void> => {
      await standForm('endpoint="/edge/"');
      await enterAddress(ADDRESS);
      await eventually(() => {
        assert.equal(tone(), 'error');
      });
    };
    const isBlocked = async (sent: readonly unknown[]): Promise<void> => {
      await click(button());
      await eventually(() => {
        assert.equal(tone(), 'error');
        assert.equal(document.activeElement === input(), true);
      });
      assert.equal(sent.length, 0);
    };

    it('is blocked in a new field, though the address is its default value, unless that is hidden', async () => {
      const sent = submissions();
      await meetError();
      const again = `<input type="email" name="email" value="${ADDRESS}">`;
      await standForm('endpoint="/edge/"', { field: again });
      await isBlocked(sent);
      await standForm('endpoint="/edge/"', { field: `<div hidden>${again}</div>` });
      await click(button());
      await once(sent);
    });

    it('is blocked in the same field, put back', async () => {
      answerWith('invalid');
      const sent = submissions();
      await meetError();
      input().defaultValue = ADDRESS;
      const node = form();
      const { parentNode } = node;
      node.remove();
      await wait(0);
      parentNode!.append(node);
      await isBlocked(sent);
    });
  });

  it('of a blocked address whose field was left already focuses the input', async () => {
    answerWith('invalid');
    const sent = submissions();
    await standForm();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(tone(), 'error');
    });
    button('paid').focus();
    await press('Enter');
    await eventually(() => {
      assert.equal(document.activeElement === input(), true);
    });
    assert.equal(sent.length, 0);
  });

  it('of what is no address at all is stopped at once, with the focus at the input', async () => {
    const asked = answerWith('valid');
    const sent = submissions();
    await standForm('validate-on="submit"', {
      field: '<label>Email <input inputmode="email" name="email"></label>',
    });
    await typeAddress('anna@harbour');
    // The typo finder is there: everything happens in one turn.
    await wait(200);
    await click(button('paid'));
    await eventually(() => {
      assert.equal(line(), 'Enter an address like name@example.com.');
    });
    assert.equal(document.activeElement === input(), true);
    assert.equal(sent.length, 0);
    assert.equal(asked.length, 0);
  });

  it('of a novalidate form is held and stopped just so', async () => {
    answerWith('invalid');
    const sent = submissions();
    await standForm('', { form: 'novalidate' });
    await typeAddress('anna@harbour-shop.com');
    await press('Enter');
    await eventually(() => {
      assert.equal(tone(), 'error');
    });
    await press('Enter');
    await wait(50);
    assert.equal(sent.length, 0);
    assert.equal(document.activeElement === input(), true);
  });

  it('with a custom validity of the page is left to the page', async () => {
    answerWith('invalid');
    const sent = submissions();
    await standForm();
    await typeAddress('anna@harbour-shop.com');
    input().setCustomValidity('Taken.');
    await press('Tab');
    await wait(600);
    assert.equal(input().validationMessage, 'Taken.');
    await click(button());
    await wait(50);
    assert.equal(sent.length, 0);
    element().remove();
  });

  it('is not blocked for ever by an input that was disabled meanwhile', async () => {
    answerWith('invalid');
    await standForm();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(input().validity.customError, true);
    });
    input().disabled = true;
    element().reset();
    input().disabled = false;
    assert.equal(input().validity.customError, false);
  });

  it('says neither that it receives mail nor that it does not, when it does and the page wants none of its kind', async () => {
    answerWith((email) => verdict(email, 'valid', { sub_status: ['free_provider'] }));
    const sent = submissions();
    await standForm('block="free_provider"');
    await typeAddress('anna@gmail.com');
    await click(button());
    await eventually(() => {
      assert.equal(tone(), 'error');
      assert.equal(line(), 'Please use a different address.');
    });
    assert.equal(input().validationMessage, 'Please use a different address.');
    assert.equal(sent.length, 0);
  });
});
