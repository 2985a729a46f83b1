import assert from '../support/assert.js';
import {
  answerLater,
  answerWith,
  button,
  element,
  form,
  input,
  line,
  one,
  spoken,
  standForm,
  submissions,
  tone,
  statusNode,
} from '../support/page.js';
import { click, enterAddress, press, type, typeAddress } from '../support/person.js';
import { eventually, once, wait } from '../support/time.js';

const FIELDSET = '<fieldset><label>Email <input type="email" name="email"></label></fieldset>';

/** The ways in which a page takes the input from the person, and gives it back. */
const bars: Record<string, (on: boolean) => void> = {
  disabled: (on) => (input().disabled = on),
  'read-only': (on) => (input().readOnly = on),
  'in a fieldset that is disabled': (on) => ((one('fieldset') as HTMLFieldSetElement).disabled = on),
};

const nothingIsShown = (): void => {
  assert.deepEqual([tone(), line(), spoken()], ['', '', '']);
  assert.equal(input().hasAttribute('aria-invalid'), false);
  assert.equal(element().matches(':state(invalid)'), false);
};

describe('an input that the person cannot change', () => {
  for (const [name, bar] of Object.entries(bars)) {
    it(`(${name}) shows nothing and blocks nothing while it is so, and shows it again afterwards`, async () => {
      answerWith('invalid');
      const sent = submissions();
      await standForm('', { field: FIELDSET });
      await enterAddress('anna@harbour-shop.com');
      await eventually(() => {
        assert.equal(tone(), 'error');
      });
      bar(true);
      await eventually(nothingIsShown);
      await click(button('paid'));
      await once(sent);
      bar(false);
      await eventually(() => {
        assert.equal(tone(), 'error');
        assert.equal(input().validity.customError, true);
      });
    });

    it(`(${name}) lets the form go at once when that happens while a check runs`, async () => {
      const { asked, answer } = answerLater();
      const sent = submissions();
      await standForm('', { field: FIELDSET });
      await typeAddress('anna@harbour-shop.com');
      await click(button('paid'));
      await once(asked);
      assert.equal(sent.length, 0);
      bar(true);
      await eventually(() => {
        assert.deepEqual(
          sent.map(({ data }) => data['plan']),
          ['paid'],
        );
      });
      answer('invalid');
      await wait(50);
      nothingIsShown();
      assert.equal(sent.length, 1);
    });
  }

  for (const [name, hide] of Object.entries({
    'by its visibility': (): unknown => (input().style.visibility = 'hidden'),
    'with its step of a wizard': (): unknown => (one('label').hidden = true),
  })) {
    it(`(hidden ${name}) stops a script's submission of a blocked address once at most`, async () => {
      answerWith('invalid');
      const sent = submissions();
      await standForm();
      await enterAddress('anna@harbour-shop.com');
      await eventually(() => {
        assert.equal(tone(), 'error');
      });
      hide();
      form().requestSubmit();
      form().requestSubmit();
      await once(sent);
    });
  }

  it('is not asked about, and its typos are left as they are', async () => {
    const asked = answerWith('invalid');
    submissions();
    await standForm('', { field: '<input type="email" name="email" value="anna@gmial.com" readonly>' });
    input().focus();
    input().dispatchEvent(new Event('input', { bubbles: true }));
    await press('Tab');
    form().requestSubmit(button());
    await wait(600);
    assert.deepEqual(asked, []);
    assert.equal(input().value, 'anna@gmial.com');
  });

  it('is looked at anew when it comes back with another value', async () => {
    const asked = answerWith('valid');
    await standForm('', { field: FIELDSET });
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(tone(), 'valid');
    });
    input().disabled = true;
    await wait(0);
    input().value = 'berta@harbour-shop.com';
    input().disabled = false;
    await eventually(() => {
      assert.deepEqual(asked, ['anna@harbour-shop.com', 'berta@harbour-shop.com']);
    });
  });

  it('keeps its receipt: a page may make it read-only while it sends', async () => {
    const sent = submissions();
    await standForm('endpoint="/edge/"');
    await enterAddress('valid@harbour-shop.com');
    await eventually(() => {
      assert.equal(tone(), 'valid');
    });
    form().addEventListener('submit', () => (input().readOnly = true));
    await click(button());
    await eventually(() => {
      assert.equal(sent[0]?.data['email-verification'], 'receipt for valid@harbour-shop.com');
    });
  });
});

describe('a field that is empty', () => {
  const fields = {
    'is empty': ['<input type="email" name="email">', ''],
    'holds nothing but space': ['<input type="text" inputmode="email" name="email">', '   '],
  } as const;
  for (const [name, [field, text]] of Object.entries(fields)) {
    it(`never blocks when it ${name} and is not required`, async () => {
      const asked = answerWith('invalid');
      const sent = submissions();
      await standForm('when-unavailable="block"', { field });
      await typeAddress('a');
      await eventually(() => {
        assert.equal(statusNode() === null, false);
      });
      input().focus();
      input().select();
      await press('Delete');
      await type(text);
      assert.equal(input().value, text);
      await press('Tab');
      await click(button());
      await once(sent);
      assert.deepEqual(asked, []);
      nothingIsShown();
    });
  }

  it('blocks when it is required and holds nothing but space', async () => {
    const sent = submissions();
    await standForm('', { field: '<input type="text" inputmode="email" name="email" required>' });
    input().value = '   ';
    await click(button());
    await eventually(() => {
      assert.equal(tone(), 'error');
    });
    assert.equal(sent.length, 0);
  });
});
