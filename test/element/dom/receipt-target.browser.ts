import assert from '../support/assert.js';
import { attach } from '../../../src/element/attach.js';
import {
  answerWith,
  button,
  element,
  events,
  FIELD,
  form,
  input,
  one,
  PATIENT,
  stand,
  standForm,
  submissions,
  tone,
} from '../support/page.js';
import { click, press, typeAddress } from '../support/person.js';
import { eventually, once, wait } from '../support/time.js';
import { listenToWarnings, warnings } from '../support/warnings.js';

const ANNA = 'valid@harbour-shop.com';
const RECEIPT = `receipt for ${ANNA}`;
const ATTRIBUTES = 'endpoint="/edge/" receipt-target="proof"';
const HIDDEN = '<input type="hidden" name="proof" id="proof">';

const proof = (): HTMLInputElement => one('#proof') as HTMLInputElement;
const own = (): Element | null => document.querySelector('[name=email-verification]');

/** Collects a field's value at each of its events, as a framework that binds its state to the form does. */
const collect = (target: EventTarget = form()): string[] => {
  const heard: string[] = [];
  for (const type of ['input', 'change'])
    target.addEventListener(type, ({ target }) => {
      const { id, value } = target as HTMLInputElement;
      if (id === 'proof') heard.push(`${type} ${value}`);
    });
  return heard;
};

const gets = (value: string): Promise<void> =>
  eventually(() => {
    assert.equal(proof().value, value);
  });

const stamp = async (address = ANNA): Promise<void> => {
  await typeAddress(address);
  await gets(`receipt for ${address}`);
};

