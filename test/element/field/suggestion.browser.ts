import assert from '../support/assert.js';
import {
  answerLater,
  answerWith,
  button,
  element,
  events,
  FIELD,
  input,
  line,
  one,
  part,
  spoken,
  stand,
  standForm,
  statusNode,
  submissions,
  suggestion,
  tone,
  verdict,
} from '../support/page.js';
import { click, enterAddress, press, type, typeAddress } from '../support/person.js';
import { eventually, once, wait } from '../support/time.js';
import { focused, isOpen, meetSuggestion } from '../support/suggestion.js';

describe('a suggestion', () => {
  beforeEach(() => {
    answerWith((email) => verdict(email, email.includes('gamil') ? 'risky' : 'valid'));
  });

  it('is taken with the keyboard alone: back to the field, Tab, Enter', async () => {
    const suggestions = events('email-verify-suggestion');
    await stand(`<div style="block-size: 200px"></div><form><email-verify>${FIELD}</email-verify>
      <button name="plan" value="free">Free</button></form>`);
    await meetSuggestion();
    input().focus();
    await new Promise(requestAnimationFrame);
    const { top } = part('bubble')!.getBoundingClientRect();
    assert.ok(top > input().getBoundingClientRect().bottom, `${top}`);
    await press('Tab');
    assert.equal(focused(), 'accept');
    await new Promise(requestAnimationFrame);
    assert.equal(part('bubble')!.getBoundingClientRect().top, top, 'it does not run away');
    await press('Tab');
    assert.equal(focused(), 'keep');
    await press('Tab');
    assert.equal(focused(), 'plan', 'and on to the next field');
    await press('Shift+Tab');
    await press('Shift+Tab');
    assert.equal(focused(), 'accept');
    await press('Enter');
    assert.equal(input().value, 'anna@gmail.com');
    assert.equal(focused(), 'email');
    await eventually(() => {
      assert.equal(isOpen(), false);
    });
    assert.deepEqual(
      suggestions.map(({ email, suggestion: to }) => [email, to]),
      [['anna@gamil.org', 'anna@gmail.com']],
    );
  });

  for (const [name, markup] of Object.entries({
    'around an input': `<email-verify placement="bubble">${FIELD}</email-verify>`,
    'with `for`': `${FIELD.replace('<input', '<input id="mail"')}<email-verify placement="bubble" for="mail"></email-verify>`,
  })) {
    it(`in a bubble ${name} is reached by the keyboard, and so is the undo of a fix`, async () => {
      await stand(`<form>${markup}<button name="plan" value="free">Free</button></form>`);
      await meetSuggestion();
      input().focus();
      for (const place of ['accept', 'keep', 'plan']) {
        await press('Tab');
        assert.equal(focused(), place);
      }
      await enterAddress('anna@gmial.com');
      await eventually(() => {
        assert.equal(part('undo') !== null, true);
      });
      input().focus();
      await press('Tab');
      assert.equal(focused(), 'undo');
    });
  }

  it('does not move the focus, and waits for as long as it takes', async () => {
    await standForm();
    await meetSuggestion();
    assert.equal(focused(), 'plan');
    await wait(1500);
    assert.equal(isOpen(), true);
  });

  it('is declined by `Keep mine`, and does not come again for this value', async () => {
    await standForm();
    await meetSuggestion();
    await click(part('keep')!);
    assert.equal(input().value, 'anna@gamil.org');
    assert.equal(focused(), 'email');
    await eventually(() => {
      assert.equal(isOpen(), false);
    });
    await press('Tab');
    await wait(100);
    assert.equal(isOpen(), false);
    await meetSuggestion('berta@gamil.org');
  });

  it('is taken with the mouse while another field has the focus', async () => {
    await standForm('', { more: '<input name="name">' });
    await meetSuggestion();
    await click(part('accept')!);
    assert.equal(input().value, 'anna@gmail.com');
    assert.equal(focused(), 'email');
  });

  it('closes by Escape, in the field and in the panel, and Escape goes no further', async () => {
    await stand(`<dialog><form><email-verify>${FIELD}</email-verify><button value="free">Go</button></form></dialog>`);
    const dialog = one('dialog') as HTMLDialogElement;
    dialog.showModal();
    for (const way of [['email'], ['email', 'Tab']]) {
      await meetSuggestion(`${way.length === 1 ? 'anna' : 'berta'}@gamil.org`);
      input().focus();
      if (way[1]) await press(way[1]);
      await press('Escape');
      await eventually(() => {
        assert.equal(isOpen(), false);
      });
      assert.equal(dialog.open, true);
      assert.equal(focused(), 'email');
    }
    await press('Escape');
    assert.equal(dialog.open, false, 'with nothing of ours open, Escape is the dialog’s');
  });

  it('is not clipped by what the field stands in, stands beside it and scrolls with it', async () => {
    await stand(`<div style="overflow: hidden; block-size: 3em; inline-size: 9em; contain: paint"><form>
      <email-verify>${FIELD}</email-verify></form></div><button name="next">Next</button><div style="block-size: 300vh"></div>`);
    await meetSuggestion();
    input().focus();
    await new Promise(requestAnimationFrame);
    const panel = part('bubble')!;
    const { left, top, bottom, width } = panel.getBoundingClientRect();
    assert.ok(width > 200, `${width}`);
    const below = top - input().getBoundingClientRect().bottom;
    assert.ok(below >= 0 && below <= 12, `${below}`);
    for (const [x, y] of [
      [left + 5, top + 5],
      [left + width - 5, bottom - 5],
    ] as const) {
      assert.equal(document.elementFromPoint(x, y)?.localName, 'email-verify');
    }
    window.scrollTo(0, 40);
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    assert.ok(
      Math.abs(panel.getBoundingClientRect().top - input().getBoundingClientRect().bottom - below) <= 1,
      `${panel.getBoundingClientRect().top - input().getBoundingClientRect().bottom}`,
    );
    window.scrollTo(0, 0);
  });

  it('does not lie over the field that the person is in now', async () => {
    await stand(`<div style="block-size: 200px"></div><form><email-verify>${FIELD}</email-verify>
      <label>Name <input name="name"></label></form>`);
    await meetSuggestion();
    await new Promise(requestAnimationFrame);
    const panel = part('bubble')!.getBoundingClientRect();
    const name = one('[name=name]').getBoundingClientRect();
    assert.equal(panel.bottom <= name.top || panel.left >= name.right, true);
  });

  it('closes when the element is taken away, and leaves nothing open when it comes back', async () => {
    await standForm();
    await meetSuggestion();
    const host = element();
    const parent = host.parentElement!;
    host.remove();
    await wait(0);
    parent.prepend(host);
    await host.updateComplete;
    assert.equal(isOpen(), false);
    await meetSuggestion('berta@gamil.org');
  });

  it('closes with the first key', async () => {
    await standForm();
    await meetSuggestion();
    input().focus();
    await press('End');
    await type('x');
    await eventually(() => {
      assert.equal(isOpen(), false);
    });
  });

  it('waits for the check, and is not made when the typed address turns out to be valid', async () => {
    const { asked, answer } = answerLater();
    await standForm();
    await enterAddress('anna@gamil.org');
    await once(asked);
    await wait(50);
    assert.equal(isOpen(), false);
    answer('valid');
    await eventually(() => {
      assert.equal(tone(), 'valid');
    });
    assert.equal(isOpen(), false);
    assert.equal(spoken(), '');
  });

  it('stays for a domain one edit away from a large provider, even if that takes mail', async () => {
    answerWith('valid');
    await standForm('typos="suggest"');
    await enterAddress('anna@gmial.com');
    await eventually(() => {
      assert.equal(suggestion(), 'Did you mean anna@gmail.com?');
    });
    assert.equal(line(), '', 'no error stands beside it');
  });

  for (const placement of ['line', 'bubble'] as const) {
    it(`of the server for a valid address leaves no tick and no word of success, in the placement ${placement}`, async () => {
      const { asked, answer } = answerLater();
      await standForm(`placement="${placement}"`);
      const heard: string[] = [];
      await enterAddress('anna@nodomain');
      await eventually(() => {
        assert.notEqual(spoken(), '');
      });
      const listening = new MutationObserver((records) => {
        for (const { addedNodes } of records) for (const node of addedNodes) heard.push(node.textContent ?? '');
      });
      listening.observe(statusNode()!, { childList: true, subtree: true });
      await enterAddress('anna@harbour.org');
      await once(asked);
      answer('valid', { did_you_mean: 'anna@harbor.org' });
      await eventually(() => {
        assert.equal(suggestion(), 'Did you mean anna@harbor.org?');
      });
      assert.equal(tone(), '');
      assert.equal(line(), '');
      assert.equal(element().matches(':state(valid)'), false);
      assert.equal(element().matches(':state(suggestion)'), true);
      assert.deepEqual(
        heard.map((text) => text.trim()),
        ['Did you mean anna@harbor.org?'],
      );
      listening.disconnect();
      await click(part('keep')!);
      await eventually(() => {
        assert.equal(tone(), 'valid');
      });
      assert.equal(element().matches(':state(valid)'), true);
      assert.equal(element().matches(':state(suggestion)'), false);
    });
  }

  it('of the server takes the tick while the person is still in the field', async () => {
    const { asked, answer } = answerLater();
    await standForm();
    await typeAddress('anna@harbour.org');
    await once(asked);
    answer('valid', { did_you_mean: 'anna@harbor.org' });
    await wait(100);
    assert.equal(tone(), '');
    assert.equal(element().matches(':state(valid)'), false);
  });

  it('of the server joins ours: one is shown, the newer', async () => {
    const { asked, answer } = answerLater();
    await standForm();
    await enterAddress('anna@gamil.org');
    await once(asked);
    answer('risky', { did_you_mean: 'anna@harbour.org' });
    await eventually(() => {
      assert.equal(suggestion(), 'Did you mean anna@harbour.org?');
    });
    assert.equal(element().shadowRoot!.querySelectorAll('[part=bubble]').length, 1);
  });

  it('is not shown when a listener prevents it, and not again for this value', async () => {
    await standForm();
    events('email-verify-suggestion', (event) => {
      event.preventDefault();
    });
    await enterAddress('anna@gamil.org');
    await wait(600);
    assert.equal(isOpen(), false);
    assert.ok(!spoken().includes('Did you mean'), spoken());
  });

  it('may be taken by a listener at once', async () => {
    await standForm();
    events('email-verify-suggestion', (event) => {
      input().value = event.suggestion;
      input().dispatchEvent(new Event('input', { bubbles: true }));
    });
    await enterAddress('anna@gamil.org');
    await eventually(() => {
      assert.equal(tone(), 'valid');
    });
    assert.equal(element().matches(':state(suggestion)'), false);
    assert.equal(isOpen(), false);
  });

  it('does not hold up the form', async () => {
    const sent = submissions();
    await standForm();
    await typeAddress('anna@gamil.org');
    await click(button('paid'));
    await once(sent);
    assert.equal(sent[0]!.data['email'], 'anna@gamil.org');
  });
});
