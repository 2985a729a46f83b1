import assert from '../support/assert.js';
import {
  answerLater,
  button,
  element,
  events,
  FIELD,
  form,
  input,
  one,
  PATIENT,
  stand,
  submissions,
  type Submission,
} from '../support/page.js';
import { click, press, type, typeAddress } from '../support/person.js';
import { eventually, once, wait } from '../support/time.js';

const ADDRESS = 'anna@harbour-shop.com';
const BUTTONS = '<button name="plan" value="free">Free</button><button name="plan" value="paid">Paid</button>';
const OTHER = '<form action="/other"><input name="q"></form>';

const markup = ({ attributes = '', value = '', more = '' } = {}): string =>
  `<form action="/sign-up" ${attributes}><email-verify ${PATIENT}>${FIELD.replace('<input', `<input value="${value}"`)}</email-verify>${more}${BUTTONS}</form>`;

/** Something that holds the address, as a server renders it. */
const rendered = (value = ADDRESS, attributes = '', more = ''): string => markup({ value, attributes, more });

/** Ways in which a page puts something new in the place of the field, the element or the form. */
const swaps: Record<string, () => void> = {
  'the field': () => (one('label').outerHTML = FIELD.replace('<input', `<input value="${ADDRESS}"`)),
  'the element': () =>
    (element().outerHTML = `<email-verify ${PATIENT}>${FIELD.replace('<input', `<input value="${ADDRESS}"`)}</email-verify>`),
  'the form, found by its position': () => (form().outerHTML = rendered()),
  'the form, found by its id': () => {
    form().remove();
    one('main').insertAdjacentHTML('beforeend', OTHER + rendered(ADDRESS, 'id="sign-up"'));
  },
  'the form, by a script that sets the value as a property': () => {
    form().outerHTML = markup();
    input().value = ADDRESS;
  },
  'the form, by a script that sets the value a little later': () => {
    form().outerHTML = markup();
    setTimeout(() => (input().value = ADDRESS));
  },
  everything: () => (one('main').innerHTML = rendered()),
};