describe('receipt-target', () => {
  listenToWarnings();
  afterEach(() => {
    assert.deepEqual(warnings, []);
  });

  for (const field of [HIDDEN, HIDDEN.replace('hidden', 'text')])
    it(`writes the receipt into a field of the author's, with events, and adds none of ours: ${field}`, async () => {
      const sent = submissions();
      await standForm(ATTRIBUTES, { more: field });
      const heard = collect();
      await stamp();
      assert.deepEqual(heard, [`input ${RECEIPT}`, `change ${RECEIPT}`]);
      await click(button('paid'));
      await once(sent);
      assert.deepEqual(sent[0]!.data, { email: ANNA, plan: 'paid', proof: RECEIPT });
      assert.equal(own() === null, true);
      assert.equal(heard.length, 2);
    });

  it('empties the field, with events, when the address changes, and fills it again', async () => {
    await standForm(`${ATTRIBUTES} validate-on="blur"`, { more: HIDDEN });
    const heard = collect();
    await typeAddress(ANNA);
    await press('Tab');
    await gets(RECEIPT);
    input().focus();
    await press('End');
    await press('Backspace');
    await gets('');
    assert.deepEqual(heard.slice(2), ['input ', 'change ']);
    await press('m');
    await press('Tab');
    await gets(RECEIPT);
  });

  for (const [how, reset] of [
    [
      'its form’s reset',
      () => {
        form().reset();
      },
    ],
    [
      'its own reset()',
      () => {
        element().reset();
      },
    ],
    [
      'a value that code sets',
      () => {
        input().value = '';
      },
    ],
  ] as const)
    for (const type of ['hidden', 'text'])
      it(`empties a ${type} field, with events, at ${how}`, async () => {
        await standForm(ATTRIBUTES, { more: HIDDEN.replace('hidden', type) });
        await stamp();
        const heard = collect();
        reset();
        await eventually(() => {
          assert.deepEqual(heard, ['input ', 'change ']);
        });
        assert.equal(proof().value, '');
      });

  it('takes no event of that field for an edit of the address, nor that field for the address’s', async () => {
    const asked = answerWith((email) => ({
      ...{ email, status: 'valid', quality: 'safe' },
      sub_status: [],
      did_you_mean: null,
      receipt: 'r',
    }));
    // A text field before that of the address, which has no mark of its own.
    await stand(`<form><email-verify ${ATTRIBUTES} ${PATIENT}>
      <input type="text" id="proof" hidden><label>Email <input type="text" name="email"></label></email-verify></form>`);
    const verdicts = events('email-verify-verdict');
    await typeAddress(ANNA);
    await gets('r');
    await wait(50);
    assert.equal(element().input === input(), true);
    await eventually(() => {
      assert.equal(tone(), 'valid');
    });
    assert.deepEqual([asked, verdicts.length], [[ANNA], 1]);
  });

  for (const [how, change] of [
    [
      'replaced',
      (field: Element) => {
        field.outerHTML = HIDDEN;
      },
    ],
    [
      'emptied by a patch of its attributes',
      (field: Element) => {
        field.removeAttribute('value');
      },
    ],
    [
      'taken away and put back later',
      async (field: Element) => {
        field.remove();
        await wait(20);
        form().insertAdjacentHTML('beforeend', HIDDEN);
      },
    ],
    [
      'given another node by its id',
      (field: Element) => {
        field.id = 'old';
        form().insertAdjacentHTML('beforeend', HIDDEN);
      },
    ],
  ] as [string, (field: Element) => void | Promise<void>][])
    it(`fills the field again when it is ${how}`, async () => {
      await standForm(ATTRIBUTES, { more: HIDDEN });
      await stamp();
      const heard = collect();
      await change(proof());
      await eventually(() => {
        assert.ok(heard.includes(`input ${RECEIPT}`), heard.join());
      });
      assert.equal(proof().value, RECEIPT);
      assert.equal(document.querySelector<HTMLInputElement>('#old')?.value ?? '', '');
    });

  it('fills a field that comes after the verdict, and one that the attribute names later', async () => {
    await standForm(ATTRIBUTES);
    await typeAddress(ANNA);
    await eventually(() => {
      assert.equal(tone(), 'valid');
    });
    form().insertAdjacentHTML('beforeend', `${HIDDEN}<input type="hidden" id="other">`);
    await gets(RECEIPT);
    element().receiptTarget = 'other';
    await gets('');
    assert.equal((one('#other') as HTMLInputElement).value, RECEIPT);
    // Null is the default, as for each option.
    element().receiptTarget = null as unknown as string;
    await eventually(() => {
      assert.equal((one('#other') as HTMLInputElement).value, '');
    });
    assert.equal(new FormData(form()).get('email-verification'), RECEIPT);
  });

  it('does not fight a page that always empties the field', async () => {
    await standForm(ATTRIBUTES, { more: HIDDEN });
    const field = proof();
    let writes = 0;
    form().addEventListener('input', ({ target }) => {
      if (target !== field) return;
      writes += 1;
      setTimeout(() => {
        field.removeAttribute('value');
      });
    });
    await typeAddress(ANNA);
    await eventually(() => {
      assert.ok(writes > 10, `${writes}`);
    });
    await wait(300);
    assert.ok(writes < 30, `${writes}`);
  });

  it('keeps a receipt that the server has filled in with its address, until that is edited', async () => {
    const filled = HIDDEN.replace('>', ' value="of the server">');
    const field = FIELD.replace('name="email"', 'name="email" value="valid@of-the-server.com"');
    await standForm(`${ATTRIBUTES} validate-on="blur"`, { field, more: filled });
    input().focus();
    await press('Tab');
    assert.equal(new FormData(form()).get('proof'), 'of the server');
    input().focus();
    await press('End');
    await press('x');
    await gets('');
  });

  it('fills the field of its own form: two forms, and one setting for the page', async () => {
    const markup = (name: string, more: string): string =>
      `<form id="${name}"><input type="email" name="email">${more}</form>`;
    await stand(markup('one', HIDDEN) + markup('two', ''));
    for (const name of ['one', 'two'])
      attach(one(`#${name} input`) as HTMLInputElement, { endpoint: '/edge/', receiptTarget: 'proof' });
    const verdicts = events('email-verify-verdict');
    await typeAddress('valid@harbour-two.com', one('#two input') as HTMLInputElement);
    await once(verdicts);
    await eventually(() => {
      assert.equal(
        new FormData(one('#two') as HTMLFormElement).get('email-verification'),
        'receipt for valid@harbour-two.com',
      );
    });
    assert.equal(proof().value, '');
    await stamp();
    assert.equal(new FormData(one('#one') as HTMLFormElement).has('email-verification'), false);
  });

  it('leaves a field of the usual name to the element that it is for, where a form has two addresses', async () => {
    const sent = submissions();
    const field = HIDDEN.replace('name="proof"', 'name="email-verification"');
    await standForm(ATTRIBUTES, {
      more: `${field}<email-verify endpoint="/edge/" ${PATIENT}><input type="email" name="second"></email-verify>`,
    });
    await stamp();
    await typeAddress('valid@harbour-two.com', one('[name=second]') as HTMLInputElement);
    await click(button());
    await once(sent);
    assert.equal(proof().value, RECEIPT);
  });

  it('finds the field in the tree of the input: a shadow root', async () => {
    await stand('<div></div>');
    const root = one('main div').attachShadow({ mode: 'open' });
    root.innerHTML = `<form><email-verify ${ATTRIBUTES} ${PATIENT}>${FIELD}</email-verify>${HIDDEN}</form>`;
    await typeAddress(ANNA, root.querySelector('input')!);
    await eventually(() => {
      assert.equal((root.getElementById('proof') as HTMLInputElement).value, RECEIPT);
    });
  });

  it('works without a form', async () => {
    await stand(`<email-verify ${ATTRIBUTES} ${PATIENT}>${FIELD}</email-verify>${HIDDEN}`);
    const heard = collect(one('main'));
    await stamp();
    assert.deepEqual(heard, [`input ${RECEIPT}`, `change ${RECEIPT}`]);
  });

  it('leaves the field as it is when the element is taken away: the address is the same', async () => {
    await standForm(ATTRIBUTES, { more: HIDDEN });
    await stamp();
    element().remove();
    await wait(50);
    assert.equal(proof().value, RECEIPT);
  });
});

