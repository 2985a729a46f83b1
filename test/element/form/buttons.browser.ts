import assert from '../support/assert.js';
import { answerLater, answerWith, button, events, form, input, one, standForm, submissions } from '../support/page.js';
import { click, typeAddress } from '../support/person.js';
import { once, wait } from '../support/time.js';

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

describe('the button that was pressed', () => {
  it('keeps the pressed button with its name, value and formaction', async () => {
    const { asked, answer } = answerLater();
    const sent = submissions();
    await standForm('', {
      more: '<button name="plan" value="gift" formaction="/gift" formmethod="post">Gift</button>',
    });
    await typeAddress('anna@harbour-shop.com');
    await click(button('gift'));
    await once(asked);
    answer('valid');
    await once(sent);
    const { submitter, data } = sent[0]!;
    assert.equal(data['plan'], 'gift');
    assert.match((submitter as HTMLButtonElement).formAction, /\/gift$/);
  });

  it('by a formnovalidate button is let through', async () => {
    const asked = answerWith('invalid');
    const sent = submissions();
    await standForm('validate-on="submit"', {
      more: '<button name="plan" value="later" formnovalidate>Later</button>',
    });
    input().value = 'anna@harbour-shop.com';
    await click(button('later'));
    assert.equal(sent.length, 1);
    assert.equal(asked.length, 0);
  });

  it('by a formnovalidate button during a hold is the only one sent', async () => {
    const { asked, answer } = answerLater();
    const sent = submissions();
    await standForm('', { more: '<button name="plan" value="later" formnovalidate>Later</button>' });
    await typeAddress('anna@harbour-shop.com');
    await click(button('paid'));
    await once(asked);
    await click(button('later'));
    answer('valid');
    await wait(100);
    assert.deepEqual(
      sent.map(({ data }) => data['plan']),
      ['later'],
    );
  });

  it('pressed twice during a hold is sent once, with the last button', async () => {
    const { asked, answer } = answerLater();
    const sent = submissions();
    await standForm();
    await typeAddress('anna@harbour-shop.com');
    const holds = events('email-verify-hold');
    await click(button('free'));
    await click(button('paid'));
    await once(asked);
    answer('valid');
    await once(sent);
    await wait(50);
    assert.deepEqual(
      sent.map(({ data }) => data['plan']),
      ['paid'],
    );
    assert.equal(holds.length, 1);
  });

  it('is sent with its button even when that has left the page meanwhile, as those of design systems do', async () => {
    const { asked, answer } = answerLater();
    const sent = submissions();
    await standForm();
    await typeAddress('anna@harbour-shop.com');
    await click(button('paid'));
    await once(asked);
    const pressed = button('paid');
    pressed.remove();
    answer('valid');
    await once(sent);
    assert.equal(sent[0]!.submitter === pressed, true);
    assert.equal(sent[0]!.data['plan'], 'paid');
    assert.equal(pressed.isConnected, false);
  });

  it('is left out when it is in another form by then', async () => {
    const { asked, answer } = answerLater();
    const sent = submissions();
    await standForm();
    await typeAddress('anna@harbour-shop.com');
    await click(button('paid'));
    await once(asked);
    const other = document.createElement('form');
    one('main').append(other);
    other.append(button('paid'));
    answer('valid');
    await once(sent);
    assert.equal(sent[0]!.submitter === null, true);
  });

  it('by a form-associated custom button is held and sent once', async () => {
    const { asked, answer } = answerLater();
    const sent = submissions();
    await standForm('', { more: '<fancy-button name="plan" value="fancy">Fancy</fancy-button>' });
    await typeAddress('anna@harbour-shop.com');
    await click(one('fancy-button'));
    await once(asked);
    answer('valid');
    await once(sent);
    await wait(50);
    assert.equal(sent.length, 1);
  });

  it('that names a custom button as its submitter is sent by a click on it', async () => {
    const { asked, answer } = answerLater();
    const sent = submissions();
    await standForm('', { more: '<fancy-button name="plan" value="fancy">Fancy</fancy-button>' });
    // Material Web and others overwrite `submitter` on the event's way to the page's listeners.
    const fancy = one('fancy-button');
    const name = (event: Event): void => {
      if (fancy.isConnected) Object.defineProperty(event, 'submitter', { value: fancy, configurable: true });
    };
    form().addEventListener('submit', name, { capture: true });
    await typeAddress('anna@harbour-shop.com');
    await click(one('fancy-button'));
    await once(asked);
    answer('valid');
    await once(sent);
    assert.equal(sent[0]!.data['plan'], 'fancy');
  });
});
