import { expect } from '@esm-bundle/chai';
import { EmailVerifyElement } from '../../../src/element/index.js';
import {
  answerLater,
  answerWith,
  button,
  control,
  element,
  FIELD,
  form,
  input,
  line,
  one,
  spoken,
  stand,
  standForm,
  statusNode,
  submissions,
  tone,
} from '../support/page.js';
import { click, enterAddress, press, type, typeAddress } from '../support/person.js';
import { eventually, once, wait } from '../support/time.js';
import { listenToWarnings, warnings } from '../support/warnings.js';

listenToWarnings();

describe("the author's input", () => {
  it('stays in the light DOM, and nothing is added to it or to the tree before the first key', async () => {
    await stand(`<email-verify>${FIELD}</email-verify>`);
    const before = element().innerHTML;
    input().focus();
    await wait(100);
    expect(element().innerHTML).to.equal(before);
    expect(input().getRootNode() === document).to.equal(true);
  });

  it('keeps its label, name and autofill attributes', async () => {
    answerWith('invalid');
    await stand(`<form><email-verify>
      <label for="mail">Your e-mail</label><p id="hint">We write rarely.</p>
      <input id="mail" type="email" name="email" autocomplete="section-a email" aria-describedby="hint" required>
    </email-verify></form>`);
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(spoken()).to.not.equal('');
    });
    expect(input().labels?.[0]?.textContent).to.equal('Your e-mail');
    expect(input().getAttribute('autocomplete')).to.equal('section-a email');
    expect(input().name).to.equal('email');
    expect(input().type).to.equal('email');
    expect((one('label') as HTMLLabelElement).control === input()).to.equal(true);
  });

  it('is found by `for` in the same root', async () => {
    const asked = answerWith('valid');
    await stand(`<input type="email" id="far" name="email"><p></p><email-verify for="far"></email-verify>`);
    expect(element().input === input()).to.equal(true);
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(asked).to.deep.equal(['anna@harbour-shop.com']);
    });
  });

  it('is found by `for` in a shadow root, and by another `for` when that changes', async () => {
    await stand('<div></div>');
    const root = one('div').attachShadow({ mode: 'open' });
    root.innerHTML = `<input id="a"><input id="b"><email-verify for="a"></email-verify>`;
    const host = root.querySelector('email-verify')!;
    expect(host.input === root.querySelector('#a')).to.equal(true);
    host.htmlFor = 'b';
    await host.updateComplete;
    expect(host.input === root.querySelector('#b')).to.equal(true);
  });

  it('keeps the focus and the caret when the element comes to life under the hands of a person', async () => {
    class Late extends EmailVerifyElement {}
    await stand(`<late-verify><label>Email <input name="email" value="anna"></label></late-verify>`);
    input().focus();
    input().setSelectionRange(2, 2);
    customElements.define('late-verify', Late);
    await new Promise(requestAnimationFrame);
    await wait(50);
    await type('x');
    expect(input().value).to.equal('anxna');
    expect(document.activeElement === input()).to.equal(true);
  });

  it('may come later, in any nesting', async () => {
    await stand('<email-verify></email-verify>');
    expect(element().input === null).to.equal(true);
    element().innerHTML = '<div><div></div></div>';
    element().querySelector('div div')!.innerHTML = FIELD;
    await Promise.resolve();
    expect(element().input === input()).to.equal(true);
  });

  it('may be a text field for e-mail among other fields', async () => {
    await stand(`<email-verify><input name="name"><input type="text" inputmode="email" name="email"></email-verify>`);
    expect(element().input === input()).to.equal(true);
  });

  it('may be replaced: the new one works, and the old one is as it was', async () => {
    answerWith('invalid');
    await standForm();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(input().validity.customError).to.equal(true);
    });
    const old = input();
    old.replaceWith(old.cloneNode());
    input().removeAttribute('aria-invalid');
    await wait(0);
    document.querySelector('main')!.append(old);
    expect(old.validity.customError, 'the old one is not blocked for ever').to.equal(false);
    expect(old.hasAttribute('aria-invalid')).to.equal(false);
    expect(old.hasAttribute('aria-describedby')).to.equal(false);
    expect(element().input === input()).to.equal(true);
    expect(spoken()).to.equal('');
    old.remove();
    await enterAddress('berta@harbour-shop.com');
    await eventually(() => {
      expect(input().validity.customError).to.equal(true);
      expect(spoken()).to.contain('can’t receive email');
    });
  });

  it('is let go when it leaves the element', async () => {
    answerWith('invalid');
    await standForm();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(input().validity.customError).to.equal(true);
    });
    document.querySelector('main')!.append(input());
    await wait(0);
    expect(element().input === null).to.equal(true);
    expect(input().validity.customError).to.equal(false);
    expect(input().getAttribute('aria-describedby')).to.equal(null);
    expect(input().getAttribute('aria-invalid')).to.equal(null);
    expect(statusNode() === null).to.equal(true);
  });

  it('is as it was when the element is taken away, and works once when it comes back', async () => {
    const asked = answerWith('invalid');
    await standForm();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(input().validity.customError).to.equal(true);
    });
    const host = element();
    const parent = host.parentElement!;
    host.remove();
    await wait(0);
    const field = host.querySelector('input')!;
    expect(field.validity.customError).to.equal(false);
    expect(field.hasAttribute('aria-describedby')).to.equal(false);
    expect(field.hasAttribute('aria-invalid')).to.equal(false);
    expect(host.querySelector('[role=status]') === null).to.equal(true);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('blur'));
    await wait(50);
    expect(asked).to.have.length(1);

    parent.prepend(host);
    await enterAddress('berta@harbour-shop.com');
    await eventually(() => {
      expect(spoken()).to.contain('can’t receive email');
    });
    await wait(500);
    expect(asked).to.deep.equal(['anna@harbour-shop.com', 'berta@harbour-shop.com']);
    expect(document.querySelectorAll('[role=status]')).to.have.length(1);
    expect(input().getAttribute('aria-describedby')!.split(' ')).to.have.length(1);
  });

  it('gives up a check when its element leaves', async () => {
    const { asked } = answerLater();
    await stand(`<email-verify>${FIELD}</email-verify>`);
    const host = element();
    input().value = 'anna@harbour-shop.com';
    const checking = host.check();
    host.remove();
    expect(await checking).to.equal(null);
    expect(asked).to.have.length(1);
  });

  it('can be focused in the very turn in which it is inserted', async () => {
    await stand('<div></div>');
    const place = one('main div');
    place.innerHTML = `<email-verify>${FIELD}</email-verify>`;
    input().focus();
    expect(document.activeElement === input()).to.equal(true);
  });

  it('keeps what was found when a framework moves the element', async () => {
    const asked = answerWith('invalid');
    await standForm();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(tone()).to.equal('error');
    });
    form().append(element());
    await wait(50);
    expect(tone()).to.equal('error');
    expect(input().validity.customError).to.equal(true);
    expect(asked).to.have.length(1);
  });

  it('is written to by fixes as a person would: past a framework that watches the value, with input and change', async () => {
    answerWith('valid');
    await stand(`<email-verify>${FIELD}</email-verify>`);
    // React defines the property on the node, and takes a value that came that way for its own.
    const field = input();
    const own: string[] = [];
    Object.defineProperty(field, 'value', {
      configurable: true,
      get: () => Reflect.get(HTMLInputElement.prototype, 'value', field),
      set(value: string) {
        own.push(value);
        Reflect.set(HTMLInputElement.prototype, 'value', value, field);
      },
    });
    const heard: string[] = [];
    for (const name of ['input', 'change']) {
      document.body.addEventListener(name, (event) => {
        if (!event.isTrusted) heard.push(`${event.type} ${field.value}`);
      });
    }
    await enterAddress('anna@gmial.com');
    await eventually(() => {
      expect(field.value).to.equal('anna@gmail.com');
    });
    expect(own).to.deep.equal([]);
    expect(heard).to.deep.equal(['input anna@gmail.com', 'change anna@gmail.com']);
  });

  it('is looked at anew when it is left: dictation changes values with no event', async () => {
    const asked = answerWith('valid');
    await stand(`<email-verify validate-on="blur">${FIELD}</email-verify>`);
    input().focus();
    input().value = 'anna@harbour-shop.com';
    await press('Tab');
    await eventually(() => {
      expect(asked).to.deep.equal(['anna@harbour-shop.com']);
    });
  });

  it('is not asked about in the midst of a composition', async () => {
    const asked = answerWith('valid');
    await stand(`<email-verify debounce="10">${FIELD}</email-verify>`);
    await typeAddress('a');
    await eventually(() => {
      expect(statusNode() !== null).to.equal(true);
    });
    input().value = 'anna@harbour-shop.com';
    input().dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }));
    await wait(60);
    expect(asked).to.deep.equal([]);
    input().dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
    await eventually(() => {
      expect(asked).to.deep.equal(['anna@harbour-shop.com']);
    });
  });

  it('that the server has filled is left alone until it is changed, though somebody comes by', async () => {
    const asked = answerWith('invalid');
    const sent = submissions();
    await standForm('', { field: '<input type="email" name="email" value="anna@harbour-shop.com" autofocus>' });
    window.dispatchEvent(new PageTransitionEvent('pageshow'));
    input().focus();
    await press('Tab');
    await click(button());
    await once(sent);
    await wait(100);
    expect(asked).to.deep.equal([]);
    expect(line()).to.equal('');
    await enterAddress('berta@harbour-shop.com');
    await eventually(() => {
      expect(asked).to.deep.equal(['berta@harbour-shop.com']);
      expect(tone()).to.equal('error');
    });
  });

  it('that a framework has filled anew is left alone after a submission, too', async () => {
    const asked = answerWith('invalid');
    const sent = submissions();
    await standForm('debounce="10"', { field: '<input type="email" name="email" value="anna@harbour-shop.com">' });
    input().focus();
    input().value = 'clara@harbour-shop.com';
    input().setAttribute('value', 'clara@harbour-shop.com');
    await click(button());
    await once(sent);
    await wait(100);
    await click(button());
    await eventually(() => {
      expect(sent).to.have.length(2);
    });
    expect(asked).to.deep.equal([]);
  });

  for (const [name, form, address] of [
    ['an address', '', 'anna@harbour-shop.com'],
    ['a text that is no address', 'novalidate', 'anna@harbour'],
  ] as const) {
    it(`stays blocked with ${name} when a framework makes it anew`, async () => {
      answerWith('invalid');
      const sent = submissions();
      await standForm('', { form });
      await enterAddress(address);
      await eventually(() => {
        expect(tone()).to.equal('error');
      });
      one('label').innerHTML = `Email <input type="email" name="email" value="${address}">`;
      await click(button());
      await eventually(() => {
        expect(tone()).to.equal('error');
      });
      expect(sent).to.deep.equal([]);
    });
  }

  it('stays blocked at a reset that leaves its address there, as after an action of React 19', async () => {
    answerWith('invalid');
    const sent = submissions();
    await standForm();
    control();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(tone()).to.equal('error');
    });
    form().reset();
    await eventually(() => {
      expect(tone()).to.equal('');
    });
    await click(button());
    await eventually(() => {
      expect(tone()).to.equal('error');
    });
    expect(sent).to.deep.equal([]);
  });

  it('for several addresses passes, and its author is warned', async () => {
    const asked = answerWith('invalid');
    const sent = submissions();
    await standForm('', { field: '<input type="email" name="email" multiple required>' });
    await enterAddress('anna@harbour-shop.com, berta@harbour-shop.com');
    await click(button());
    await once(sent);
    expect(asked).to.deep.equal([]);
    expect(input().validationMessage).to.equal('');
    expect(warnings).to.deep.equal(['<email-verify>: an input with multiple is not checked.']);
  });

  it('that the browser has restored is checked', async () => {
    const asked = answerWith('valid');
    await stand(`<email-verify>${FIELD}</email-verify>`);
    input().value = 'anna@harbour-shop.com';
    window.dispatchEvent(new PageTransitionEvent('pageshow'));
    await eventually(() => {
      expect(asked).to.deep.equal(['anna@harbour-shop.com']);
    });
  });
});
