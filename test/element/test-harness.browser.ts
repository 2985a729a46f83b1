/// <reference types="mocha" />
import assert from './support/assert.js';
import { leave, paste, settled, submitWith, type } from '../../src/element/test-harness.js';
import { answerWith, button, element, form, input, line, spoken, standForm, submissions } from './support/page.js';
import { eventually } from './support/time.js';

/** The names of the events that the field sees until the test ends. */
const watch = (...names: string[]): string[] => {
  const seen: string[] = [];
  for (const name of names) {
    input().addEventListener(name, (event) => {
      const key = event instanceof KeyboardEvent ? ` ${event.key}` : '';
      seen.push(name + key);
    });
  }
  return seen;
};

const KEYS = ['keydown', 'beforeinput', 'input', 'keyup', 'change', 'blur'];

describe('the harness for users’ own tests', () => {
  it('types letter by letter, with the events of a key for each', async () => {
    await standForm();
    const seen = watch(...KEYS);
    type(input(), 'ab');
    assert.equal(input().value, 'ab');
    const letter = (key: string): string[] => [`keydown ${key}`, 'beforeinput', 'input', `keyup ${key}`];
    assert.deepEqual(seen, [...letter('a'), ...letter('b')]);
    type(input(), '\b');
    assert.equal(input().value, 'a');
  });

  it('types nothing where the page prevents the key or the input', async () => {
    await standForm();
    input().addEventListener('keydown', (event) => {
      if (event.key === 'x') event.preventDefault();
    });
    input().addEventListener('beforeinput', (event) => {
      if (event.data === 'y') event.preventDefault();
    });
    type(input(), 'axyb');
    assert.equal(input().value, 'ab');
  });

  it('pastes in place of what stands there, and not where the page prevents it', async () => {
    await standForm();
    type(input(), 'old');
    const seen = watch('paste', 'beforeinput', 'input');
    paste(input(), 'anna@example.org');
    assert.equal(input().value, 'anna@example.org');
    assert.deepEqual(seen, ['paste', 'beforeinput', 'input']);
    let pasted: string | undefined;
    input().addEventListener('paste', (event) => {
      event.preventDefault();
      pasted = event.clipboardData?.getData('text/plain');
    });
    paste(input(), 'berta@example.org');
    assert.deepEqual([pasted, input().value], ['berta@example.org', 'anna@example.org']);
  });

  it('leaves a field with change, blur and focusout, with no change where nothing was changed', async () => {
    await standForm();
    type(input(), 'a');
    const seen = watch('change', 'blur', 'focusout');
    leave(input());
    assert.deepEqual(seen, ['change', 'blur', 'focusout']);
    seen.length = 0;
    type(input(), '');
    leave(input());
    assert.deepEqual(seen, ['blur', 'focusout']);
  });

  it('does with the element what a person does: a typo is fixed when the field is left', async () => {
    await standForm();
    type(input(), 'anna@gmial.com');
    leave(input());
    await eventually(() => {
      assert.equal(input().value, 'anna@gmail.com');
    });
  });

  it('waits until the verdict stands and is drawn', async () => {
    await standForm();
    answerWith('valid');
    assert.equal(await settled(element()), null);
    type(input(), 'anna@example.org');
    leave(input());
    assert.equal((await settled(element()))?.status, 'valid');
    paste(input(), 'nobody');
    leave(input());
    assert.equal((await settled(element()))?.status, 'invalid');
    assert.equal(line(), spoken());
    assert.ok(line().includes('name@example.com'), line());
  });

  it('submits by a button, once the verdict is there', async () => {
    await standForm();
    answerWith('valid');
    const sent = submissions();
    type(input(), 'anna@example.org');
    submitWith(button('paid'));
    await eventually(() => {
      assert.deepEqual(
        sent.map(({ data }) => data),
        [{ email: 'anna@example.org', plan: 'paid' }],
      );
    });
    assert.equal(sent[0]?.submitter, button('paid'));
    assert.equal(form().checkValidity(), true);
    assert.throws(() => {
      submitWith(document.createElement('button'));
    }, /no form/);
  });
});
