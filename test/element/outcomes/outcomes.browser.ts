import '../../../src/element/outcomes/outcomes.js';
import assert from '../support/assert.js';
import type { OutcomeRequest } from '../../../src/protocol/index.js';
import { answerLater, button, form, input, line, standForm, submissions, tone } from '../support/page.js';
import { click, enterAddress, typeAddress } from '../support/person.js';
import { eventually, once, wait } from '../support/time.js';

let name = '';
/** The reports that the edge has got of this test's form. */
const reports = async (): Promise<OutcomeRequest[]> =>
  (await (await fetch(`/edge/outcomes?form=${name}`)).json()) as OutcomeRequest[];
const counts = async (): Promise<string[][]> => (await reports()).map((report) => Object.keys(report.counts).sort());

const standCounted = async (attributes = ''): Promise<void> => {
  await standForm(`endpoint="/edge/" ${attributes}`, { form: `data-form="${name}"` });
};

/** Types the first letters, and waits until the code that counts is there. */
const begin = async (): Promise<void> => {
  await typeAddress('x');
  await new Promise((resolve) => {
    setTimeout(resolve, 200);
  });
};

/** Hides or shows the page, as far as it can tell. */
const hide = (hidden: boolean): void => {
  Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
  document.dispatchEvent(new Event('visibilitychange'));
};

const setPrivacyControl = (value: boolean): void => {
  Object.defineProperty(navigator, 'globalPrivacyControl', { configurable: true, value });
};

describe('outcomes', () => {
  beforeEach(() => {
    name = `form-${crypto.randomUUID()}`;
  });
  afterEach(() => {
    setPrivacyControl(false);
    hide(false);
  });

  it('are reported in one message when the form is sent, without an address', async () => {
    const sent = submissions();
    await standCounted();
    await begin();
    await enterAddress('valid@harbour-shop.com');
    await eventually(() => {
      assert.equal(tone(), 'valid');
    });
    await click(button());
    await once(sent);
    await eventually(async () => {
      assert.deepEqual(await counts(), [['checked', 'sent', 'used']]);
    });
    const [report] = await reports();
    const { token, form, held_out: heldOut, waits } = report ?? {};
    assert.deepEqual([token, form, heldOut], ['a token', name, false]);
    assert.ok(Number(waits?.verdict_ms) > 0);
    assert.ok(!JSON.stringify(report).includes('@') && !JSON.stringify(report).includes('harbour'));
    hide(true);
    await wait(100);
    assert.equal((await reports()).length, 1);
  });

  it('tell of a block when the page is hidden, and of what became of it when the form is sent', async () => {
    const sent = submissions();
    await standCounted();
    await begin();
    await enterAddress('invalid@harbour-shop.com');
    await eventually(() => {
      assert.equal(tone(), 'error');
    });
    hide(true);
    await eventually(async () => {
      assert.deepEqual(await counts(), [['blocked', 'checked', 'used']]);
    });
    hide(false);
    await enterAddress('valid@harbour-shop.com');
    await eventually(() => {
      assert.equal(tone(), 'valid');
    });
    await click(button());
    await once(sent);
    await eventually(async () => {
      assert.deepEqual((await counts())[1], ['healed', 'saved', 'sent']);
    });
  });

  it('tell of a fix, and of a submission that was held', async () => {
    const { answer, asked } = answerLater();
    const sent = submissions();
    await standCounted();
    await begin();
    await enterAddress('ada@gmial.com');
    assert.equal(input().value, 'ada@gmail.com');
    await click(button());
    await eventually(() => {
      assert.ok(asked.includes('ada@gmail.com'));
    });
    await wait(50);
    answer('valid');
    await once(sent);
    await eventually(async () => {
      assert.deepEqual(await counts(), [['checked', 'fixed', 'saved', 'sent', 'used']]);
    });
    assert.ok(Number((await reports())[0]?.waits.held_ms) >= 40);
  });

  it('wait for the end of a use while the code begins to count another form', async () => {
    await standCounted();
    await begin();
    await eventually(() => {
      assert.ok(performance.getEntriesByType('resource').some(({ name: url }) => url.endsWith('/edge/token')));
    });
    const other = form().cloneNode(true) as HTMLFormElement;
    form().after(other);
    const second = other.querySelector('input');
    assert.ok(second);
    await typeAddress('y', second);
    await wait(200);
    assert.deepEqual(await reports(), []);
    other.remove();
  });

  const sendOne = async (): Promise<void> => {
    const sent = submissions();
    await begin();
    await enterAddress('valid@harbour-shop.com');
    await click(button());
    await once(sent);
    await wait(200);
  };

  for (const attributes of ['outcomes="off"', 'privacy="local"'])
    it(`are not counted with ${attributes}`, async () => {
      await standCounted(attributes);
      await sendOne();
      assert.deepEqual(await reports(), []);
    });

  it('are counted with privacy="local" if the page says so', async () => {
    await standCounted('privacy="local" outcomes="on"');
    await sendOne();
    await eventually(async () => {
      assert.equal((await reports()).length, 1);
    });
  });

  it('are not counted with Global Privacy Control, whatever the page says', async () => {
    setPrivacyControl(true);
    await standCounted('outcomes="on" holdout="100"');
    await sendOne();
    assert.deepEqual(await reports(), []);
    assert.equal(tone(), 'valid', 'a page view that is not counted is not held out');
  });

  it('ask for no token, and say nothing without one', async () => {
    const before = performance.getEntriesByType('resource').length;
    await standForm(`endpoint="/edge/none/" outcomes="on" privacy="local"`, { form: `data-form="${name}"` });
    await begin();
    hide(true);
    await wait(200);
    const asked = performance.getEntriesByType('resource').slice(before);
    assert.deepEqual(
      asked.map(({ name: url }) => new URL(url).pathname).filter((path) => path.startsWith('/edge/none')),
      [],
    );
  });
});

describe('the hold-out group', () => {
  beforeEach(() => {
    name = `form-${crypto.randomUUID()}`;
  });

  it('sees nothing, is not held and not blocked, and is counted', async () => {
    const sent = submissions();
    await standCounted('holdout="100"');
    await begin();
    await enterAddress('ada@gmial.com');
    assert.equal(input().value, 'ada@gmial.com');
    await enterAddress('invalid@harbour-shop.com');
    await eventually(() => {
      assert.ok(new FormData(form()).get('email-verification'), 'it is checked all the same');
    });
    assert.deepEqual(
      [line(), tone(), input().validity.valid, input().getAttribute('aria-invalid')],
      ['', '', true, null],
    );
    await click(button());
    await once(sent);
    await eventually(async () => {
      assert.deepEqual(await counts(), [['checked', 'sent', 'used']]);
    });
    assert.equal((await reports())[0]?.held_out, true);
  });

  it('does not wait for a verdict', async () => {
    answerLater();
    const sent = submissions();
    await standCounted('holdout="100"');
    await begin();
    await typeAddress('ada@harbour-shop.com');
    form().requestSubmit();
    assert.equal(sent.length, 1);
  });

  it('is empty with holdout="0"', async () => {
    await standCounted('holdout="0"');
    await enterAddress('invalid@harbour-shop.com');
    await eventually(() => {
      assert.equal(tone(), 'error');
    });
  });
});
