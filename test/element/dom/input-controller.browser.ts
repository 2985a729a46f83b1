import assert from '../support/assert.js';
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
    assert.equal(element().innerHTML, before);
    assert.equal(input().getRootNode() === document, true);
  });

  it('keeps its label, name and autofill attributes', async () => {
    answerWith('invalid');
    await stand(`<form><email-verify>
      <label for="mail">Your e-mail</label><p id="hint">We write rarely.</p>
      <input id="mail" type="email" name="email" autocomplete="section-a email" aria-describedby="hint" required>
    </email-verify></form>`);
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.notEqual(spoken(), '');
    });
    assert.equal(input().labels?.[0]?.textContent, 'Your e-mail');
    assert.equal(input().getAttribute('autocomplete'), 'section-a email');
    assert.equal(input().name, 'email');
    assert.equal(input().type, 'email');
    assert.equal((one('label') as HTMLLabelElement).control === input(), true);
  });

  it('is found by `for` in the same root', async () => {
    const asked = answerWith('valid');
    await stand(`<input type="email" id="far" name="email"><p></p><email-verify for="far"></email-verify>`);
    assert.equal(element().input === input(), true);
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.deepEqual(asked, ['anna@harbour-shop.com']);
    });
  });

  it('is found by `for` in a shadow root, and by another `for` when that changes', async () => {
    await stand('<div></div>');
    const root = one('div').attachShadow({ mode: 'open' });
    root.innerHTML = `<input id="a"><input id="b"><email-verify for="a"></email-verify>`;
    const host = root.querySelector('email-verify')!;
    assert.equal(host.input === root.querySelector('#a'), true);
    host.htmlFor = 'b';
    await host.updateComplete;
    assert.equal(host.input === root.querySelector('#b'), true);
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
    assert.equal(input().value, 'anxna');
    assert.equal(document.activeElement === input(), true);
  });

  it('may come later, in any nesting', async () => {
    await stand('<email-verify></email-verify>');
    assert.equal(element().input === null, true);
    element().innerHTML = '<div><div></div></div>';
    element().querySelector('div div')!.innerHTML = FIELD;
    await Promise.resolve();
    assert.equal(element().input === input(), true);
  });

  it('may be a text field for e-mail among other fields', async () => {
    await stand(`<email-verify><input name="name"><input type="text" inputmode="email" name="email"></email-verify>`);
    assert.equal(element().input === input(), true);
  });

  it('may be replaced: the new one works, and the old one is as it was', async () => {
    answerWith('invalid');
    await standForm();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(input().validity.customError, true);
    });
    const old = input();
    old.replaceWith(old.cloneNode());
    input().removeAttribute('aria-invalid');
    await wait(0);
    document.querySelector('main')!.append(old);
    assert.equal(old.validity.customError, false, 'the old one is not blocked for ever');
    assert.equal(old.hasAttribute('aria-invalid'), false);
    assert.equal(old.hasAttribute('aria-describedby'), false);
    assert.equal(element().input === input(), true);
    assert.equal(spoken(), '');
    old.remove();
    await enterAddress('berta@harbour-shop.com');
    await eventually(() => {
      assert.equal(input().validity.customError, true);
      assert.ok(spoken().includes('can’t receive email'), spoken());
    });
  });

  it('is let go when it leaves the element', async () => {
    answerWith('invalid');
    await standForm();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(input().validity.customError, true);
    });
    document.querySelector('main')!.append(input());
    await wait(0);
    assert.equal(element().input === null, true);
    assert.equal(input().validity.customError, false);
    assert.equal(input().getAttribute('aria-describedby'), null);
    assert.equal(input().getAttribute('aria-invalid'), null);
    assert.equal(statusNode() === null, true);
  });

  it('is as it was when the element is taken away, and works once when it comes back', async () => {
    const asked = answerWith('invalid');
    await standForm();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(input().validity.customError, true);
    });
    const host = element();
    const parent = host.parentElement!;
    host.remove();
    await wait(0);
    const field = host.querySelector('input')!;
    assert.equal(field.validity.customError, false);
    assert.equal(field.hasAttribute('aria-describedby'), false);
    assert.equal(field.hasAttribute('aria-invalid'), false);
    assert.equal(host.querySelector('[role=status]') === null, true);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('blur'));
    await wait(50);
    assert.equal(asked.length, 1);

    parent.prepend(host);
    await enterAddress('berta@harbour-shop.com');
    await eventually(() => {
      assert.ok(spoken().includes('can’t receive email'), spoken());
    });
    await wait(500);
    assert.deepEqual(asked, ['anna@harbour-shop.com', 'berta@harbour-shop.com']);
    assert.equal(document.querySelectorAll('[role=status]').length, 1);
    assert.equal(input().getAttribute('aria-describedby')!.split(' ').length, 1);
  });

  it('gives up a check when its element leaves', async () => {
    const { asked } = answerLater();
    await stand(`<email-verify>${FIELD}</email-verify>`);
    const host = element();
    input().value = 'anna@harbour-shop.com';
    const checking = host.check();
    host.remove();
    assert.equal(await checking, null);
    assert.equal(asked.length, 1);
  });

  it('can be focused in the very turn in which it is inserted', async () => {
    await stand('<div></div>');
    const place = one('main div');
    place.innerHTML = `<email-verify>${FIELD}</email-verify>`;
    input().focus();
    assert.equal(document.activeElement === input(), true);
  });

  it('keeps what was found when a framework moves the element', async () => {
    const asked = answerWith('invalid');
    await standForm();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(tone(), 'error');
    });
    form().append(element());
    // Before the page is painted: nothing flickers.
    await Promise.resolve();
    assert.equal(tone(), 'error');
    await wait(50);
    assert.equal(tone(), 'error');
    assert.equal(input().validity.customError, true);
    assert.equal(asked.length, 1);
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
      assert.equal(field.value, 'anna@gmail.com');
    });
    assert.deepEqual(own, []);
    assert.deepEqual(heard, ['input anna@gmail.com', 'change anna@gmail.com']);
  });

  it('is looked at anew when it is left: dictation changes values with no event', async () => {
    const asked = answerWith('valid');
    await stand(`<email-verify validate-on="blur">${FIELD}</email-verify>`);
    input().focus();
    input().value = 'anna@harbour-shop.com';
    await press('Tab');
    await eventually(() => {
      assert.deepEqual(asked, ['anna@harbour-shop.com']);
    });
  });

  it('is not asked about in the midst of a composition', async () => {
    const asked = answerWith('valid');
    await stand(`<email-verify debounce="10">${FIELD}</email-verify>`);
    await typeAddress('a');
    await eventually(() => {
      assert.equal(statusNode() !== null, true);
    });
    input().value = 'anna@harbour-shop.com';
    input().dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }));
    await wait(60);
    assert.deepEqual(asked, []);
    input().dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
    await eventually(() => {
      assert.deepEqual(asked, ['anna@harbour-shop.com']);
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
    assert.deepEqual(asked, []);
    assert.equal(line(), '');
    await enterAddress('berta@harbour-shop.com');
    await eventually(() => {
      assert.deepEqual(asked, ['berta@harbour-shop.com']);
      assert.equal(tone(), 'error');
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
      assert.equal(sent.length, 2);
    });
    assert.deepEqual(asked, []);
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
        assert.equal(tone(), 'error');
      });
      one('label').innerHTML = `Email <input type="email" name="email" value="${address}">`;
      await click(button());
      await eventually(() => {
        assert.equal(tone(), 'error');
      });
      assert.deepEqual(sent, []);
    });
  }

  it('stays blocked at a reset that leaves its address there, as after an action of React 19', async () => {
    answerWith('invalid');
    const sent = submissions();
    await standForm();
    control();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(tone(), 'error');
    });
    form().reset();
    await eventually(() => {
      assert.equal(tone(), '');
    });
    await click(button());
    await eventually(() => {
      assert.equal(tone(), 'error');
    });
    assert.deepEqual(sent, []);
  });

  it('for several addresses passes, and its author is warned', async () => {
    const asked = answerWith('invalid');
    const sent = submissions();
    await standForm('', { field: '<input type="email" name="email" multiple required>' });
    await enterAddress('anna@harbour-shop.com, berta@harbour-shop.com');
    await click(button());
    await once(sent);
    assert.deepEqual(asked, []);
    assert.equal(input().validationMessage, '');
    assert.deepEqual(warnings, ['<email-verify>: an input with multiple is not checked.']);
  });

  it('that the browser has restored is checked', async () => {
    const asked = answerWith('valid');
    await stand(`<email-verify>${FIELD}</email-verify>`);
    input().value = 'anna@harbour-shop.com';
    window.dispatchEvent(new PageTransitionEvent('pageshow'));
    await eventually(() => {
      assert.deepEqual(asked, ['anna@harbour-shop.com']);
    });
  });
});
