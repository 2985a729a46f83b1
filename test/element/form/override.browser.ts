import assert from '../support/assert.js';
import type { SubStatusCode } from '../../../src/protocol/index.js';
import { answerWith, button, input, line, spoken, standForm, submissions, tone, verdict } from '../support/page.js';
import { click, enterAddress, press, type, typeAddress } from '../support/person.js';
import { eventually, once, wait } from '../support/time.js';

/** Longer than between the two halves of a double click. */
const LATER_MS = 700;
const AGAIN = 'Submit again to use it anyway.';

describe('a blocked address with `override`', () => {
  const answer = (code?: SubStatusCode): void => {
    answerWith((email) => verdict(email, 'invalid', { sub_status: code ? [code] : [] }));
  };

  it('passes when it is submitted once more, and the form data says so', async () => {
    answer('mailbox_not_found');
    const sent = submissions();
    await standForm('override');
    await typeAddress('anna@harbour-shop.com');
    await click(button('paid'));
    await eventually(() => {
      assert.ok(line().includes('find anna@harbour-shop.com') && line().includes(AGAIN), line());
    });
    assert.ok(spoken().includes(AGAIN), spoken());
    assert.equal(document.activeElement === input(), true);
    assert.equal(input().getAttribute('aria-invalid'), 'true');
    assert.equal(sent.length, 0);
    await wait(LATER_MS);
    await click(button('paid'));
    await once(sent);
    assert.deepEqual(sent[0]!.data, {
      email: 'anna@harbour-shop.com',
      plan: 'paid',
      'email-verification-override': 'mailbox_not_found',
    });
    await eventually(() => {
      assert.equal(tone(), 'warning');
      assert.ok(!line().includes(AGAIN), line());
    });
  });

  it('is marked by its status where there is no code', async () => {
    answer();
    const sent = submissions();
    await standForm('override');
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(tone(), 'error');
    });
    assert.ok(!line().includes(AGAIN), line());
    await click(button('paid'));
    await eventually(() => {
      assert.ok(line().includes(AGAIN), line());
    });
    await wait(LATER_MS);
    await click(button('free'));
    await once(sent);
    assert.equal(sent[0]!.data['email-verification-override'], 'invalid');
    assert.equal(sent[0]!.data['plan'], 'free');
  });

  it('is not passed by a double click, which is one press', async () => {
    answer('mailbox_not_found');
    const sent = submissions();
    await standForm('override');
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(tone(), 'error');
    });
    // However long the page pauses between the two.
    const { now } = Date;
    const pressed = now();
    Date.now = () => pressed;
    try {
      button('paid').click();
      button('paid').click();
    } finally {
      Date.now = now;
    }
    assert.equal(sent.length, 0);
  });

  it('is forgotten by an edit', async () => {
    answer('mailbox_not_found');
    const sent = submissions();
    await standForm('override');
    await typeAddress('anna@harbour-shop.com');
    await press('Enter');
    await eventually(() => {
      assert.ok(line().includes(AGAIN), line());
    });
    await wait(LATER_MS);
    await type('x');
    await press('Backspace');
    await press('Enter');
    await eventually(() => {
      assert.ok(line().includes(AGAIN), line());
    });
    assert.equal(sent.length, 0);
    await wait(LATER_MS);
    await press('Enter');
    await once(sent);
    await type('x');
    assert.equal(document.querySelector('[name=email-verification-override]') === null, true);
  });

  for (const code of ['syntax_error', 'domain_not_found', 'null_mx', 'reserved_domain'] as const) {
    it(`never passes with ${code}: there can be no such address`, async () => {
      answer(code);
      const sent = submissions();
      await standForm('override', { form: 'novalidate' });
      await typeAddress('anna@harbour-shop.com');
      await press('Enter');
      await eventually(() => {
        assert.equal(tone(), 'error');
      });
      await wait(LATER_MS);
      await press('Enter');
      await wait(50);
      assert.equal(sent.length, 0);
      assert.ok(!line().includes(AGAIN), line());
    });
  }
});
