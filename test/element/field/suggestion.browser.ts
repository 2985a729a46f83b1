import { expect } from '@esm-bundle/chai';
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
    expect(top).to.be.greaterThan(input().getBoundingClientRect().bottom);
    await press('Tab');
    expect(focused()).to.equal('accept');
    await new Promise(requestAnimationFrame);
    expect(part('bubble')!.getBoundingClientRect().top, 'it does not run away').to.equal(top);
    await press('Tab');
    expect(focused()).to.equal('keep');
    await press('Tab');
    expect(focused(), 'and on to the next field').to.equal('plan');
    await press('Shift+Tab');
    await press('Shift+Tab');
    expect(focused()).to.equal('accept');
    await press('Enter');
    expect(input().value).to.equal('anna@gmail.com');
    expect(focused()).to.equal('email');
    await eventually(() => {
      expect(isOpen()).to.equal(false);
    });
    expect(suggestions.map(({ email, suggestion: to }) => [email, to])).to.deep.equal([
      ['anna@gamil.org', 'anna@gmail.com'],
    ]);
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
        expect(focused()).to.equal(place);
      }
      await enterAddress('anna@gmial.com');
      await eventually(() => {
        expect(part('undo') !== null).to.equal(true);
      });
      input().focus();
      await press('Tab');
      expect(focused()).to.equal('undo');
    });
  }

  it('does not move the focus, and waits for as long as it takes', async () => {
    await standForm();
    await meetSuggestion();
    expect(focused()).to.equal('plan');
    await wait(1500);
    expect(isOpen()).to.equal(true);
  });

  it('is declined by `Keep mine`, and does not come again for this value', async () => {
    await standForm();
    await meetSuggestion();
    await click(part('keep')!);
    expect(input().value).to.equal('anna@gamil.org');
    expect(focused()).to.equal('email');
    await eventually(() => {
      expect(isOpen()).to.equal(false);
    });
    await press('Tab');
    await wait(100);
    expect(isOpen()).to.equal(false);
    await meetSuggestion('berta@gamil.org');
  });

  it('is taken with the mouse while another field has the focus', async () => {
    await standForm('', { more: '<input name="name">' });
    await meetSuggestion();
    await click(part('accept')!);
    expect(input().value).to.equal('anna@gmail.com');
    expect(focused()).to.equal('email');
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
        expect(isOpen()).to.equal(false);
      });
      expect(dialog.open).to.equal(true);
      expect(focused()).to.equal('email');
    }
    await press('Escape');
    expect(dialog.open, 'with nothing of ours open, Escape is the dialog’s').to.equal(false);
  });

  it('is not clipped by what the field stands in, stands beside it and scrolls with it', async () => {
    await stand(`<div style="overflow: hidden; block-size: 3em; inline-size: 9em; contain: paint"><form>
      <email-verify>${FIELD}</email-verify></form></div><button name="next">Next</button><div style="block-size: 300vh"></div>`);
    await meetSuggestion();
    input().focus();
    await new Promise(requestAnimationFrame);
    const panel = part('bubble')!;
    const { left, top, bottom, width } = panel.getBoundingClientRect();
    expect(width).to.be.greaterThan(200);
    const below = top - input().getBoundingClientRect().bottom;
    expect(below).to.be.within(0, 12);
    for (const [x, y] of [
      [left + 5, top + 5],
      [left + width - 5, bottom - 5],
    ] as const) {
      expect(document.elementFromPoint(x, y)?.localName).to.equal('email-verify');
    }
    window.scrollTo(0, 40);
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    expect(panel.getBoundingClientRect().top - input().getBoundingClientRect().bottom).to.be.closeTo(below, 1);
    window.scrollTo(0, 0);
  });

  it('does not lie over the field that the person is in now', async () => {
    await stand(`<div style="block-size: 200px"></div><form><email-verify>${FIELD}</email-verify>
      <label>Name <input name="name"></label></form>`);
    await meetSuggestion();
    await new Promise(requestAnimationFrame);
    const panel = part('bubble')!.getBoundingClientRect();
    const name = one('[name=name]').getBoundingClientRect();
    expect(panel.bottom <= name.top || panel.left >= name.right).to.equal(true);
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
    expect(isOpen()).to.equal(false);
    await meetSuggestion('berta@gamil.org');
  });

  it('closes with the first key', async () => {
    await standForm();
    await meetSuggestion();
    input().focus();
    await press('End');
    await type('x');
    await eventually(() => {
      expect(isOpen()).to.equal(false);
    });
  });

  it('waits for the check, and is not made when the typed address turns out to be valid', async () => {
    const { asked, answer } = answerLater();
    await standForm();
    await enterAddress('anna@gamil.org');
    await once(asked);
    await wait(50);
    expect(isOpen()).to.equal(false);
    answer('valid');
    await eventually(() => {
      expect(tone()).to.equal('valid');
    });
    expect(isOpen()).to.equal(false);
    expect(spoken()).to.equal('');
  });

  it('stays for a domain one edit away from a large provider, even if that takes mail', async () => {
    answerWith('valid');
    await standForm('typos="suggest"');
    await enterAddress('anna@gmial.com');
    await eventually(() => {
      expect(suggestion()).to.equal('Did you mean anna@gmail.com?');
    });
    expect(line(), 'no error stands beside it').to.equal('');
  });

  for (const placement of ['line', 'bubble'] as const) {
    it(`of the server for a valid address leaves no tick and no word of success, in the placement ${placement}`, async () => {
      const { asked, answer } = answerLater();
      await standForm(`placement="${placement}"`);
      const heard: string[] = [];
      await enterAddress('anna@nodomain');
      await eventually(() => {
        expect(spoken()).to.not.equal('');
      });
      const listening = new MutationObserver((records) => {
        for (const { addedNodes } of records) for (const node of addedNodes) heard.push(node.textContent ?? '');
      });
      listening.observe(statusNode()!, { childList: true, subtree: true });
      await enterAddress('anna@harbour.org');
      await once(asked);
      answer('valid', { did_you_mean: 'anna@harbor.org' });
      await eventually(() => {
        expect(suggestion()).to.equal('Did you mean anna@harbor.org?');
      });
      expect(tone()).to.equal('');
      expect(line()).to.equal('');
      expect(element().matches(':state(valid)')).to.equal(false);
      expect(element().matches(':state(suggestion)')).to.equal(true);
      expect(heard.map((text) => text.trim())).to.deep.equal(['Did you mean anna@harbor.org?']);
      listening.disconnect();
      await click(part('keep')!);
      await eventually(() => {
        expect(tone()).to.equal('valid');
      });
      expect(element().matches(':state(valid)')).to.equal(true);
      expect(element().matches(':state(suggestion)')).to.equal(false);
    });
  }

  it('of the server takes the tick while the person is still in the field', async () => {
    const { asked, answer } = answerLater();
    await standForm();
    await typeAddress('anna@harbour.org');
    await once(asked);
    answer('valid', { did_you_mean: 'anna@harbor.org' });
    await wait(100);
    expect(tone()).to.equal('');
    expect(element().matches(':state(valid)')).to.equal(false);
  });

  it('of the server joins ours: one is shown, the newer', async () => {
    const { asked, answer } = answerLater();
    await standForm();
    await enterAddress('anna@gamil.org');
    await once(asked);
    answer('risky', { did_you_mean: 'anna@harbour.org' });
    await eventually(() => {
      expect(suggestion()).to.equal('Did you mean anna@harbour.org?');
    });
    expect(element().shadowRoot!.querySelectorAll('[part=bubble]')).to.have.length(1);
  });

  it('is not shown when a listener prevents it, and not again for this value', async () => {
    await standForm();
    events('email-verify-suggestion', (event) => {
      event.preventDefault();
    });
    await enterAddress('anna@gamil.org');
    await wait(600);
    expect(isOpen()).to.equal(false);
    expect(spoken()).to.not.contain('Did you mean');
  });

  it('may be taken by a listener at once', async () => {
    await standForm();
    events('email-verify-suggestion', (event) => {
      input().value = event.suggestion;
      input().dispatchEvent(new Event('input', { bubbles: true }));
    });
    await enterAddress('anna@gamil.org');
    await eventually(() => {
      expect(tone()).to.equal('valid');
    });
    expect(element().matches(':state(suggestion)')).to.equal(false);
    expect(isOpen()).to.equal(false);
  });

  it('does not hold up the form', async () => {
    const sent = submissions();
    await standForm();
    await typeAddress('anna@gamil.org');
    await click(button('paid'));
    await once(sent);
    expect(sent[0]!.data['email']).to.equal('anna@gamil.org');
  });
});
