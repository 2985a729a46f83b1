import { expect } from '@esm-bundle/chai';
import {
  answerLater,
  answerWith,
  button,
  element,
  events,
  FIELD,
  form,
  input,
  line,
  one,
  spoken,
  stand,
  standForm,
  submissions,
  tone,
  verdict,
} from './support/page.js';
import { click, enterAddress, press, slowClick, typeAddress } from './support/person.js';
import { eventually, wait } from './support/time.js';

/** A custom element that submits its form, as design systems have them. */
class FancyButton extends HTMLElement {
  static readonly formAssociated = true;
  readonly #internals = this.attachInternals();
  connectedCallback(): void {
    this.tabIndex = 0;
    this.addEventListener('click', () => {
      this.#internals.setFormValue(this.getAttribute('value'));
      this.#internals.form?.requestSubmit();
      this.#internals.setFormValue(null);
    });
  }
}
customElements.define('fancy-button', FancyButton);

describe('a submission', () => {
  it('by Enter during a check is held, and sent once when the verdict is there', async () => {
    const { asked, answer } = answerLater();
    const sent = submissions();
    await standForm();
    await typeAddress('anna@harbour-shop.com');
    await press('Enter');
    await eventually(() => {
      expect(asked).to.have.length(1);
    });
    await wait(50);
    expect(sent).to.have.length(0);
    answer('valid');
    await eventually(() => {
      expect(sent).to.have.length(1);
    });
    // Enter presses the first button, as it would without us.
    expect(sent[0]!.submitter === button('free')).to.equal(true);
    expect(sent[0]!.data).to.deep.equal({ email: 'anna@harbour-shop.com', plan: 'free' });
    await wait(100);
    expect(sent).to.have.length(1);
  });

  it('keeps the pressed button with its name, value and formaction', async () => {
    const { asked, answer } = answerLater();
    const sent = submissions();
    await standForm('', {
      more: '<button name="plan" value="gift" formaction="/gift" formmethod="post">Gift</button>',
    });
    await typeAddress('anna@harbour-shop.com');
    await click(button('gift'));
    await eventually(() => {
      expect(asked).to.have.length(1);
    });
    answer('valid');
    await eventually(() => {
      expect(sent).to.have.length(1);
    });
    const { submitter, data } = sent[0]!;
    expect(data['plan']).to.equal('gift');
    expect((submitter as HTMLButtonElement).formAction).to.match(/\/gift$/);
  });

  it('is sent at once when a verdict stands', async () => {
    const asked = answerWith('valid');
    const sent = submissions();
    await standForm();
    await typeAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(tone()).to.equal('valid');
    });
    form().requestSubmit(button('paid'));
    expect(sent).to.have.length(1);
    expect(asked).to.have.length(1);
  });

  it('of a blocked address is not sent: the focus goes to the input, which says why; an edit heals it', async () => {
    answerWith((email) => verdict(email, email.startsWith('anna') ? 'valid' : 'invalid'));
    const sent = submissions();
    await standForm();
    await typeAddress('berta@harbour-shop.com');
    await click(button('paid'));
    await eventually(() => {
      expect(document.activeElement === input()).to.equal(true);
      expect(tone()).to.equal('error');
    });
    expect(input().validationMessage).to.equal('This address cannot receive mail. Please check it.');
    expect(spoken()).to.equal('This address cannot receive mail. Please check it.');
    await click(button('paid'));
    await wait(50);
    expect(sent).to.have.length(0);
    expect(document.activeElement === input()).to.equal(true);

    await typeAddress('anna@harbour-shop.com');
    expect(input().validity.valid).to.equal(true);
    await click(button('paid'));
    await eventually(() => {
      expect(sent).to.have.length(1);
    });
    expect(sent[0]!.data['plan']).to.equal('paid');
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
      expect(line()).to.equal('Enter an address like name@example.com.');
    });
    expect(document.activeElement === input()).to.equal(true);
    expect(sent).to.have.length(0);
    expect(asked).to.have.length(0);
  });

  it('of a novalidate form is held and stopped just so', async () => {
    answerWith('invalid');
    const sent = submissions();
    await standForm('', { form: 'novalidate' });
    await typeAddress('anna@harbour-shop.com');
    await press('Enter');
    await eventually(() => {
      expect(tone()).to.equal('error');
    });
    await press('Enter');
    await wait(50);
    expect(sent).to.have.length(0);
    expect(document.activeElement === input()).to.equal(true);
  });

  it('by a formnovalidate button is let through', async () => {
    const asked = answerWith('invalid');
    const sent = submissions();
    await standForm('validate-on="submit"', {
      more: '<button name="plan" value="later" formnovalidate>Later</button>',
    });
    input().value = 'anna@harbour-shop.com';
    await click(button('later'));
    expect(sent).to.have.length(1);
    expect(asked).to.have.length(0);
  });

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
      expect(sent).to.have.length(1);
    });
  }

  it('that a listener of the page has stopped is left alone', async () => {
    const asked = answerWith('valid');
    await standForm('validate-on="submit"');
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener(
      'submit',
      (event) => {
        event.preventDefault();
      },
      { capture: true, signal },
    );
    const holds = events('email-verify-hold');
    input().value = 'anna@harbour-shop.com';
    form().requestSubmit();
    await wait(100);
    listening.abort();
    expect(asked).to.have.length(0);
    expect(holds).to.have.length(0);
  });

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
    await eventually(() => {
      expect(asked).to.have.length(1);
    });
    expect(heard).to.deep.equal([]);
    answer('valid');
    await eventually(() => {
      expect(heard).to.deep.equal(['paid']);
    });
  });

  it('pressed twice during a hold is sent once, with the last button', async () => {
    const { asked, answer } = answerLater();
    const sent = submissions();
    await standForm();
    await typeAddress('anna@harbour-shop.com');
    const holds = events('email-verify-hold');
    await click(button('free'));
    await click(button('paid'));
    await eventually(() => {
      expect(asked).to.have.length(1);
    });
    answer('valid');
    await eventually(() => {
      expect(sent).to.have.length(1);
    });
    await wait(50);
    expect(sent.map(({ data }) => data['plan'])).to.deep.equal(['paid']);
    expect(holds).to.have.length(1);
  });

  it('is taken back by an edit during the hold', async () => {
    const { asked, answer } = answerLater();
    const sent = submissions();
    await standForm('hold="400"');
    await typeAddress('anna@harbour-shop.com');
    await press('Enter');
    await eventually(() => {
      expect(asked).to.have.length(1);
    });
    await press('Backspace');
    answer('valid');
    await wait(700);
    expect(sent).to.have.length(0);
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
        expect(asked.length).to.be.greaterThan(0);
      });
      takeBack();
      await wait(20);
      answer('valid');
      await wait(100);
    }
    expect(sent).to.have.length(0);
  });

  it('is taken back when the element is taken away', async () => {
    const { asked, answer } = answerLater();
    const sent = submissions();
    await standForm();
    await typeAddress('anna@harbour-shop.com');
    await press('Enter');
    await eventually(() => {
      expect(asked).to.have.length(1);
    });
    element().remove();
    answer('valid');
    await wait(100);
    expect(sent).to.have.length(0);
  });

  it('is sent without its button when that has left the page meanwhile', async () => {
    const { asked, answer } = answerLater();
    const sent = submissions();
    await standForm();
    await typeAddress('anna@harbour-shop.com');
    await click(button('paid'));
    await eventually(() => {
      expect(asked).to.have.length(1);
    });
    button('paid').remove();
    answer('valid');
    await eventually(() => {
      expect(sent).to.have.length(1);
    });
    expect(sent[0]!.submitter === null).to.equal(true);
  });

  it('by a form-associated custom button is held and sent once', async () => {
    const { asked, answer } = answerLater();
    const sent = submissions();
    await standForm('', { more: '<fancy-button name="plan" value="fancy">Fancy</fancy-button>' });
    await typeAddress('anna@harbour-shop.com');
    await click(one('fancy-button'));
    await eventually(() => {
      expect(asked).to.have.length(1);
    });
    answer('valid');
    await eventually(() => {
      expect(sent).to.have.length(1);
    });
    await wait(50);
    expect(sent).to.have.length(1);
  });

  it('that names a custom button as its submitter is sent by a click on it', async () => {
    const { asked, answer } = answerLater();
    const sent = submissions();
    await standForm('', { more: '<fancy-button name="plan" value="fancy">Fancy</fancy-button>' });
    // Material Web and others overwrite `submitter` before anybody else sees the event.
    const fancy = one('fancy-button');
    const name = (event: Event): void => {
      if (fancy.isConnected) Object.defineProperty(event, 'submitter', { value: fancy });
    };
    window.addEventListener('submit', name, { capture: true });
    await typeAddress('anna@harbour-shop.com');
    await click(one('fancy-button'));
    await eventually(() => {
      expect(asked).to.have.length(1);
    });
    answer('valid');
    await eventually(() => {
      expect(sent).to.have.length(1);
    });
    window.removeEventListener('submit', name, { capture: true });
    expect(sent[0]!.data['plan']).to.equal('fancy');
  });

  it('finds a value that was changed with no event', async () => {
    const asked = answerWith((email) => verdict(email, email.startsWith('anna') ? 'valid' : 'invalid'));
    const sent = submissions();
    await standForm();
    await typeAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(tone()).to.equal('valid');
    });
    input().value = 'berta@harbour-shop.com';
    form().requestSubmit(button());
    await eventually(() => {
      expect(tone()).to.equal('error');
    });
    expect(asked).to.deep.equal(['anna@harbour-shop.com', 'berta@harbour-shop.com']);
    expect(sent).to.have.length(0);
  });

  it('of an obvious slip is fixed first, then sent', async () => {
    answerWith('valid');
    const sent = submissions();
    await standForm();
    await typeAddress('anna@gmial.com');
    await press('Enter');
    await eventually(() => {
      expect(sent).to.have.length(1);
    });
    expect(sent[0]!.data['email']).to.equal('anna@gmail.com');
  });

  it('is sent when the answer comes out of memory, in the midst of the submit event', async () => {
    answerWith('valid');
    const sent = submissions();
    await standForm();
    await typeAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(tone()).to.equal('valid');
    });
    await press('Backspace');
    await press('m');
    await press('Enter');
    await eventually(() => {
      expect(sent).to.have.length(1);
    });
  });

  it('by a formnovalidate button during a hold is the only one sent', async () => {
    const { asked, answer } = answerLater();
    const sent = submissions();
    await standForm('', { more: '<button name="plan" value="later" formnovalidate>Later</button>' });
    await typeAddress('anna@harbour-shop.com');
    await click(button('paid'));
    await eventually(() => {
      expect(asked).to.have.length(1);
    });
    await click(button('later'));
    answer('valid');
    await wait(100);
    expect(sent.map(({ data }) => data['plan'])).to.deep.equal(['later']);
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
    await eventually(() => {
      expect(sent).to.have.length(1);
    });
    expect(holds[0]!.submitter === button('paid')).to.equal(true);
    await wait(50);
    expect(sent).to.have.length(1);
  });

  it('goes through when the check takes longer than `hold`', async () => {
    answerLater();
    const sent = submissions();
    await standForm('hold="150"');
    await typeAddress('anna@harbour-shop.com');
    await press('Enter');
    await eventually(() => {
      expect(sent).to.have.length(1);
    });
  });

  it('is kept by on-unavailable=block, with words, and the next press asks again', async () => {
    let fails = true;
    const asked = answerWith((email) => {
      if (fails) throw new Error('The page is offline.');
      return verdict(email, 'valid');
    });
    const sent = submissions();
    await standForm('on-unavailable="block" hold="150"');
    element().addEventListener('email-verify-check', (event) => {
      event.stopPropagation();
      event.respondWith(fails ? Promise.reject(new Error('offline')) : Promise.resolve(verdict(event.email, 'valid')));
      asked.push(event.email);
    });
    await typeAddress('anna@harbour-shop.com');
    await press('Enter');
    await eventually(() => {
      expect(line()).to.equal('This address could not be checked. Please try again.');
    });
    expect(sent).to.have.length(0);
    expect(input().getAttribute('aria-invalid')).to.equal('true');
    fails = false;
    await press('Enter');
    await eventually(() => {
      expect(sent).to.have.length(1);
    });
    expect(asked).to.have.length(2);
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
    await eventually(() => {
      expect(sent).to.have.length(1);
    });
    expect(asked).to.have.length(2);
    expect(sent[0]!.data['plan']).to.equal('free');
    await wait(100);
    expect(sent).to.have.length(1);
  });

  it('of another form in the page is none of our business', async () => {
    answerWith('invalid');
    const sent = submissions();
    await stand(
      `<email-verify>${FIELD}</email-verify><form><input name="q" value="shoes"><button>Find</button></form>`,
    );
    input().value = 'anna@harbour-shop.com';
    await click(one('form button'));
    expect(sent).to.have.length(1);
  });

  it('of an input that names its form is held too', async () => {
    answerWith('invalid');
    const sent = submissions();
    await stand(`<form id="far"><button value="free">Go</button></form>
      <email-verify><label>Email <input type="email" name="email" form="far"></label></email-verify>`);
    await typeAddress('anna@harbour-shop.com');
    await click(button());
    await eventually(() => {
      expect(tone()).to.equal('error');
    });
    expect(sent).to.have.length(0);
  });

  it('is not lost when the words that leaving the field brings move the button under the mouse', async () => {
    answerWith((email) => verdict(email, 'risky'));
    const sent = submissions();
    await standForm();
    await typeAddress('anna@harbour-shop.com');
    await wait(600);
    const before = button('paid').getBoundingClientRect().top;
    // The click that follows is a press one second after another: each press is its own.
    await slowClick(button('paid'), () => wait(150));
    await eventually(() => {
      expect(sent).to.have.length(1);
    });
    await eventually(() => {
      expect(tone()).to.equal('warning');
    });
    expect(button('paid').getBoundingClientRect().top, 'the line would have moved it').to.be.greaterThan(before);
  });

  it('is not lost when an earlier press was less than a second before', async () => {
    answerWith((email) => verdict(email, 'risky'));
    const sent = submissions();
    await standForm('debounce="0"');
    await typeAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(element().matches(':state(risky)')).to.equal(true);
    });
    await click(input());
    await wait(700);
    await slowClick(button('paid'), () => wait(500));
    await eventually(() => {
      expect(sent).to.have.length(1);
    });
  });

  it('of a blocked address whose field was left already focuses the input', async () => {
    answerWith('invalid');
    const sent = submissions();
    await standForm();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(tone()).to.equal('error');
    });
    button('paid').focus();
    await press('Enter');
    await eventually(() => {
      expect(document.activeElement === input()).to.equal(true);
    });
    expect(sent).to.have.length(0);
  });

  it('with a custom validity of the page is left to the page', async () => {
    answerWith('invalid');
    const sent = submissions();
    await standForm();
    await typeAddress('anna@harbour-shop.com');
    input().setCustomValidity('Taken.');
    await press('Tab');
    await wait(600);
    expect(input().validationMessage).to.equal('Taken.');
    await click(button());
    await wait(50);
    expect(sent).to.have.length(0);
    element().remove();
  });

  it('is not blocked for ever by an input that was disabled meanwhile', async () => {
    answerWith('invalid');
    await standForm();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(input().validity.customError).to.equal(true);
    });
    input().disabled = true;
    element().reset();
    input().disabled = false;
    expect(input().validity.customError).to.equal(false);
  });
});
