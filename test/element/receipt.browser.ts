import assert from './support/assert.js';
import {
  answerLater,
  answerWith,
  button,
  element,
  FIELD,
  form,
  input,
  one,
  stand,
  standForm,
  submissions,
  tone,
} from './support/page.js';
import { click, enterAddress, press, typeAddress } from './support/person.js';
import { eventually, once, wait } from './support/time.js';

const field = (): HTMLInputElement | null => document.querySelector('input[name=email-verification]');
/** The receipt that the form would send now. */
const receipt = (): FormDataEntryValue | null => new FormData(form()).get('email-verification');

describe('check(), receipt() and reset()', () => {
  it('give the verdict for the value that code has set during a hold', async () => {
    const { asked, answer } = answerLater();
    const sent = submissions();
    await standForm();
    await typeAddress('anna@harbour-shop.com');
    form().requestSubmit();
    assert.equal(asked.length, 1);
    input().value = 'berta@harbour-shop.com';
    const verdict = element().check();
    answer('invalid');
    await eventually(() => {
      assert.equal(asked.length, 2);
    });
    answer('valid');
    assert.equal((await verdict)?.email, 'berta@harbour-shop.com');
    await once(sent);
  });

  it('give the verdict, null for an empty field, and null for a value that changes meanwhile', async () => {
    const { asked, answer } = answerLater();
    await standForm();
    assert.equal(await element().check(), null);
    input().value = 'anna@harbour-shop.com';
    const first = element().check();
    await once(asked);
    answer('valid');
    assert.equal((await first)?.status, 'valid');
    assert.equal((await element().check())?.status, 'valid');
    assert.equal(asked.length, 1);
    input().value = 'berta@harbour-shop.com';
    const second = element().check();
    await eventually(() => {
      assert.equal(asked.length, 2);
    });
    await typeAddress('c');
    assert.equal(await second, null);
  });

  it('give what is found of an address that is mended meanwhile', async () => {
    await standForm('endpoint="/edge/" validate-on="submit"');
    input().value = 'valid@gmial.com';
    // The first visit loads what knows of typos.
    input().focus();
    const { asked, answer } = answerLater();
    const receipt = element().check();
    await eventually(() => {
      assert.deepEqual(asked, ['valid@gmial.com']);
    });
    input().blur();
    await eventually(() => {
      assert.deepEqual(asked, ['valid@gmial.com', 'valid@gmail.com']);
    });
    answer('valid');
    assert.equal((await receipt)?.email, 'valid@gmail.com');
  });

  it('give the receipt of the edge, and null when it does not come in time', async () => {
    const timeout = 15_000;
    await standForm(`endpoint="/edge/" timeout="${timeout}"`);
    input().value = 'valid@harbour-shop.com';
    assert.equal(await element().receipt({ timeout }), 'receipt for valid@harbour-shop.com');
    answerLater();
    input().value = 'late@harbour-shop.com';
    assert.equal(await element().receipt({ timeout: 100 }), null);
  });

  it('forget what was found, and leave the value', async () => {
    answerWith('invalid');
    await standForm();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(tone(), 'error');
    });
    element().reset();
    await element().updateComplete;
    assert.equal(tone(), '');
    assert.equal(input().value, 'anna@harbour-shop.com');
    assert.equal(input().validity.valid, true);
  });

  it('do no harm to an element with no input', async () => {
    await stand('<email-verify></email-verify>');
    assert.equal(await element().check(), null);
    assert.equal(await element().receipt(), null);
    element().reset();
  });
});

describe('the receipt', () => {
  it('is in the form while it stands for the value, and no longer', async () => {
    const sent = submissions();
    // A half address is not checked, however long it stands.
    await standForm('endpoint="/edge/" validate-on="blur"');
    await enterAddress('valid@harbour-shop.com');
    await eventually(() => {
      assert.equal(receipt(), 'receipt for valid@harbour-shop.com');
    });
    assert.equal(field() === null, true, 'nothing is in the page until the form is read');
    input().focus();
    await press('End');
    await press('Backspace');
    assert.equal(receipt(), null);
    await press('m');
    await click(button('paid'));
    await once(sent);
    assert.equal(sent[0]!.data['email-verification'], 'receipt for valid@harbour-shop.com');
    assert.equal(field()!.type, 'hidden');
    form().reset();
    await eventually(() => {
      assert.equal(field() === null, true);
    });
  });

  it('stays in a form whose listener tidies the value that is sent', async () => {
    await standForm('endpoint="/edge/"');
    form().addEventListener('submit', () => {
      input().value = input().value.toLowerCase();
    });
    const sent = submissions();
    await typeAddress('Valid@harbour-shop.com');
    await click(button('paid'));
    await once(sent);
    const { email, 'email-verification': receipt } = sent[0]!.data;
    assert.deepEqual([email, receipt], ['valid@harbour-shop.com', 'receipt for Valid@harbour-shop.com']);
  });

  it('is in the form when a button outside of it reads its elements at a click', async () => {
    await standForm('endpoint="/edge/"', { form: 'id="f"' });
    one('main').insertAdjacentHTML('beforeend', '<button type="button" form="f" id="out"><b>Send</b></button>');
    await typeAddress('valid@harbour-shop.com');
    await eventually(() => {
      assert.equal(receipt(), 'receipt for valid@harbour-shop.com');
    });
    let found: unknown = null;
    one('#out').addEventListener('click', () => {
      found = (form().elements.namedItem('email-verification') as HTMLInputElement | null)?.value;
    });
    await click(one('#out b'));
    await eventually(() => {
      assert.equal(found, 'receipt for valid@harbour-shop.com');
    });
  });

  it('stands in the form that the input names, and leaves with the element', async () => {
    submissions();
    await stand(`<form id="far"></form><email-verify endpoint="/edge/">
      <label>Email <input type="email" name="email" form="far"></label></email-verify>`);
    await typeAddress('valid@harbour-shop.com');
    await eventually(() => {
      assert.equal(receipt(), 'receipt for valid@harbour-shop.com');
    });
    form().requestSubmit();
    assert.equal(field()?.form === one('form'), true);
    element().remove();
    await wait(0);
    assert.equal(field() === null, true);
  });

  it('is not there for an address that nobody has signed for', async () => {
    answerWith('valid');
    await stand(`<form><email-verify>${FIELD}</email-verify></form>`);
    await typeAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(tone(), 'valid');
    });
    assert.equal(field() === null, true);
  });
});
