/** The hidden field of the Email Verification Protocol: a browser fills it in before it dispatches `submit`. */
import { attach } from '../../../src/element/attach.js';
import assert from '../support/assert.js';
import {
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
} from '../support/page.js';
import { click, enterAddress, press, typeAddress } from '../support/person.js';
import { eventually, once, wait } from '../support/time.js';

const TOKEN = 'email-verification-token';
const NONCE = 'b1946ac92492d2347c6235b4d2611184';

const fields = (): HTMLInputElement[] => [...document.querySelectorAll<HTMLInputElement>(`[autocomplete=${TOKEN}]`)];
/** The form's hidden fields, as a browser finds them: their name, and the attribute with the nonce. */
const offered = (of = form()): (string | null)[][] =>
  ([...of.elements] as HTMLInputElement[])
    .filter(({ type, name }) => type === 'hidden' && name === TOKEN)
    .map((field) => [field.getAttribute('autocomplete'), field.getAttribute('nonce')]);
const ONE = [[TOKEN, NONCE]];

const isOffered = (expected: (string | null)[][] = ONE, of?: HTMLFormElement): Promise<void> =>
  eventually(() => {
    assert.deepEqual(offered(of), expected);
  });

/** Fills in the field as Chrome does: before each `submit`, without an event. */
const fillIn = (token: string): void => {
  for (const field of fields().slice(0, 1)) field.value = token;
};

const standOwned = (attributes = ''): Promise<void> => standForm(`ownership="${NONCE}" ${attributes}`);

describe('the field of ownership', () => {
  it('is in the form, with its nonce as an attribute, when the person comes to the address', async () => {
    await standOwned();
    assert.deepEqual(fields(), []);
    input().focus();
    await isOffered();
    assert.equal(input().autocomplete, 'email');
  });

  it('is nowhere without a nonce', async () => {
    for (const attribute of ['', 'ownership', 'ownership=""']) {
      await standForm(attribute);
      await typeAddress('anna@harbour-shop.com');
      await wait(50);
      assert.deepEqual(fields(), []);
    }
  });

  it('is sent with what the browser has filled in, after a hold too', async () => {
    const asked = answerWith('valid');
    const sent = submissions();
    await standOwned();
    await typeAddress('anna@harbour-shop.com');
    await isOffered();
    fillIn('a token');
    await click(button());
    await once(sent);
    assert.deepEqual(asked, ['anna@harbour-shop.com']);
    assert.equal(sent[0]?.data[TOKEN], 'a token');
    // The person sends the form again.
    await click(button());
    await eventually(() => {
      assert.equal(sent.at(-1)?.data[TOKEN], 'a token');
    });
  });

  it('is empty again when the address is another, or the form is reset', async () => {
    await standOwned();
    await typeAddress('anna@harbour-shop.com');
    await isOffered();
    fillIn('a token');
    await typeAddress('berta@harbour-shop.com');
    assert.equal(new FormData(form()).get(TOKEN), '');
    fillIn('a token');
    form().reset();
    assert.equal(new FormData(form()).get(TOKEN), '');
    await isOffered();
  });

  it('is empty when a typo was fixed after the browser has filled it in', async () => {
    await standOwned();
    await typeAddress('anna@gmial.com');
    await isOffered();
    fillIn('a token');
    await press('Tab');
    await eventually(() => {
      assert.equal(input().value, 'anna@gmail.com');
    });
    assert.equal(new FormData(form()).get(TOKEN), '');
  });

  it('follows its attribute and its property', async () => {
    await standOwned();
    input().focus();
    await isOffered();
    fillIn('a token');
    element().setAttribute('ownership', 'another nonce of 16 bytes');
    await isOffered([[TOKEN, 'another nonce of 16 bytes']]);
    assert.equal(new FormData(form()).get(TOKEN), '', 'a token is bound to its nonce');
    element().removeAttribute('ownership');
    await isOffered([]);
    element().ownership = NONCE;
    await isOffered();
    element().ownership = null as unknown as string;
    await isOffered([]);
  });

  it('comes with an attribute that is set when the person is there already', async () => {
    await standForm();
    input().focus();
    await wait(50);
    element().setAttribute('ownership', NONCE);
    await isOffered();
  });

  it('moves with the element into another form, and is one', async () => {
    await standOwned();
    input().focus();
    await isOffered();
    const other = document.createElement('form');
    form().after(other);
    other.append(element());
    await isOffered(ONE, other);
    assert.deepEqual(offered(), []);
    element().remove();
    assert.deepEqual(fields(), []);
    await wait(0);
    other.innerHTML = `<email-verify ownership="${NONCE}">${FIELD}</email-verify>`;
    input().focus();
    await isOffered(ONE, other);
  });

  it('comes back when a framework has rendered the element anew', async () => {
    await standOwned();
    await enterAddress('anna@harbour-shop.com');
    await isOffered();
    element().innerHTML = FIELD;
    await typeAddress('berta@harbour-shop.com');
    await isOffered();
    for (const field of fields()) field.remove();
    await typeAddress('clara@harbour-shop.com');
    await isOffered();
  });

  it('replaces the one of a snapshot of the page', async () => {
    await standOwned();
    input().focus();
    await isOffered();
    fillIn('a token');
    one('main').append(one('main').firstElementChild!.cloneNode(true));
    one('main').firstElementChild!.remove();
    input().focus();
    await isOffered();
    await eventually(() => {
      assert.equal(new FormData(form()).get(TOKEN), '');
    });
  });

  it('is that of the first element that is used, of several in a form', async () => {
    const second = `<email-verify ownership="${NONCE}"><input type="email" name="second"></email-verify>`;
    await standForm(`ownership="${NONCE}"`, { more: second });
    const other = one('[name=second]') as HTMLInputElement;
    input().focus();
    await isOffered();
    other.focus();
    await wait(50);
    assert.deepEqual(offered(), ONE);
    // The first one leaves: the field is the other's.
    element().remove();
    await typeAddress('anna@harbour-shop.com', other);
    await isOffered();
  });

  it('is in the form of an input outside of the element, and of one that the script tag has found', async () => {
    await stand(`<form>${FIELD.replace('<input', '<input id="far"')}</form>
      <email-verify for="far" ownership="${NONCE}"></email-verify>`);
    input().focus();
    await isOffered();
    await stand(`<form>${FIELD}</form>`);
    const host = attach(input(), { ownership: NONCE });
    input().focus();
    await isOffered();
    host?.removeAttribute('ownership');
    await isOffered([]);
    assert.equal(form().getAttribute('id'), null);
  });

  it('leaves an input without a form alone', async () => {
    await stand(`<email-verify ownership="${NONCE}">${FIELD}</email-verify>`);
    await typeAddress('anna@harbour-shop.com');
    await wait(50);
    assert.deepEqual(fields(), []);
  });
});
