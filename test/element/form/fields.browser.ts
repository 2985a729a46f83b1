import assert from '../support/assert.js';
import type * as Copy from '../../../src/element/index.js';
import {
  answerWith,
  button,
  events,
  FIELD,
  form,
  input,
  one,
  PATIENT,
  stand,
  submissions,
  verdict,
  type Submission,
} from '../support/page.js';
import { click, press, typeAddress } from '../support/person.js';
import { eventually, once, wait } from '../support/time.js';

const named = (name: string): HTMLInputElement => one(`[name=${name}]`) as HTMLInputElement;
/** Whoever types slowly may have had a part of an address checked as well. */
const TEAM = ['anna', 'berta', 'carla'].map((name) => `${name}@harbour-shop.com`);
const focused = (): string => (document.activeElement as HTMLInputElement).name;

/** Each address is answered when the test says its name. */
const answerByName = (): { asked: string[]; answer: (name: string, status: 'valid' | 'invalid') => void } => {
  const open = new Map<string, (status: 'valid' | 'invalid') => void>();
  const asked = answerWith(
    (email) =>
      new Promise((resolve) => {
        open.set(email, (status) => {
          resolve(verdict(email, status));
        });
      }),
  );
  return {
    asked,
    answer: (name, status) => {
      open.get(`${name}@harbour-shop.com`)?.(status);
    },
  };
};