describe('receipt-target with a wrong id', () => {
  listenToWarnings();

  for (const [of, more] of [
    ['nothing', ''],
    ['a node that is no input', '<p id="wrong"></p>'],
  ])
    it(`of ${of}: sends the receipt in a hidden field, and says so once`, async () => {
      const id = more ? 'wrong' : 'nowhere';
      await standForm(`endpoint="/edge/" receipt-target="${id}"`, { more: more ?? '' });
      for (const address of [ANNA, 'valid@harbour-two.com']) {
        const verdicts = events('email-verify-verdict');
        await typeAddress(address);
        await once(verdicts);
        await eventually(() => {
          assert.equal(new FormData(form()).get('email-verification'), `receipt for ${address}`);
        });
      }
      await eventually(() => {
        assert.deepEqual(warnings, [`<email-verify>: receipt-target: no input has the id "${id}".`]);
      });
      await wait(50);
      assert.equal(warnings.length, 1);
    });
});

describe('the receipt', () => {
  const { now } = Date;
  const setTimeout = window.setTimeout.bind(window);
  const timers: (() => void)[] = [];
  afterEach(() => {
    Object.assign(Date, { now });
    Object.assign(window, { setTimeout });
    timers.length = 0;
  });

  it('is announced by an event of our own hidden field', async () => {
    submissions();
    await standForm('endpoint="/edge/"');
    const heard: string[] = [];
    form().addEventListener('input', ({ target }) => {
      const { name, value } = target as HTMLInputElement;
      if (name === 'email-verification') heard.push(value);
    });
    await typeAddress(ANNA);
    await eventually(() => {
      assert.equal(tone(), 'valid');
    });
    await click(button());
    await click(button());
    assert.deepEqual(heard, [RECEIPT]);
  });

  for (const slept of [false, true])
    it(`is forgotten before it is too old, and the next submission gets a new one${slept ? ', after a sleep too' : ''}`, async () => {
      const minutes = (n: number): void => void Object.assign(Date, { now: () => now() + n * 60_000 });
      // Long timers are run by the test.
      Object.assign(window, {
        setTimeout: (run: () => void, ms = 0) =>
          ms > 600_000 ? timers.push(run) : setTimeout(run, ms > 900 && ms <= 1000 ? 0 : ms),
      });
      const asked: string[] = [];
      events('email-verify-check', ({ email }) => {
        asked.push(email);
      });
      const sent = submissions();
      await standForm(ATTRIBUTES, { more: HIDDEN });
      await stamp();
      await eventually(() => {
        assert.ok(timers.length > 0, `${timers.length}`);
      });
      minutes(28);
      if (!slept) {
        timers.at(-1)!();
        assert.equal(proof().value, '');
      }
      await click(button());
      await once(sent);
      assert.deepEqual(asked, [ANNA, ANNA]);
      assert.equal(sent[0]!.data['proof'], RECEIPT);
    });
});
