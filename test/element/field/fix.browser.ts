import { expect } from '@esm-bundle/chai';
import { answerWith, events, input, line, part, standForm, suggestion, tone } from '../support/page.js';
import { enterAddress, press, typeAddress } from '../support/person.js';
import { eventually, wait } from '../support/time.js';
import { focused, isOpen, meetSuggestion } from '../support/suggestion.js';

describe('a fix', () => {
  it('changes an obvious typo when the field is left, not before, and offers to take it back', async () => {
    answerWith('valid');
    const fixes = events('email-verify-fix');
    await standForm('debounce="0"');
    await typeAddress('anna@gmial.com');
    await wait(100);
    expect(input().value).to.equal('anna@gmial.com');
    await press('Tab');
    await eventually(() => {
      expect(line()).to.contain('Fixed typo: gmial.com → gmail.com');
    });
    expect(input().value).to.equal('anna@gmail.com');
    expect(fixes.map(({ from, to }) => [from, to])).to.deep.equal([['anna@gmial.com', 'anna@gmail.com']]);
    expect(part('undo')!.textContent.trim()).to.equal('Undo');
  });

  it('is taken back by the keyboard, and never made again', async () => {
    answerWith('valid');
    await standForm();
    await enterAddress('anna@gmial.com');
    await eventually(() => {
      expect(part('undo') !== null).to.equal(true);
    });
    // The field was left before there was a button: one step back reaches it.
    await press('Shift+Tab');
    expect(focused()).to.equal('undo');
    await press('Enter');
    expect(input().value).to.equal('anna@gmial.com');
    expect(focused(), 'the person goes on where they were').to.equal('email');
    await press('Tab');
    await wait(100);
    expect(input().value).to.equal('anna@gmial.com');
    expect(suggestion()).to.equal('');
  });

  it('stays, and can be undone for good, when the page changes the case of each value', async () => {
    answerWith('valid');
    await standForm('debounce="0"');
    input().addEventListener('change', () => (input().value = input().value.toUpperCase()));
    await typeAddress('anna@gmial.com');
    await eventually(() => {
      expect(tone()).to.equal('valid');
    });
    await press('Tab');
    await eventually(() => {
      expect(input().value).to.equal('ANNA@GMAIL.COM');
    });
    await wait(50);
    expect(line()).to.contain('Fixed typo');
    part('undo')!.click();
    expect(input().value).to.equal('ANNA@GMIAL.COM');
    await press('Tab');
    await wait(100);
    expect(input().value).to.equal('ANNA@GMIAL.COM');
  });

  it('is only suggested where the page wants it so, and not at all where it wants none', async () => {
    answerWith('risky');
    await standForm('typos="suggest"');
    await meetSuggestion('anna@gmial.com');
    expect(input().value).to.equal('anna@gmial.com');
    await standForm('typos="off"');
    await enterAddress('anna@gmial.com');
    await wait(600);
    expect(input().value).to.equal('anna@gmial.com');
    expect(isOpen()).to.equal(false);
  });

  it('becomes a suggestion when a listener prevents it', async () => {
    answerWith('risky');
    await standForm();
    events('email-verify-fix', (event) => {
      event.preventDefault();
    });
    await meetSuggestion('anna@gmial.com');
    expect(input().value).to.equal('anna@gmial.com');
  });
});