describe('a form with several fields', () => {
  let sent: Submission[];

  /** Three fields, filled in: `email` stands in the form, `copy` too, `boss` names its form from elsewhere. */
  const standFields = async (attributes = PATIENT): Promise<void> => {
    sent = submissions();
    await stand(`<form id="team"><email-verify ${attributes}>${FIELD}</email-verify>
      <email-verify ${attributes}><label>Copy to <input type="email" name="copy"></label></email-verify>
      <button name="plan" value="free">Free</button><button name="plan" value="paid">Paid</button></form>
      <email-verify ${attributes}><label>Boss <input type="email" name="boss" form="team"></label></email-verify>`);
    await typeAddress('anna@harbour-shop.com');
    await typeAddress('berta@harbour-shop.com', named('copy'));
    await typeAddress('carla@harbour-shop.com', named('boss'));
  };

  it('asks about all of them at once, waits for all and is sent once with the button that was pressed', async () => {
    const { asked, answer } = answerByName();
    await standFields();
    const holds = events('email-verify-hold');
    await click(button('paid'));
    await eventually(() => {
      for (const one of TEAM) assert.ok(asked.includes(one), one);
      assert.equal(holds.length, 3);
    });
    for (const name of ['carla', 'anna']) answer(name, 'valid');
    await wait(50);
    assert.equal(sent.length, 0);
    answer('berta', 'valid');
    await once(sent);
    await wait(50);
    assert.deepEqual(
      sent.map(({ data }) => data['plan']),
      ['paid'],
    );
  });

  it('is not sent when one is blocked: the focus goes to the first of those; corrected, it is sent once', async () => {
    const { asked, answer } = answerByName();
    await standFields();
    await click(button('paid'));
    await eventually(() => {
      for (const one of TEAM) assert.ok(asked.includes(one), one);
    });
    answer('carla', 'invalid');
    answer('berta', 'invalid');
    await wait(50);
    answer('anna', 'valid');
    await eventually(() => {
      assert.equal(focused(), 'copy');
    });
    assert.equal(sent.length, 0);
    await typeAddress('dora@harbour-shop.com', named('copy'));
    await typeAddress('emma@harbour-shop.com', named('boss'));
    await press('Enter');
    await eventually(() => {
      assert.equal(asked.length, 5);
    });
    answer('dora', 'valid');
    answer('emma', 'valid');
    await once(sent);
  });

  it('is taken back by an edit of any of them, even one that is found out already', async () => {
    const { asked, answer } = answerByName();
    await standFields();
    await click(button('paid'));
    await eventually(() => {
      for (const one of TEAM) assert.ok(asked.includes(one), one);
    });
    answer('anna', 'valid');
    await wait(20);
    await typeAddress('dora@harbour-shop.com');
    answer('berta', 'valid');
    answer('carla', 'valid');
    await wait(100);
    assert.equal(sent.length, 0);
  });

  it('checks the value that code sets into a verified field, when another field stops the form', async () => {
    const { asked, answer } = answerByName();
    await standFields();
    await click(button('paid'));
    await eventually(() => {
      for (const one of TEAM) assert.ok(asked.includes(one), one);
    });
    for (const name of ['anna', 'carla']) answer(name, 'valid');
    await wait(20);
    input().value = 'dora@harbour-shop.com';
    await wait(20);
    answer('berta', 'invalid');
    await eventually(() => {
      assert.ok(asked.includes('dora@harbour-shop.com'), asked.join());
    });
    assert.equal(sent.length, 0);
    assert.equal(one('email-verify').matches(':state(valid)'), false);
  });

  it('does not wait for those that are empty or disabled', async () => {
    const { asked, answer } = answerByName();
    await standFields();
    named('copy').value = '';
    named('boss').disabled = true;
    // The lines of both go, and the button moves up.
    await wait(50);
    await click(button('paid'));
    await eventually(() => {
      assert.ok(asked.includes('anna@harbour-shop.com'), asked.join());
    });
    answer('anna', 'valid');
    await once(sent);
  });

  it('waits for one that the browser has filled in, where nobody has been yet', async () => {
    const { asked, answer } = answerByName();
    sent = submissions();
    await stand(`<form><email-verify>${FIELD}</email-verify>
      <email-verify><label>Copy to <input type="email" name="copy"></label></email-verify>
      <button name="plan" value="free">Free</button></form>`);
    (one('[name=copy]') as HTMLInputElement).value = 'berta@harbour-shop.com';
    await typeAddress('anna@harbour-shop.com');
    await click(button());
    await eventually(() => {
      assert.equal(asked.length, 2);
    });
    answer('anna', 'valid');
    await wait(50);
    assert.equal(sent.length, 0);
    answer('berta', 'valid');
    await once(sent);
  });

  it('is sent within `hold` when nobody answers', async () => {
    answerByName();
    await standFields('hold="200"');
    await click(button('paid'));
    await once(sent);
    await wait(250);
    assert.equal(sent.length, 1);
  });

  it('asks about what the page has changed unnoticed before it is sent', async () => {
    const { asked, answer } = answerByName();
    await standFields();
    await click(button('paid'));
    await eventually(() => {
      for (const one of TEAM) assert.ok(asked.includes(one), one);
    });
    input().value = 'dora@harbour-shop.com';
    for (const name of ['anna', 'berta', 'carla']) answer(name, 'valid');
    await eventually(() => {
      assert.ok(asked.includes('dora@harbour-shop.com'), asked.join());
    });
    assert.equal(sent.length, 0);
    answer('dora', 'valid');
    await eventually(() => {
      assert.deepEqual(
        sent.map(({ data }) => data['plan']),
        ['paid'],
      );
    });
  });

  it('is sent once by two copies of the script', async () => {
    const { asked, answer } = answerByName();
    const { EmailVerifyElement } = (await import(
      new URL('/copy/src/element/index.ts', location.origin).href
    )) as typeof Copy;
    if (!customElements.get('email-verify-copy')) customElements.define('email-verify-copy', EmailVerifyElement);
    sent = submissions();
    await stand(`<form><email-verify>${FIELD}</email-verify>
      <email-verify-copy><label>Copy to <input type="email" name="copy"></label></email-verify-copy>
      <button name="plan" value="free">Free</button><button name="plan" value="paid">Paid</button></form>`);
    await typeAddress('anna@harbour-shop.com');
    await typeAddress('berta@harbour-shop.com', named('copy'));
    form().requestSubmit(button('paid'));
    for (const name of ['anna', 'berta']) {
      await eventually(() => {
        assert.ok(asked.includes(`${name}@harbour-shop.com`), asked.join());
      });
      assert.equal(sent.length, 0);
      answer(name, 'valid');
    }
    await once(sent);
    await wait(50);
    assert.deepEqual(
      sent.map(({ data }) => data['plan']),
      ['paid'],
    );
  });
});
