import assert from '../support/assert.js';
import {
  answerWith,
  button,
  events,
  FIELD,
  input,
  line,
  part,
  stand,
  standForm,
  submissions,
  tone,
} from '../support/page.js';
import { click, press, type, typeAddress } from '../support/person.js';
import { eventually, once, wait } from '../support/time.js';

const ADDRESS = 'anna@harbour-shop.com';

describe('validate-on', () => {
  const asks = { input: [1, 1, 1], blur: [0, 1, 1], submit: [0, 0, 1] } as const;
  for (const [when, counts] of Object.entries(asks)) {
    it(`="${when}" asks then, and no earlier`, async () => {
      const asked = answerWith('valid');
      const sent = submissions();
      await standForm(`validate-on="${when}" debounce="20"`);
      // On slow keys a shorter address is one too.
      const times = (): number => asked.filter((address) => address === ADDRESS).length;
      const [typed, left, submitted] = counts;
      await typeAddress(ADDRESS);
      await wait(200);
      assert.equal(times(), typed);
      await press('Tab');
      await wait(200);
      assert.equal(times(), left);
      await click(button());
      await once(sent);
      assert.equal(times(), submitted);
      if (when !== 'input') assert.equal(asked.length, 1);
    });
  }
});

describe('privacy="local"', () => {
  for (const when of ['input', 'blur', 'submit'])
    it(`asks nobody and fetches no token before the form is sent, with validate-on="${when}"`, async () => {
      const requested = (): string[] =>
        performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
      const asked = events('email-verify-check');
      performance.clearResourceTimings();
      const sent = submissions();
      await standForm(`endpoint="/edge/" privacy="local" validate-on="${when}" debounce="20"`);
      await typeAddress('valid@gmial.com');
      await press('Tab');
      await eventually(() => {
        assert.equal(input().value, 'valid@gmail.com');
        assert.equal(part('undo') !== null, true);
      });
      await click(part('undo')!);
      await press('Tab');
      await wait(200);
      assert.deepEqual(
        [asked.length, requested().filter((path) => path.startsWith('/edge/')), sent.length],
        [0, [], 0],
      );
      await click(button());
      await once(sent);
      assert.equal(asked.length, 1);
      assert.equal(sent[0]?.data['email-verification'], 'receipt for valid@gmial.com');
    });

  it('is meant by a misspelt value, too, and the console says so', async () => {
    const asked = events('email-verify-check');
    const warn = console.warn;
    const said: unknown[] = [];
    console.warn = (...words: unknown[]) => void said.push(...words);
    try {
      await standForm('endpoint="/edge/" privacy="locale" debounce="20"');
      await typeAddress(ADDRESS);
      await press('Tab');
      await wait(200);
    } finally {
      console.warn = warn;
    }
    assert.equal(asked.length, 0);
    assert.match(said.join(' '), /privacy must be one of off, hashed-domain, local, got "locale"/);
  });

  it('refuses text that is no address when the field is left, without a request', async () => {
    const asked = events('email-verify-check');
    await standForm('endpoint="/edge/" privacy="local"');
    await typeAddress('anna@');
    await press('Tab');
    await eventually(() => {
      assert.equal(tone(), 'error');
    });
    assert.equal(asked.length, 0);
  });
});

describe('privacy="hashed-domain"', () => {
  const real = globalThis.fetch;
  afterEach(() => {
    globalThis.fetch = real;
  });
  /** The addresses that were sent to the edge so far. */
  const listen = (): string[] => {
    const sent: string[] = [];
    globalThis.fetch = (target, init) => {
      if (typeof init?.body === 'string' && init.body) sent.push((JSON.parse(init.body) as { email: string }).email);
      return real(target, init);
    };
    return sent;
  };

  it('sends no local part before the form, and the address with it', async () => {
    const bodies = listen();
    const asked = events('email-verify-check');
    const sent = submissions();
    await standForm('endpoint="/edge/" privacy="hashed-domain" outcomes="off" debounce="20"');
    await typeAddress('valid@harbour.example');
    await press('Tab');
    await wait(200);
    assert.deepEqual([asked.length, [...new Set(bodies)].filter((email) => !email.startsWith('postmaster@'))], [0, []]);
    assert.ok(bodies.includes('postmaster@harbour.example'), bodies.join());
    // Nobody has asked about the mailbox yet.
    assert.equal(tone(), '');
    await click(button());
    await once(sent);
    assert.equal(bodies.at(-1), 'valid@harbour.example');
    assert.equal(sent[0]?.data['email-verification'], 'receipt for valid@harbour.example');
  });

  it('tells of a domain without mail, and of a disposable one, when the field is left', async () => {
    const bodies = listen();
    const sent = submissions();
    await standForm('endpoint="/edge/" privacy="hashed-domain" outcomes="off" debounce="20"');
    await typeAddress('valid@gone.example');
    await press('Tab');
    await eventually(() => {
      assert.equal(tone(), 'error');
    });
    await click(button());
    await wait(100);
    assert.equal(sent.length, 0);
    await typeAddress('valid@throwaway.example');
    await press('Tab');
    await eventually(() => {
      assert.equal(tone(), 'warning');
    });
    assert.deepEqual(
      bodies.filter((email) => !email.startsWith('postmaster@')),
      [],
    );
    await click(button());
    await once(sent);
    assert.equal(sent[0]?.data['email-verification'], 'receipt for valid@throwaway.example');
  });
});

describe('the field', () => {
  it('says nothing while the person types, speaks when they leave, and falls silent at the first key', async () => {
    const asked = answerWith('invalid');
    await stand(`<email-verify debounce="20">${FIELD}</email-verify>`);
    await typeAddress(ADDRESS);
    await eventually(() => {
      assert.ok(asked.includes(ADDRESS), asked.join());
    });
    await wait(50);
    assert.deepEqual([tone(), line()], ['', '']);
    assert.equal(input().hasAttribute('aria-invalid'), false);
    await press('Tab');
    await eventually(() => {
      assert.equal(tone(), 'error');
    });
    input().focus();
    await type('x');
    await eventually(() => {
      assert.deepEqual([tone(), line()], ['', '']);
      assert.equal(input().hasAttribute('aria-invalid'), false);
    });
  });

  it('takes what an input method composed in the order of WebKit: input before compositionend', async () => {
    const asked = answerWith('valid');
    await stand(`<email-verify debounce="20">${FIELD}</email-verify>`);
    await typeAddress('a');
    const tell = (event: Event): void => void input().dispatchEvent(event);
    tell(new CompositionEvent('compositionstart', { bubbles: true }));
    input().value = 'anna@harbour-shop.co';
    tell(new InputEvent('input', { bubbles: true, isComposing: true, inputType: 'insertCompositionText' }));
    input().value = ADDRESS;
    tell(new InputEvent('input', { bubbles: true, inputType: 'insertFromComposition' }));
    tell(new CompositionEvent('compositionend', { bubbles: true }));
    await eventually(() => {
      assert.deepEqual(asked, [ADDRESS]);
    });
    await wait(100);
    assert.deepEqual(asked, [ADDRESS]);
  });

  it('checks what is pasted', async () => {
    const asked = answerWith('valid');
    await stand(`<input name="from"><email-verify>${FIELD}</email-verify>`);
    const from = document.querySelector<HTMLInputElement>('[name=from]')!;
    await typeAddress(ADDRESS, from);
    from.select();
    await press('Control+c');
    input().focus();
    await press('Control+v');
    await eventually(() => {
      assert.equal(input().value, ADDRESS);
      assert.deepEqual(asked, [ADDRESS]);
    });
  });
});
