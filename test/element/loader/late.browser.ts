import assert from '../support/assert.js';
import { startLoader } from '../../../src/element/loader/start.js';
import { answerWith, button, element, form, input, one, stand, submissions, tone } from '../support/page.js';
import { click, typeAddress } from '../support/person.js';
import { eventually, once, wait } from '../support/time.js';

const PLAIN = `<form><label>Email <input type="email" name="email"></label>
  <button name="plan" value="free">Free</button> <button name="plan" value="paid">Paid</button></form>`;

describe('an element that comes late', () => {
  const settings: Record<string, unknown> = { hold: 150 };
  let arrive: () => void = () => undefined;

  before(() => {
    startLoader(
      async () => {
        await new Promise<void>((resolve) => (arrive = resolve));
        return import('../../../src/element/bundle.js');
      },
      () => settings,
    );
  });

  it('does not make the form wait longer than `hold`; an edit, a reset or leaving the page takes it back', async () => {
    const sent = submissions();
    await stand(PLAIN);
    for (const takeBack of [
      (): void => {
        form().reset();
      },
      (): unknown => {
        input().value = 'anna@harbour-shop.co';
        return input().dispatchEvent(new Event('input', { bubbles: true }));
      },
      (): unknown => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })),
    ]) {
      input().value = 'anna@harbour-shop.com';
      form().requestSubmit(button('paid'));
      takeBack();
      await wait(200);
      assert.equal(sent.length, 0);
    }
    input().value = 'anna@harbour-shop.com';
    form().requestSubmit(button('paid'));
    await wait(100);
    assert.equal(sent.length, 0);
    await wait(100);
    assert.deepEqual(
      sent.map(({ data }) => data['plan']),
      ['paid'],
    );
  });

  for (const hold of ['2s', '3e9', '', '-1', null]) {
    it(`holds the form for the default, or the maximum, when \`hold\` is ${JSON.stringify(hold)}`, async () => {
      settings['hold'] = hold;
      const sent = submissions();
      await stand(PLAIN);
      input().value = 'anna@harbour-shop.com';
      form().requestSubmit(button('paid'));
      await wait(50);
      assert.equal(sent.length, 0);
      form().reset();
    });
  }

  for (const [name, takeBack] of Object.entries({
    'an edit': (field: HTMLInputElement) => {
      field.value = 'anna@harbour-shop.co';
      return field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    },
    'a reset': ({ form: own }: HTMLInputElement) => own?.reset(),
  })) {
    it(`is taken back by ${name} in a shadow root`, async () => {
      Object.assign(settings, { shadow: true, hold: 150 });
      await stand('<div></div>');
      const root = one('main div').attachShadow({ mode: 'open' });
      root.innerHTML = PLAIN;
      let sent = 0;
      root.addEventListener('submit', (event) => {
        event.preventDefault();
        sent++;
      });
      const field = root.querySelector('input')!;
      field.focus();
      field.value = 'anna@harbour-shop.com';
      field.form?.requestSubmit();
      takeBack(field);
      await wait(250);
      assert.equal(sent, 0);
      field.value = 'anna@harbour-shop.com';
      field.form?.requestSubmit();
      await eventually(() => {
        assert.equal(sent, 1);
      });
    });
  }

  it('fixes a typo and takes over the submission that waits, with the newest button, and counts the time that it has waited', async () => {
    // Not the end of the hold sends it.
    settings['hold'] = 60_000;
    answerWith('valid');
    const sent = submissions();
    await stand(PLAIN);
    await typeAddress('anna@gmial.com');
    await click(button('paid'));
    await click(button('free'));
    await wait(50);
    assert.equal(sent.length, 0);
    arrive();
    await once(sent);
    await wait(50);
    assert.deepEqual(
      sent.map(({ data }) => [data['plan'], data['email']]),
      [['free', 'anna@gmail.com']],
    );
    await eventually(() => {
      assert.equal(tone(element()), 'valid');
    });
  });
});
