import { expect } from '@esm-bundle/chai';
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
    expect(hosts()).to.have.length(0);
    input().focus();
    await eventually(() => {
      expect(hosts().map((host) => host.input)).to.deep.equal([input()]);
    });
    const [host] = hosts();
    expect([host!.endpoint, host!.validateOn, host!.debounce, host!.placement]).to.deep.equal([
      '/edge/',
      'blur',
      50,
      'bubble',
    ]);
    expect(host!.parentNode === document.documentElement, 'behind the body').to.equal(true);
    expect(one('main').querySelector('[aria-describedby], [id]')).to.equal(null);
  });

  it('finds late inputs, and text fields for addresses', async () => {
    await stand('<div></div>');
    one('main div').innerHTML = '<form><input type="text" inputmode="email" name="email"></form>';
    answerWith('invalid');
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(tone(hosts()[0])).to.equal('error');
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
      expect(hosts()).to.have.length(0);
    });
  }

  it('takes care of a sign-up form with one password', async () => {
    await stand('<form><input type="email" name="email"><input type="password"><button>Sign up</button></form>');
    input().focus();
    await eventually(() => {
      expect(hosts()).to.have.length(1);
    });
  });

  it("leaves an author's own element as it is", async () => {
    await stand(`<email-verify><input type="email" name="email"></email-verify>
      <input type="email" name="copy" id="own"><email-verify for="own"></email-verify>`);
    for (const field of document.querySelectorAll('input')) field.focus();
    await wait(50);
    expect(hosts()).to.have.length(2);
  });

  it('goes with an input that is taken away, and comes back with it', async () => {
    await stand(PLAIN);
    const field = input();
    const { parentNode } = field;
    field.focus();
    await eventually(() => {
      expect(hosts()).to.have.length(1);
    });
    field.remove();
    await eventually(() => {
      expect(hosts()).to.have.length(0);
    });
    parentNode!.append(field);
    field.focus();
    await eventually(() => {
      expect(hosts().map((host) => host.input)).to.deep.equal([field]);
    });
  });

  it('comes back, with what it found, when the page takes its element away', async () => {
    answerWith('invalid');
    await stand(PLAIN);
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(line(hosts()[0])).to.contain('can’t receive email');
    });
    hosts()[0]!.remove();
    await eventually(() => {
      expect(line(hosts()[0])).to.contain('can’t receive email');
    });
    expect(input().getAttribute('aria-invalid')).to.equal('true');
  });

  it('does not fight a page that takes its element away again and again', async () => {
    await stand(PLAIN);
    input().focus();
    await eventually(() => {
      expect(hosts()).to.have.length(1);
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
    expect(times).to.be.within(1, 40);
  });

  it('gives a cloned row a start of its own', async () => {
    answerWith((email) => verdict(email, email.startsWith('bad') ? 'invalid' : 'valid'));
    await stand('<form><p><input type="email" name="email"></p></form>');
    await enterAddress('bad@harbour-shop.com');
    await eventually(() => {
      expect(input().getAttribute('aria-invalid')).to.equal('true');
    });
    const clone = one('main p').cloneNode(true) as HTMLElement;
    one('main form').append(clone);
    const second = clone.querySelector('input')!;
    await eventually(() => {
      expect(second.getAttribute('aria-invalid')).to.equal(null);
      expect(second.getAttribute('aria-describedby')).to.equal(null);
    });
    expect(input().getAttribute('aria-invalid')).to.equal('true');
  });

  it('leads Tab from the field into the bubble and on, and back', async () => {
    answerWith('risky');
    await stand(`<button>Before</button>${PLAIN}`);
    await enterAddress('anna@gamil.org');
    await eventually(() => {
      expect(part('accept', hosts()[0]) !== null).to.equal(true);
    });
    input().focus();
    await press('Tab');
    expect(focused()).to.equal('accept');
    await press('Tab');
    expect(focused()).to.equal('keep');
    await press('Tab');
    expect(focused()).to.equal('plan');
    await press('Shift+Tab');
    expect(focused(), 'the way back leads past the bubble').to.equal('email');
    await press('Tab');
    await press('Shift+Tab');
    expect(focused(), 'from the bubble back to the field').to.equal('email');
  });

  it('tells the listeners around the field', async () => {
    answerWith('valid');
    await stand(PLAIN);
    const told: string[] = [];
    form().addEventListener('email-verify-verdict', ({ verdict: { status } }) => told.push(status));
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(told).to.deep.equal(['valid']);
    });
  });

  it('sends the receipt with the form, and changes nothing in it', async () => {
    const sent = submissions();
    await stand(PLAIN);
    await enterAddress('valid@harbour-shop.com');
    await eventually(() => {
      expect(tone(hosts()[0])).to.equal('valid');
    });
    const before = form().innerHTML;
    await click(button('paid'));
    await once(sent);
    expect(sent[0]!.data).to.deep.equal({
      email: 'valid@harbour-shop.com',
      plan: 'paid',
      'email-verification': 'receipt for valid@harbour-shop.com',
    });
    expect(form().innerHTML).to.equal(before);
  });

  it('stands in the dialog that holds the field, and Escape closes the bubble first', async () => {
    answerWith('invalid');
    await stand(`<dialog>${PLAIN}</dialog>`);
    const dialog = one('dialog') as HTMLDialogElement;
    dialog.showModal();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(line(hosts()[0])).to.contain('can’t receive email');
    });
    expect(dialog.contains(hosts()[0]!)).to.equal(true);
    input().focus();
    await press('Escape');
    await eventually(() => {
      expect(line(hosts()[0])).to.equal('');
    });
    expect(dialog.open).to.equal(true);
    await press('Escape');
    expect(dialog.open).to.equal(false);
  });

  it('holds the form while the address is checked, and sends it once', async () => {
    const { asked, answer } = answerLater();
    const sent = submissions();
    await stand(PLAIN);
    await typeAddress('anna@harbour-shop.com');
    await click(button('paid'));
    await once(asked);
    expect(sent).to.have.length(0);
    answer('valid');
    await once(sent);
    await wait(50);
    expect(sent.map(({ data }) => data['plan'])).to.deep.equal(['paid']);
  });
});
