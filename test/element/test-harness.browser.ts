/// <reference types="mocha" />
import { expect } from '@esm-bundle/chai';
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
    expect(input().value).to.equal('ab');
    const letter = (key: string): string[] => [`keydown ${key}`, 'beforeinput', 'input', `keyup ${key}`];
    expect(seen).to.deep.equal([...letter('a'), ...letter('b')]);
    type(input(), '\b');
    expect(input().value).to.equal('a');
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
    expect(input().value).to.equal('ab');
  });

  it('pastes in place of what stands there, and not where the page prevents it', async () => {
    await standForm();
    type(input(), 'old');
    const seen = watch('paste', 'beforeinput', 'input');
    paste(input(), 'anna@example.org');
    expect(input().value).to.equal('anna@example.org');
    expect(seen).to.deep.equal(['paste', 'beforeinput', 'input']);
    let pasted: string | undefined;
    input().addEventListener('paste', (event) => {
      event.preventDefault();
      pasted = event.clipboardData?.getData('text/plain');
    });
    paste(input(), 'berta@example.org');
    expect([pasted, input().value]).to.deep.equal(['berta@example.org', 'anna@example.org']);
  });

  it('leaves a field with change, blur and focusout, with no change where nothing was changed', async () => {
    await standForm();
    type(input(), 'a');
    const seen = watch('change', 'blur', 'focusout');
    leave(input());
    expect(seen).to.deep.equal(['change', 'blur', 'focusout']);
    seen.length = 0;
    type(input(), '');
    leave(input());
    expect(seen).to.deep.equal(['blur', 'focusout']);
  });

  it('does with the element what a person does: a typo is fixed when the field is left', async () => {
    await standForm();
    type(input(), 'anna@gmial.com');
    leave(input());
    await eventually(() => {
      expect(input().value).to.equal('anna@gmail.com');
    });
  });

  it('waits until the verdict stands and is drawn', async () => {
    await standForm();
    answerWith('valid');
    expect(await settled(element())).to.equal(null);
    type(input(), 'anna@example.org');
    leave(input());
    expect((await settled(element()))?.status).to.equal('valid');
    paste(input(), 'nobody');
    leave(input());
    expect((await settled(element()))?.status).to.equal('invalid');
    expect(line()).to.equal(spoken());
    expect(line()).to.contain('name@example.com');
  });

  it('submits by a button, once the verdict is there', async () => {
    await standForm();
    answerWith('valid');
    const sent = submissions();
    type(input(), 'anna@example.org');
    submitWith(button('paid'));
    await eventually(() => {
      expect(sent.map(({ data }) => data)).to.deep.equal([{ email: 'anna@example.org', plan: 'paid' }]);
    });
    expect(sent[0]?.submitter).to.equal(button('paid'));
    expect(form().checkValidity()).to.equal(true);
    expect(() => {
      submitWith(document.createElement('button'));
    }).to.throw('no form');
  });
});
