import type { EmailVerifyElement } from '../../src/element/index.js';
import assert from './support/assert.js';
import { answerWith, FIELD, form, one, PATIENT, submissions } from './support/page.js';
import { eventually, once } from './support/time.js';

const COUNT = 100;
const FIELDS = `<email-verify ${PATIENT}>${FIELD}</email-verify>`.repeat(COUNT);

const elements = (): EmailVerifyElement[] => [...document.querySelectorAll('email-verify')];
const inputs = (): HTMLInputElement[] => [...document.querySelectorAll<HTMLInputElement>('main input')];
const last = <T>(all: T[]): T => all[COUNT - 1]!;
/** True if the element has had its turn. Its `input` and its `updateComplete` would connect it. */
const isReady = (element: EmailVerifyElement): boolean => !element.isUpdatePending;
const allReady = (): Promise<void> =>
  eventually(() => {
    assert.equal(elements().filter(isReady).length, elements().length);
  });

/** Inserts a form with many fields, and runs `act` in the same task. */
const insertMany = async (act: () => unknown): Promise<void> => {
  one('main').innerHTML = `<form>${FIELDS}</form>`;
  await act();
  await allReady();
};

/** Waits for the promises of this task, not for the next task. */
const microtasks = async (): Promise<void> => {
  for (let count = 0; count < 20; count++) await Promise.resolve();
};

describe('a page with a hundred fields', () => {
  it('connects a few in the task that inserts them, and all of them soon', async () => {
    await insertMany(async () => {
      await microtasks();
      const ready = elements().filter(isReady).length;
      assert.ok(ready >= 1 && ready <= 10);
    });
    const fields = inputs();
    assert.ok(elements().every(({ input }, index) => input === fields[index]));
  });

  it('lays all of them out at once', async () => {
    let before = 0;
    await insertMany(() => {
      before = form().getBoundingClientRect().height;
      assert.equal(getComputedStyle(last(elements())).display, 'block');
    });
    assert.equal(form().getBoundingClientRect().height, before);
  });

  it('keeps the space of the line at the last one from the start', async () => {
    document.documentElement.style.setProperty('--email-verify-line-size', '20px');
    try {
      let before = 0;
      await insertMany(() => {
        before = form().getBoundingClientRect().height;
        assert.ok(before >= COUNT * 20);
      });
      assert.equal(form().getBoundingClientRect().height, before);
    } finally {
      document.documentElement.style.removeProperty('--email-verify-line-size');
    }
  });

  it('completes the update of the last one at once', async () => {
    await insertMany(async () => {
      const { updateComplete } = last(elements());
      await microtasks();
      assert.ok(isReady(last(elements())));
      assert.ok(await updateComplete);
      assert.ok(!elements().every(isReady));
    });
  });

  it('names the input of the last one at once', async () => {
    await insertMany(() => {
      assert.ok(last(elements()).input === last(inputs()));
    });
  });

  it('checks what was typed into the last one before it was connected', async () => {
    const asked = answerWith('valid');
    await insertMany(() => {
      const field = last(inputs());
      field.focus();
      field.value = 'anna@harbour-shop.com';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await once(asked);
  });

  it('holds a form that is submitted before its fields are connected, and sends it once', async () => {
    const asked = answerWith('valid');
    const sent = submissions();
    await insertMany(() => {
      last(inputs()).value = 'anna@harbour-shop.com';
      form().requestSubmit();
      assert.equal(sent.length, 0);
    });
    await once(sent);
    assert.deepEqual(asked, ['anna@harbour-shop.com']);
  });

  it('gives a verdict to a script that asks the last one at once', async () => {
    answerWith('risky');
    let verdict: unknown;
    await insertMany(() => {
      last(inputs()).value = 'anna@harbour-shop.com';
      void last(elements())
        .check()
        .then((found) => (verdict = found?.status));
    });
    await eventually(() => {
      assert.equal(verdict, 'risky');
    });
  });

  it('completes the update of one that is removed in the task that inserts it', async () => {
    await insertMany(async () => {
      const removed = last(elements());
      removed.remove();
      assert.ok(await removed.updateComplete);
    });
  });

  it('completes an update that was asked for before the removal', async () => {
    await insertMany(async () => {
      const removed = last(elements());
      const { updateComplete } = removed;
      removed.remove();
      assert.ok(await updateComplete);
    });
  });

  it('binds one that is removed before its turn when it comes back', async () => {
    let removed = last(elements());
    await insertMany(() => {
      removed = last(elements());
      removed.remove();
    });
    const asked = answerWith('valid');
    one('form').append(removed);
    assert.ok(removed.input === last(inputs()));
    removed.input.focus();
    removed.input.value = 'anna@harbour-shop.com';
    removed.input.dispatchEvent(new Event('input', { bubbles: true }));
    await once(asked);
  });

  it('binds one that is moved in the task that inserts it', async () => {
    const asked = answerWith('valid');
    await insertMany(() => {
      const moved = last(elements());
      one('form').prepend(moved);
    });
    const [moved] = elements();
    const [field] = inputs();
    assert.ok(moved!.input === field);
    field.focus();
    field.value = 'anna@harbour-shop.com';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await once(asked);
  });

  it('binds each clone of a form to its own fields', async () => {
    await insertMany(() => {
      form().after(form().cloneNode(true));
    });
    const fields = [...document.querySelectorAll<HTMLInputElement>('main input')];
    assert.equal(fields.length, 2 * COUNT);
    assert.ok(elements().every(({ input }, index) => input === fields[index]));
  });

  it('binds those of a body that is parsed in another document and adopted, as by Turbo', async () => {
    const parsed = new DOMParser().parseFromString(`<form>${FIELDS}</form>`, 'text/html');
    one('main').append(...parsed.body.childNodes);
    assert.ok(last(elements()).input === last(inputs()));
    await allReady();
    assert.ok(elements().every(({ input }, index) => input === inputs()[index]));
  });

  it('checks what a browser has filled into the last one without an event', async () => {
    const asked = answerWith('valid');
    await insertMany(() => {
      last(inputs()).value = 'anna@harbour-shop.com';
    });
    await once(asked);
  });

  it('shows the state of the last one that a script checks at once', async () => {
    answerWith('valid');
    await insertMany(async () => {
      last(inputs()).value = 'anna@harbour-shop.com';
      await last(elements()).check();
      assert.ok(last(elements()).matches(':state(valid)'));
    });
  });

  it('forgets what was typed into the last one when a script resets it at once', async () => {
    const asked = answerWith('valid');
    await insertMany(() => {
      last(inputs()).value = 'anna@harbour-shop.com';
      last(elements()).reset();
    });
    assert.equal(asked.length, 0);
  });
});
