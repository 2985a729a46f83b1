import assert from '../support/assert.js';
import { startLoader } from '../../../src/element/loader/start.js';
import type { EmailVerifyElement } from '../../../src/element/index.js';
import {
  answerLater,
  answerWith,
  button,
  form,
  input,
  line,
  one,
  part,
  stand,
  submissions,
  tone,
  verdict,
} from '../support/page.js';
import { click, enterAddress, press, type, typeAddress } from '../support/person.js';
import { focused } from '../support/suggestion.js';
import { eventually, once, wait } from '../support/time.js';

const hosts = (): EmailVerifyElement[] => [...document.querySelectorAll('email-verify')];
const BUTTONS = '<button name="plan" value="free">Free</button> <button name="plan" value="paid">Paid</button>';
const PLAIN = `<form><label>Email <input type="email" name="email"></label> ${BUTTONS}</form>`;

describe('the loader', () => {
  const settings = { endpoint: '/edge/', validateOn: 'blur', debounce: '50', 'data-x': 1 };
  before(() => {
    startLoader(
      () => import('../../../src/element/bundle.js'),
      () => settings,
    );
  });

  it('puts nothing into the page until a field is used, then binds one element to this very input', async () => {
    await stand(PLAIN + PLAIN.replaceAll('email"', 'copy"'));
    await wait(50);
    assert.equal(hosts().length, 0);
    input().focus();
    await eventually(() => {
      assert.deepEqual(
        hosts().map((host) => host.input),
        [input()],
      );
    });
    const [host] = hosts();
    assert.deepEqual(
      [host!.endpoint, host!.validateOn, host!.debounce, host!.placement],
      ['/edge/', 'blur', 50, 'bubble'],
    );
    assert.equal(host!.parentNode === document.documentElement, true, 'behind the body');
    assert.equal(one('main').querySelector('[aria-describedby], [id]'), null);
  });

  it('finds late inputs, and text fields for addresses', async () => {
    await stand('<div></div>');
    one('main div').innerHTML = '<form><input type="text" inputmode="email" name="email"></form>';
    answerWith('invalid');
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(tone(hosts()[0]), 'error');
    });
  });

  for (const [what, markup] of Object.entries({
    'a field that is switched off': '<input type="email" name="email" data-email-verify="off">',
    'a field in a form that is switched off': '<form data-email-verify="off"><input type="email" name="email"></form>',
    'a sign-in form with a known password':
      '<form><input type="email" name="email"><input type="password" autocomplete="current-password"></form>',
    'a form with one password and `Sign in`':
      '<form><input type="email" name="email"><input type="password"><button>Sign in</button></form>',
    'a form with one password and `Anmelden`':
      '<form><input type="email" name="email"><input type="password"><button>Anmelden</button></form>',
    'a user name': '<input type="email" name="email" autocomplete="username">',
    'a field for an address or a phone number':
      '<label>Email or phone <input type="text" inputmode="email" name="email"></label>',
    'a field for several addresses': '<input type="email" name="email" multiple>',
  })) {
    it(`leaves alone ${what}`, async () => {
      await stand(markup);
      input().focus();
      await type('a');
      await wait(50);
      assert.equal(hosts().length, 0);
    });
  }

  it('takes care of a sign-up form with one password', async () => {
    await stand('<form><input type="email" name="email"><input type="password"><button>Sign up</button></form>');
    input().focus();
    await eventually(() => {
      assert.equal(hosts().length, 1);
    });
  });

  it("leaves an author's own element as it is", async () => {
    await stand(`<email-verify><input type="email" name="email"></email-verify>
      <input type="email" name="copy" id="own"><email-verify for="own"></email-verify>`);
    for (const field of document.querySelectorAll('input')) field.focus();
    await wait(50);
    assert.equal(hosts().length, 2);
  });

  it('goes with an input that is taken away, and comes back with it', async () => {
    await stand(PLAIN);
    const field = input();
    const { parentNode } = field;
    field.focus();
    await eventually(() => {
      assert.equal(hosts().length, 1);
    });
    field.remove();
    await eventually(() => {
      assert.equal(hosts().length, 0);
    });
    parentNode!.append(field);
    field.focus();
    await eventually(() => {
      assert.deepEqual(
        hosts().map((host) => host.input),
        [field],
      );
    });
  });

  it('comes back, with what it found, when the page takes its element away', async () => {
    answerWith('invalid');
    await stand(PLAIN);
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.ok(line(hosts()[0]).includes('can’t receive email'), line(hosts()[0]));
    });
    hosts()[0]!.remove();
    await eventually(() => {
      assert.ok(line(hosts()[0]).includes('can’t receive email'), line(hosts()[0]));
    });
    assert.equal(input().getAttribute('aria-invalid'), 'true');
  });

  it('does not fight a page that takes its element away again and again', async () => {
    await stand(PLAIN);
    input().focus();
    await eventually(() => {
      assert.equal(hosts().length, 1);
    });
    let times = 0;
    const watcher = new MutationObserver(() => {
      for (const host of hosts()) {
        times++;
        host.remove();
      }
    });
    watcher.observe(document.documentElement, { childList: true });
    hosts()[0]!.remove();
    await wait(300);
    watcher.disconnect();
    assert.ok(times >= 1 && times <= 40, `${times}`);
  });

  it('gives a cloned row a start of its own', async () => {
    answerWith((email) => verdict(email, email.startsWith('bad') ? 'invalid' : 'valid'));
    await stand('<form><p><input type="email" name="email"></p></form>');
    await enterAddress('bad@harbour-shop.com');
    await eventually(() => {
      assert.equal(input().getAttribute('aria-invalid'), 'true');
    });
    const clone = one('main p').cloneNode(true) as HTMLElement;
    one('main form').append(clone);
    const second = clone.querySelector('input')!;
    await eventually(() => {
      assert.equal(second.getAttribute('aria-invalid'), null);
      assert.equal(second.getAttribute('aria-describedby'), null);
    });
    assert.equal(input().getAttribute('aria-invalid'), 'true');
  });

  it('leads Tab from the field into the bubble and on, and back', async () => {
    answerWith('risky');
    await stand(`<button>Before</button>${PLAIN}`);
    await enterAddress('anna@gamil.org');
    await eventually(() => {
      assert.equal(part('accept', hosts()[0]) !== null, true);
    });
    input().focus();
    await press('Tab');
    assert.equal(focused(), 'accept');
    await press('Tab');
    assert.equal(focused(), 'keep');
    await press('Tab');
    assert.equal(focused(), 'plan');
    await press('Shift+Tab');
    assert.equal(focused(), 'email', 'the way back leads past the bubble');
    await press('Tab');
    await press('Shift+Tab');
    assert.equal(focused(), 'email', 'from the bubble back to the field');
  });

  it('tells the listeners around the field', async () => {
    answerWith('valid');
    await stand(PLAIN);
    const told: string[] = [];
    form().addEventListener('email-verify-verdict', ({ verdict: { status } }) => told.push(status));
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.deepEqual(told, ['valid']);
    });
  });

  it('sends the receipt with the form, and changes nothing in it', async () => {
    const sent = submissions();
    await stand(PLAIN);
    await enterAddress('valid@harbour-shop.com');
    await eventually(() => {
      assert.equal(tone(hosts()[0]), 'valid');
    });
    const before = form().innerHTML;
    await click(button('paid'));
    await once(sent);
    assert.deepEqual(sent[0]!.data, {
      email: 'valid@harbour-shop.com',
      plan: 'paid',
      'email-verification': 'receipt for valid@harbour-shop.com',
    });
    assert.equal(form().innerHTML, before);
  });

  it('stands in the dialog that holds the field, and Escape closes the bubble first', async () => {
    answerWith('invalid');
    await stand(`<dialog>${PLAIN}</dialog>`);
    const dialog = one('dialog') as HTMLDialogElement;
    dialog.showModal();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.ok(line(hosts()[0]).includes('can’t receive email'), line(hosts()[0]));
    });
    assert.equal(dialog.contains(hosts()[0]!), true);
    input().focus();
    // The bubble follows the words.
    await eventually(() => {
      assert.equal(part('bubble', hosts()[0]) !== null, true);
    });
    await press('Escape');
    await eventually(() => {
      assert.equal(line(hosts()[0]), '');
    });
    assert.equal(dialog.open, true);
    await press('Escape');
    assert.equal(dialog.open, false);
  });

  it('holds the form while the address is checked, and sends it once', async () => {
    const { asked, answer } = answerLater();
    const sent = submissions();
    await stand(PLAIN);
    await typeAddress('anna@harbour-shop.com');
    await click(button('paid'));
    await once(asked);
    assert.equal(sent.length, 0);
    answer('valid');
    await once(sent);
    await wait(50);
    assert.deepEqual(
      sent.map(({ data }) => data['plan']),
      ['paid'],
    );
  });
});
