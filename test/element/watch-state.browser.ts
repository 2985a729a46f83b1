import assert from './support/assert.js';
import { watchState, type EmailVerifyState } from '../../src/element/watch-state.js';
import { answerWith, element, FIELD, form, input, stand, standForm, verdict } from './support/page.js';
import { enterAddress, typeAddress } from './support/person.js';
import { eventually, wait } from './support/time.js';

/** The states of the element from now on, oldest first. */
const watch = (): { states: EmailVerifyState[]; look: () => void; stop: () => void } => {
  const states: EmailVerifyState[] = [];
  return { states, ...watchState(element(), (state) => states.push(state)) };
};

const untilStatus = (states: EmailVerifyState[], status: EmailVerifyState['status']): Promise<void> =>
  eventually(() => {
    assert.equal(states.at(-1)?.status, status);
  });

describe('watchState', () => {
  it('follows an input outside of the element, and no other', async () => {
    answerWith('valid');
    await stand(
      `<form><email-verify for="mail"></email-verify>${FIELD.replace('<input', '<input id="mail"')}<input id="other"></form>`,
    );
    const { states } = watch();
    await enterAddress('anna@harbour-shop.com');
    await untilStatus(states, 'valid');
    await typeAddress('x', document.querySelector<HTMLInputElement>('#other')!);
    assert.equal(states.at(-1)?.status, 'valid');
    await typeAddress('b');
    await untilStatus(states, 'idle');
    assert.deepEqual(
      states.map(({ status }) => status),
      ['checking', 'valid', 'idle'],
    );
  });

  it('keeps the state when a reset is cancelled', async () => {
    answerWith('valid');
    await standForm();
    const { states } = watch();
    await enterAddress('anna@harbour-shop.com');
    await untilStatus(states, 'valid');
    const cancel = (event: Event): void => {
      event.preventDefault();
    };
    form().addEventListener('reset', cancel);
    form().reset();
    await wait(0);
    assert.equal(states.at(-1)?.status, 'valid');
    form().removeEventListener('reset', cancel);
    form().reset();
    await untilStatus(states, 'idle');
  });

  it('withdraws the suggestion where the element does: when the typed domain takes mail and is near no large provider', async () => {
    for (const [typed, meant, stays] of [
      ['anna@gmaill.com', 'anna@gmail.com', true],
      ['anna@seznm.cz', 'anna@seznam.cz', false],
    ] as const) {
      answerWith((email) => verdict(email, 'valid'));
      // The suggestion comes when the field is left: a verdict before that would leave the loop too soon.
      await standForm('validate-on="blur"');
      const { states } = watch();
      await enterAddress(typed);
      await untilStatus(states, 'valid');
      assert.ok(states.map(({ suggestion }) => suggestion).includes(meant));
      assert.equal(states.at(-1)?.suggestion, stays ? meant : null, typed);
    }
  });

  it('tells of an edit, and of a check in the same event, after the listeners of the page', async () => {
    answerWith('risky');
    await standForm();
    const { states } = watch();
    await enterAddress('anna@gmaill.com');
    await untilStatus(states, 'risky');
    assert.equal(states.at(-1)?.suggestion, 'anna@gmail.com');
    const before = states.length;
    const during: number[] = [];
    for (const capture of [true, false])
      form().addEventListener('input', () => during.push(states.length), { capture });
    // The listener of a page that checks at each key.
    input().addEventListener('input', () => void element().check());
    await typeAddress('b');
    assert.deepEqual(during, [before, before]);
    await untilStatus(states, 'invalid');
    assert.equal(states.at(-1)?.suggestion, null);
    assert.equal(states.at(-1)?.verdict?.email, 'b');
  });

  it('says nothing more when it is stopped', async () => {
    answerWith('valid');
    await standForm();
    const { states, stop } = watch();
    stop();
    await enterAddress('anna@harbour-shop.com');
    await element().check();
    assert.deepEqual(states, []);
  });

  it('says nothing of an edit when it is stopped right after', async () => {
    answerWith('valid');
    await standForm();
    const { states, stop } = watch();
    await enterAddress('anna@harbour-shop.com');
    await untilStatus(states, 'valid');
    const before = states.length;
    input().value = '';
    input().dispatchEvent(new Event('input', { bubbles: true }));
    stop();
    await wait(0);
    assert.equal(states.length, before);
  });

  it('notices by a look what code has set', async () => {
    answerWith('valid');
    await standForm();
    const { states, look } = watch();
    await enterAddress('anna@harbour-shop.com');
    await untilStatus(states, 'valid');
    look();
    assert.equal(states.at(-1)?.status, 'valid');
    input().value = '';
    look();
    assert.equal(states.at(-1)?.status, 'idle');
  });
});