describe('a submission that is held while the page replaces', () => {
  let sent: Submission[];
  let asked: string[];
  let answer: ReturnType<typeof answerLater>['answer'];

  const hold = async (html = markup({ attributes: 'id="sign-up"' })): Promise<void> => {
    ({ asked, answer } = answerLater());
    sent = submissions();
    await stand(html);
    await typeAddress(ADDRESS);
    await click(button('paid'));
    await once(asked);
  };

  /** Resolves when the new element has asked about the address. */
  const askedAgain = (times = 2): Promise<void> =>
    eventually(() => {
      assert.equal(asked.length, times);
    });

  for (const [what, swap] of Object.entries(swaps)) {
    it(`${what} is sent once, with the verdict and the pressed button`, async () => {
      await hold();
      swap();
      await askedAgain();
      assert.equal(sent.length, 0);
      answer('valid');
      await once(sent);
      await wait(50);
      assert.deepEqual(
        sent.map(({ data, form: from }) => [data['email'], data['plan'], from === input().form]),
        [[ADDRESS, 'paid', true]],
      );
    });

    it(`${what} is not sent with an address that is blocked, and says so`, async () => {
      await hold();
      swap();
      await askedAgain();
      answer('invalid');
      await eventually(() => {
        assert.deepEqual([input().getAttribute('aria-invalid'), document.activeElement === input()], ['true', true]);
      });
      assert.equal(sent.length, 0);
    });
  }

  it('the form twice is sent once', async () => {
    await hold();
    for (let n = 2; n < 4; n++) {
      form().outerHTML = rendered();
      await askedAgain(n);
    }
    answer('valid');
    await once(sent);
    await wait(50);
    assert.equal(sent.length, 1);
  });

  it('the form in a shadow root is sent once', async () => {
    ({ asked, answer } = answerLater());
    await stand('<div></div>');
    const root = one('main div').attachShadow({ mode: 'open' });
    root.innerHTML = `<div>${markup()}</div>`;
    let count = 0;
    root.addEventListener('submit', (event) => {
      event.preventDefault();
      count++;
    });
    await typeAddress(ADDRESS, root.querySelector<HTMLInputElement>('input')!);
    root.querySelector('form')!.requestSubmit();
    await once(asked);
    root.querySelector('form')!.outerHTML = rendered();
    await askedAgain();
    assert.equal(count, 0);
    answer('valid');
    await eventually(() => {
      assert.equal(count, 1);
    });
  });

  it('a form whose input stands elsewhere is sent once', async () => {
    const far = (value: string): string =>
      `<form id="far">${BUTTONS}</form><email-verify ${PATIENT}><input form="far" type="email" name="email" value="${value}"></email-verify>`;
    await hold(far(''));
    one('main').innerHTML = far(ADDRESS);
    await askedAgain();
    answer('valid');
    await once(sent);
    assert.deepEqual([sent[0]!.data['plan'], sent[0]!.form], ['paid', form()]);
  });

  it('one of two fields is sent once, with both', async () => {
    const two = `<form><email-verify ${PATIENT}>${FIELD}</email-verify>
      <email-verify ${PATIENT}><input type="email" name="copy"></email-verify>${BUTTONS}</form>`;
    await hold(two);
    one('[name=copy]').outerHTML = '<input type="email" name="copy" value="">';
    await wait(100);
    answer('valid');
    await once(sent);
    assert.deepEqual(sent[0]!.data, { email: ADDRESS, copy: '', plan: 'paid' });
  });

  for (const [what, value, more] of [
    ['no address', '', ''],
    ['another address', 'berta@harbour-shop.com', ''],
  ] as const) {
    it(`the form by one with ${what} is not sent, and the person is told to press again`, async () => {
      await hold();
      const told = events('invalid' as 'click');
      document.addEventListener('invalid', (event) => told.push(event as never), { capture: true, once: true });
      form().outerHTML = rendered(value, '', more);
      await once(told);
      assert.equal(input().validationMessage, 'We couldn’t check this address. Please try again.');
      answer('valid');
      await wait(50);
      assert.equal(sent.length, 0);
      await typeAddress(ADDRESS);
      assert.equal(input().validity.valid, true);
      await press('Enter');
      await askedAgain();
      answer('valid');
      await once(sent);
    });
  }

  it('the form by another one with the same address is left to the person', async () => {
    await hold(markup() + rendered(ADDRESS, 'id="second"'));
    one('form').remove();
    await wait(150);
    answer('valid');
    await wait(50);
    assert.equal(sent.length, 0);
  });

  for (const [what, takeBack] of Object.entries({
    'an edit': async () => {
      input().focus();
      await type('x');
    },
    'a reset': () => {
      form().reset();
      return Promise.resolve();
    },
    'the end of the page': () => {
      window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      return Promise.resolve();
    },
  })) {
    it(`the form is taken back by ${what} afterwards`, async () => {
      await hold();
      form().outerHTML = rendered();
      await askedAgain();
      await takeBack();
      answer('valid');
      await wait(100);
      assert.equal(sent.length, 0);
    });
  }

  it('the form is not sent twice by somebody who presses again', async () => {
    await hold();
    form().outerHTML = rendered();
    form().requestSubmit(button('free'));
    await wait(100);
    answer('valid');
    await once(sent);
    await wait(150);
    assert.equal(sent.length, 1);
  });

  it('the form by one that lacks something else is stopped by the browser', async () => {
    await hold();
    form().outerHTML = rendered(ADDRESS, '', '<input name="password" required>');
    await eventually(() => {
      assert.equal(document.activeElement === one('[name=password]'), true);
    });
    answer('valid');
    await wait(50);
    assert.equal(sent.length, 0);
  });
});

describe('an address in the midst of its check', () => {
  it('is checked at the submit, when the server has rendered the field anew meanwhile', async () => {
    const { asked, answer } = answerLater();
    const sent = submissions();
    await stand(markup());
    await typeAddress(ADDRESS);
    await once(asked);
    one('label').outerHTML = FIELD.replace('<input', `<input value="${ADDRESS}"`);
    await click(button('paid'));
    await wait(50);
    assert.equal(sent.length, 0);
    answer('invalid');
    await wait(50);
    assert.equal(sent.length, 0);
  });
});
