import { expect } from '@esm-bundle/chai';
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
      expect(element().matches(':state(valid)')).to.equal(true);
      expect(tone()).to.equal('valid');
    });
    expect(line(), 'a good verdict is no news').to.equal('');
    expect(told).to.have.length(1);
    expect(told[0]!.decision).to.equal('allow');
    expect(told[0]!.verdict.email).to.equal('anna@harbour-shop.com');
    expect(told[0]!.receipt).to.equal(null);
    await type('x');
    expect(element().matches(':state(valid)')).to.equal(false);
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
        expect(sent.length).to.be.greaterThan(0);
      });
      counts.push(asked.length);
      expect(counts, when).to.deep.equal(count);
    }
  });

  it('is unknown, and blocks nothing, when nobody can be asked or the one asked fails', async () => {
    const sent = submissions();
    const told = events('email-verify-verdict');
    const errors = events('email-verify-error');
    await standForm();
    await typeAddress('anna@harbour-shop.com');
    await press('Enter');
    await once(sent);
    expect(errors, 'a page with no endpoint is no error').to.have.length(0);

    answerWith(() => Promise.reject(new Error('Out of order.')));
    await typeAddress('berta@harbour-shop.com');
    await press('Enter');
    await eventually(() => {
      expect(sent).to.have.length(2);
    });
    expect(told.map(({ verdict: { status } }) => status)).to.deep.equal(['unknown', 'unknown']);
    expect(errors.map(({ code, detail }) => [code, detail])).to.deep.equal([['refused', 'Error: Out of order.']]);
    expect(line()).to.equal('');
  });

  it('that is none counts as unknown', async () => {
    answerWith(() => ({ ok: true }) as never);
    const errors = events('email-verify-error');
    await standForm();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(errors.map(({ code }) => code)).to.deep.equal(['refused']);
    });
    expect(element().matches(':state(unknown)')).to.equal(true);
  });

  it('may leave out what it has nothing to say about', async () => {
    answerWith((email) => ({ email, status: 'invalid' }) as never);
    await standForm();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(tone()).to.equal('error');
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
      expect(answers.has('anna@harbour-shop.com')).to.equal(true);
    });
    await typeAddress('berta@harbour-shop.com');
    await eventually(() => {
      expect(answers.has('berta@harbour-shop.com')).to.equal(true);
    });
    answers.get('berta@harbour-shop.com')!('valid');
    answers.get('anna@harbour-shop.com')!('invalid');
    await wait(50);
    expect(told.map((event) => event.verdict.email)).to.deep.equal(['berta@harbour-shop.com']);
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
        expect(told.length).to.be.greaterThan(before);
      });
    }
    expect(told.map(({ decision }) => decision)).to.deep.equal(['warn', 'block', 'block', 'allow', 'allow']);
  });

  it('goes with a reset of the form', async () => {
    answerWith('invalid');
    await standForm();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(tone()).to.equal('error');
    });
    form().reset();
    await eventually(() => {
      expect(tone()).to.equal('');
      expect(input().validity.valid).to.equal(true);
      expect(input().getAttribute('aria-invalid')).to.equal(null);
    });
    expect(element().matches(':state(invalid)')).to.equal(false);
  });

  it('stays when a listener of the page has stopped the reset', async () => {
    answerWith('invalid');
    await standForm();
    form().addEventListener('reset', (event) => {
      event.preventDefault();
    });
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(tone()).to.equal('error');
    });
    form().reset();
    await wait(50);
    expect(tone()).to.equal('error');
  });

  it('changes nothing in the page around: no line moves when room is kept for it', async () => {
    answerWith('valid');
    await standForm('style="--email-verify-line-size: 2em"');
    const before = button().getBoundingClientRect().top;
    await typeAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(tone()).to.equal('valid');
    });
    expect(button().getBoundingClientRect().top).to.equal(before);
  });
});
