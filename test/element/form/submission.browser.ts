/** @see https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-submission-algorithm */
import assert from '../support/assert.js';
import { engine } from '../support/engine.js';
import {
  answerLater,
  answerWith,
  button,
  element,
  events,
  FIELD,
  form,
  input,
  one,
  stand,
  standForm,
  submissions,
  tone,
  verdict,
} from '../support/page.js';
import { click, press, slowClick, typeAddress } from '../support/person.js';
import { eventually, once, wait } from '../support/time.js';

/** The element does not wait for the end of a press that takes a second. */
const MAX_PRESS_MS = 900;

/** Presses a button slowly; when the driver has made the press too long, prepares the page anew and repeats it. */
const pressSlowly = async (prepare: () => Promise<void>, ms: number): Promise<void> => {
  for (let tries = 0; tries < 5; tries++) {
    await prepare();
    if ((await slowClick(button('paid'), () => wait(ms))) < MAX_PRESS_MS) return;
  }
  throw new Error(`Each of the presses took ${MAX_PRESS_MS} ms or longer.`);
};

describe('a submission', () => {
  it('by Enter during a check is held, and sent once when the verdict is there', async () => {
    const { asked, answer } = answerLater();
    const sent = submissions();
    await standForm();
    await typeAddress('anna@harbour-shop.com');
    await press('Enter');
    await once(asked);
    await wait(50);
    assert.equal(sent.length, 0);
    answer('valid');
    await once(sent);
    // Enter presses the first button, as it would without us.
    assert.equal(sent[0]!.submitter === button('free'), true);
    assert.deepEqual(sent[0]!.data, { email: 'anna@harbour-shop.com', plan: 'free' });
    await wait(100);
    assert.equal(sent.length, 1);
  });

  it('is sent at once when a verdict stands', async () => {
    const asked = answerWith('valid');
    const sent = submissions();
    await standForm();
    await typeAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(tone(), 'valid');
    });
    form().requestSubmit(button('paid'));
    assert.equal(sent.length, 1);
    assert.equal(asked.length, 1);
  });

  it('of an obvious typo is fixed first, then sent', async () => {
    answerWith('valid');
    const sent = submissions();
    await standForm();
    await typeAddress('anna@gmial.com');
    await press('Enter');
    await once(sent);
    assert.equal(sent[0]!.data['email'], 'anna@gmail.com');
  });

  it('finds a value that was changed with no event', async () => {
    const asked = answerWith((email) => verdict(email, email.startsWith('anna') ? 'valid' : 'invalid'));
    const sent = submissions();
    await standForm();
    await typeAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(tone(), 'valid');
    });
    input().value = 'berta@harbour-shop.com';
    form().requestSubmit(button());
    await eventually(() => {
      assert.equal(tone(), 'error');
    });
    assert.deepEqual(asked, ['anna@harbour-shop.com', 'berta@harbour-shop.com']);
    assert.equal(sent.length, 0);
  });

  it('that is held asks about the value that code sets meanwhile, and is sent once', async () => {
    const { asked, answer } = answerLater();
    const sent = submissions();
    await standForm();
    await typeAddress('berta@harbour-shop.com');
    await press('Enter');
    await once(asked);
    input().value = 'anna@harbour-shop.com';
    await wait(20);
    answer('invalid');
    await eventually(() => {
      assert.deepEqual(asked, ['berta@harbour-shop.com', 'anna@harbour-shop.com']);
    });
    answer('valid');
    await once(sent);
    assert.equal(sent[0]!.data['email'], 'anna@harbour-shop.com');
    await wait(50);
    assert.equal(sent.length, 1);
  });

  for (const [name, act] of Object.entries({
    'the field is left': () => press('Tab'),
    'the page asks for a receipt': () => {
      void element().receipt();
      return Promise.resolve();
    },
  })) {
    it(`that is held is not lost when code sets another value and ${name}`, async () => {
      const { asked, answer } = answerLater();
      const sent = submissions();
      await standForm();
      await typeAddress('berta@harbour-shop.com');
      await press('Enter');
      await once(asked);
      input().value = 'anna@harbour-shop.com';
      await act();
      answer('valid');
      await eventually(() => {
        assert.deepEqual(asked, ['berta@harbour-shop.com', 'anna@harbour-shop.com']);
      });
      answer('valid');
      await once(sent);
      assert.equal(sent[0]!.data['email'], 'anna@harbour-shop.com');
    });
  }

  it("reaches the page's own listeners only when it is sent, which may stop it for their own ends", async () => {
    const { asked, answer } = answerLater();
    await standForm();
    const heard: string[] = [];
    form().addEventListener('submit', (event) => {
      event.preventDefault();
      heard.push((event.submitter as HTMLButtonElement).value);
    });
    await typeAddress('anna@harbour-shop.com');
    await click(button('paid'));
    await once(asked);
    assert.deepEqual(heard, []);
    answer('valid');
    await eventually(() => {
      assert.deepEqual(heard, ['paid']);
    });
  });

  it('that a listener of the page has stopped is left alone', async () => {
    const asked = answerWith('valid');
    // The listeners of the test before leave with its elements.
    await wait(0);
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener(
      'submit',
      (event) => {
        event.preventDefault();
      },
      { capture: true, signal },
    );
    await standForm('validate-on="submit"');
    const holds = events('email-verify-hold');
    input().value = 'anna@harbour-shop.com';
    form().requestSubmit();
    await wait(100);
    listening.abort();
    assert.equal(asked.length, 0);
    assert.equal(holds.length, 0);
  });

  it('that the page sends by itself when it hears of the verdict is sent once', async () => {
    const { asked, answer } = answerLater();
    const sent = submissions();
    await standForm();
    events('email-verify-verdict', () => {
      form().requestSubmit(button('free'));
    });
    await typeAddress('anna@harbour-shop.com');
    await click(button('paid'));
    await once(asked);
    answer('valid');
    await once(sent);
    await wait(50);
    assert.deepEqual(
      sent.map(({ data }) => data['plan']),
      ['free'],
    );
  });

  // Firefox dispatches no `submit` at a form that is still firing one, not even a script's own.
  (engine === 'firefox' ? it.skip : it)(
    'that a script fires while the form is still firing one is asked about by itself',
    async () => {
      const asked = answerWith((email) => verdict(email, email.startsWith('anna') ? 'valid' : 'invalid'));
      const sent = submissions();
      await standForm();
      let nested: boolean | undefined;
      form().addEventListener(
        'submit',
        (event) => {
          event.preventDefault();
          input().value = 'berta@harbour-shop.com';
          nested = form().dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
        },
        { once: true },
      );
      await typeAddress('anna@harbour-shop.com');
      await click(button('paid'));
      await eventually(() => {
        assert.deepEqual(asked, ['anna@harbour-shop.com', 'berta@harbour-shop.com']);
        assert.equal(tone(), 'error');
      });
      assert.equal(nested, false);
      assert.equal(sent.length, 0);
    },
  );

  for (const [what, prepare] of [
    ['empty', () => (input().value = '')],
    ['disabled', () => (input().disabled = true)],
    ['in a disabled fieldset', () => ((one('fieldset') as HTMLFieldSetElement).disabled = true)],
  ] as const) {
    it(`with an input that is ${what} is let through`, async () => {
      answerWith('invalid');
      const sent = submissions();
      await standForm('', { field: `<fieldset>${FIELD}</fieldset>` });
      input().value = 'anna@harbour-shop.com';
      prepare();
      form().requestSubmit(button());
      assert.equal(sent.length, 1);
    });
  }

  it('of another form in the page is none of our business', async () => {
    answerWith('invalid');
    const sent = submissions();
    await stand(
      `<email-verify>${FIELD}</email-verify><form><input name="q" value="shoes"><button>Find</button></form>`,
    );
    input().value = 'anna@harbour-shop.com';
    await click(one('form button'));
    assert.equal(sent.length, 1);
  });

  it('of an input that names its form is held too', async () => {
    answerWith('invalid');
    const sent = submissions();
    await stand(`<form id="far"><button value="free">Go</button></form>
      <email-verify><label>Email <input type="email" name="email" form="far"></label></email-verify>`);
    await typeAddress('anna@harbour-shop.com');
    await click(button());
    await eventually(() => {
      assert.equal(tone(), 'error');
    });
    assert.equal(sent.length, 0);
  });

  it('waits for both fields of a form that has two, and is sent once', async () => {
    const asked = answerWith(async (email) => {
      await wait(50);
      return verdict(email, 'valid');
    });
    const sent = submissions();
    await stand(`<form><email-verify>${FIELD}</email-verify>
      <email-verify><label>Copy to <input type="email" name="copy"></label></email-verify>
      <button name="plan" value="free">Free</button></form>`);
    input().value = 'anna@harbour-shop.com';
    (one('[name=copy]') as HTMLInputElement).value = 'berta@harbour-shop.com';
    await click(button());
    await once(sent);
    assert.equal(asked.length, 2);
    assert.equal(sent[0]!.data['plan'], 'free');
    await wait(100);
    assert.equal(sent.length, 1);
  });

  it('is not lost when the words that leaving the field brings move the button under the mouse', async () => {
    answerWith((email) => verdict(email, 'risky'));
    const sent = submissions();
    let before = 0;
    // The click that follows is a press one second after another: each press is its own.
    await pressSlowly(async () => {
      await standForm();
      sent.length = 0;
      await typeAddress('anna@harbour-shop.com');
      await wait(600);
      before = button('paid').getBoundingClientRect().top;
    }, 150);
    await once(sent);
    await eventually(() => {
      assert.equal(tone(), 'warning');
    });
    assert.ok(button('paid').getBoundingClientRect().top > before, 'the line would have moved it');
  });

  it('is not lost when an earlier press was less than a second before', async () => {
    answerWith((email) => verdict(email, 'risky'));
    const sent = submissions();
    await pressSlowly(async () => {
      await standForm('debounce="0"');
      sent.length = 0;
      await typeAddress('anna@harbour-shop.com');
      await eventually(() => {
        assert.equal(element().matches(':state(risky)'), true);
      });
      await click(input());
      await wait(700);
    }, 500);
    await once(sent);
  });
});
