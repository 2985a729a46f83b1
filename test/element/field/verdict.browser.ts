import assert from '../support/assert.js';
import {
  answerWith,
  button,
  element,
  events,
  form,
  input,
  line,
  standForm,
  submissions,
  tone,
  verdict,
} from '../support/page.js';
import { enterAddress, press, type, typeAddress } from '../support/person.js';
import { eventually, once, wait } from '../support/time.js';

describe('a verdict', () => {
  it('is told by an event, a state and the sign', async () => {
    answerWith('valid');
    const told = events('email-verify-verdict');
    await standForm();
    await typeAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(element().matches(':state(valid)'), true);
      assert.equal(tone(), 'valid');
    });
    assert.equal(line(), '', 'a good verdict is no news');
    assert.equal(told.length, 1);
    assert.equal(told[0]!.decision, 'allow');
    assert.equal(told[0]!.verdict.email, 'anna@harbour-shop.com');
    assert.equal(told[0]!.receipt, null);
    await type('x');
    assert.equal(element().matches(':state(valid)'), false);
  });

  it('is asked for once the keys have rested, on leaving, or at submit, as the page wants it', async () => {
    const sent = submissions();
    for (const [when, count] of [
      ['input', [1, 1, 1]],
      ['blur', [0, 1, 1]],
      ['submit', [0, 0, 1]],
    ] as const) {
      const asked: string[] = [];
      sent.length = 0;
      // Longer than a busy machine rests between two keys.
      await standForm(`validate-on="${when}" debounce="500"`);
      element().addEventListener('email-verify-check', (event) => {
        asked.push(event.email);
        event.respondWith(verdict(event.email, 'valid'));
      });
      await typeAddress('anna@harbour-shop.com');
      await wait(700);
      const counts = [asked.length];
      await press('Tab');
      await wait(100);
      counts.push(asked.length);
      form().requestSubmit();
      await eventually(() => {
        assert.ok(sent.length > 0, `${sent.length}`);
      });
      counts.push(asked.length);
      assert.deepEqual(counts, count, when);
    }
  });

  it('is unknown, and blocks nothing, when nobody can be asked or the one asked fails', async () => {
    const sent = submissions();
    const told = events('email-verify-verdict');
    const errors = events('email-verify-error');
    // A busy machine pauses between the keys.
    await standForm('debounce="10000"');
    await typeAddress('anna@harbour-shop.com');
    await press('Enter');
    await once(sent);
    assert.equal(errors.length, 0, 'a page with no endpoint is no error');

    answerWith(() => Promise.reject(new Error('Out of order.')));
    await typeAddress('berta@harbour-shop.com');
    await press('Enter');
    await eventually(() => {
      assert.equal(sent.length, 2);
    });
    assert.deepEqual(
      told.map(({ verdict: { status } }) => status),
      ['unknown', 'unknown'],
    );
    assert.deepEqual(
      errors.map(({ code, detail }) => [code, detail]),
      [['refused', 'Error: Out of order.']],
    );
    assert.equal(line(), '');
  });

  it('that is none counts as unknown', async () => {
    answerWith(() => ({ ok: true }) as never);
    const errors = events('email-verify-error');
    await standForm();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.deepEqual(
        errors.map(({ code }) => code),
        ['refused'],
      );
    });
    assert.equal(element().matches(':state(unknown)'), true);
  });

  it('may leave out what it has nothing to say about', async () => {
    answerWith((email) => ({ email, status: 'invalid' }) as never);
    await standForm();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(tone(), 'error');
    });
  });

  it('is not sought when a listener prevents the check', async () => {
    const sent = submissions();
    await standForm('endpoint="/edge/"');
    events('email-verify-check', (event) => {
      event.preventDefault();
    });
    await typeAddress('invalid@harbour-shop.com');
    await press('Enter');
    await once(sent);
  });

  it('that is late, for a value that is no more, is dropped', async () => {
    const answers = new Map<string, (status: 'invalid' | 'valid') => void>();
    answerWith(
      (email) =>
        new Promise((resolve) => {
          answers.set(email, (status) => {
            resolve(verdict(email, status));
          });
        }),
    );
    const told = events('email-verify-verdict');
    await standForm('debounce="0"');
    await typeAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(answers.has('anna@harbour-shop.com'), true);
    });
    await typeAddress('berta@harbour-shop.com');
    await eventually(() => {
      assert.equal(answers.has('berta@harbour-shop.com'), true);
    });
    answers.get('berta@harbour-shop.com')!('valid');
    answers.get('anna@harbour-shop.com')!('invalid');
    await wait(50);
    assert.deepEqual(
      told.map((event) => event.verdict.email),
      ['berta@harbour-shop.com'],
    );
  });

  it('blocks, warns or allows by the attributes of the page', async () => {
    answerWith((email) => verdict(email, 'risky', { sub_status: ['disposable'] }));
    const told = events('email-verify-verdict');
    for (const attributes of [
      '',
      'block="invalid disposable"',
      'block="risky, invalid"',
      'warn=""',
      'block="risky" allow-domains="Example.org, Harbour-Shop.com"',
    ]) {
      await standForm(attributes);
      const before = told.length;
      await enterAddress('anna@harbour-shop.com');
      await eventually(() => {
        assert.ok(told.length > before, `${told.length}`);
      });
    }
    assert.deepEqual(
      told.map(({ decision }) => decision),
      ['warn', 'block', 'block', 'allow', 'allow'],
    );
  });

  it('goes with a reset of the form', async () => {
    answerWith('invalid');
    await standForm();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(tone(), 'error');
    });
    form().reset();
    await eventually(() => {
      assert.equal(tone(), '');
      assert.equal(input().validity.valid, true);
      assert.equal(input().getAttribute('aria-invalid'), null);
    });
    assert.equal(element().matches(':state(invalid)'), false);
  });

  it('stays when a listener of the page has stopped the reset', async () => {
    answerWith('invalid');
    await standForm();
    form().addEventListener('reset', (event) => {
      event.preventDefault();
    });
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(tone(), 'error');
    });
    form().reset();
    await wait(50);
    assert.equal(tone(), 'error');
  });

  it('changes nothing in the page around: no line moves when room is kept for it', async () => {
    answerWith('valid');
    await standForm('style="--email-verify-line-size: 2em"');
    const before = button().getBoundingClientRect().top;
    await typeAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(tone(), 'valid');
    });
    assert.equal(button().getBoundingClientRect().top, before);
  });
});
