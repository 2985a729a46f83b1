import assert from '../support/assert.js';
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
    assert.equal(input().value, 'anna@gmial.com');
    await press('Tab');
    await eventually(() => {
      assert.ok(line().includes('Fixed typo: gmial.com → gmail.com'), line());
    });
    assert.equal(input().value, 'anna@gmail.com');
    assert.deepEqual(
      fixes.map(({ from, to }) => [from, to]),
      [['anna@gmial.com', 'anna@gmail.com']],
    );
    assert.equal(part('undo')!.textContent.trim(), 'Undo');
  });

  it('is taken back by the keyboard, and never made again', async () => {
    answerWith('valid');
    await standForm();
    await enterAddress('anna@gmial.com');
    await eventually(() => {
      assert.equal(part('undo') !== null, true);
    });
    // The field was left before there was a button: one step back reaches it.
    await press('Shift+Tab');
    assert.equal(focused(), 'undo');
    await press('Enter');
    assert.equal(input().value, 'anna@gmial.com');
    assert.equal(focused(), 'email', 'the person goes on where they were');
    await press('Tab');
    await wait(100);
    assert.equal(input().value, 'anna@gmial.com');
    assert.equal(suggestion(), '');
  });

  it('stays, and can be undone for good, when the page changes the case of each value', async () => {
    answerWith('valid');
    await standForm('debounce="0"');
    input().addEventListener('change', () => (input().value = input().value.toUpperCase()));
    await typeAddress('anna@gmial.com');
    await eventually(() => {
      assert.equal(tone(), 'valid');
    });
    await press('Tab');
    await eventually(() => {
      assert.equal(input().value, 'ANNA@GMAIL.COM');
    });
    await wait(50);
    await eventually(() => {
      assert.ok(line().includes('Fixed typo'), line());
      assert.equal(part('undo') !== null, true);
    });
    part('undo')!.click();
    assert.equal(input().value, 'ANNA@GMIAL.COM');
    await press('Tab');
    await wait(100);
    assert.equal(input().value, 'ANNA@GMIAL.COM');
  });

  it('is only suggested where the page wants it so, and not at all where it wants none', async () => {
    answerWith('risky');
    await standForm('typos="suggest"');
    await meetSuggestion('anna@gmial.com');
    assert.equal(input().value, 'anna@gmial.com');
    await standForm('typos="off"');
    await enterAddress('anna@gmial.com');
    await wait(600);
    assert.equal(input().value, 'anna@gmial.com');
    assert.equal(isOpen(), false);
  });

  it('becomes a suggestion when a listener prevents it', async () => {
    answerWith('risky');
    await standForm();
    events('email-verify-fix', (event) => {
      event.preventDefault();
    });
    await meetSuggestion('anna@gmial.com');
    assert.equal(input().value, 'anna@gmial.com');
  });
});
