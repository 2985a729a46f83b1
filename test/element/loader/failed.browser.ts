import assert from '../support/assert.js';
import { startLoader } from '../../../src/element/loader/start.js';
import { answerWith, button, form, input, one, stand, submissions, type Submission } from '../support/page.js';
import { click, enterAddress, typeAddress } from '../support/person.js';
import { eventually, once, wait } from '../support/time.js';

const PLAIN = `<form><label>Email <input type="email" name="email"></label>
  <button name="plan" value="free">Free</button> <button name="plan" value="paid">Paid</button></form>`;

describe('an element that cannot be loaded', () => {
  let settings: Record<string, unknown> = {};
  let tries = 0;
  const { warn } = console;
  const warnings: unknown[] = [];

  before(() => {
    console.warn = (text: unknown) => warnings.push(text);
    startLoader(
      () => {
        tries++;
        return Promise.reject(new Error('The line is cut.'));
      },
      () => settings,
    );
  });

  after(() => {
    console.warn = warn;
  });

  it('lets the form go at once with the pressed button, tells the author, and is tried again at the next use', async () => {
    answerWith('invalid');
    const sent = submissions();
    await stand(PLAIN);
    await enterAddress('anna@harbour-shop.com');
    await click(button('paid'));
    await eventually(() => {
      assert.deepEqual(
        sent.map(({ data }) => data['plan']),
        ['paid'],
      );
    });
    assert.ok(warnings.length > 0, `${warnings.length}`);
    const before = tries;
    input().blur();
    input().focus();
    await typeAddress('berta@harbour-shop.com');
    assert.ok(tries > before, `${tries}`);
  });

  const keeps = async (html = PLAIN): Promise<{ sent: Submission[]; reasons: string[] }> => {
    settings = { whenUnavailable: 'block', messages: { unknown: 'Bitte noch einmal.' } };
    const sent = submissions();
    await stand(html);
    const reasons: string[] = [];
    input().addEventListener('invalid', () => reasons.push(input().validationMessage));
    return { sent, reasons };
  };

  it('keeps the form where the site wants it so, says why for as long as nothing is pressed, and the next try is one', async () => {
    const { sent, reasons } = await keeps();
    await typeAddress('anna@harbour-shop.com');
    await click(button('paid'));
    await eventually(() => {
      assert.deepEqual(reasons, ['Bitte noch einmal.']);
    });
    await wait(50);
    // Chromium hides the message of an input that is valid.
    assert.equal(input().validationMessage, 'Bitte noch einmal.');
    assert.equal(sent.length, 0);
    settings = {};
    await click(button('free'));
    await eventually(() => {
      assert.deepEqual(
        sent.map(({ data }) => data['plan']),
        ['free'],
      );
    });
    assert.equal(reasons.length, 1);
  });

  it('keeps no words at a field that is corrected', async () => {
    const { reasons } = await keeps();
    await typeAddress('anna@harbour-shop.com');
    await click(button('paid'));
    await once(reasons);
    await typeAddress('berta@harbour-shop.com');
    assert.equal(input().validity.valid, true);
  });

  for (const [what, hide] of Object.entries({
    'that is hidden': (): boolean => (one('label').hidden = true),
    'that is disabled': (): boolean => (input().disabled = true),
    'that is inert': (): boolean => (one('label').inert = true),
  })) {
    it(`lets the form go, even so, with a field ${what}, where no words could be seen`, async () => {
      const { sent, reasons } = await keeps();
      input().value = 'anna@harbour-shop.com';
      form().requestSubmit(button('paid'));
      hide();
      await eventually(() => {
        assert.deepEqual(
          sent.map(({ data }) => [data['plan'], data['email']]),
          [['paid', 'anna@harbour-shop.com']],
        );
      });
      assert.deepEqual(reasons, []);
    });
  }
});
