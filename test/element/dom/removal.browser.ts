import assert from '../support/assert.js';
import {
  answerLater,
  answerWith,
  button,
  element,
  input,
  one,
  PATIENT,
  stand,
  standForm,
  tone,
} from '../support/page.js';
import { click, enterAddress, typeAddress } from '../support/person.js';
import { meetSuggestion } from '../support/suggestion.js';
import { eventually, wait } from '../support/time.js';

/**
 * True if a listener counts. Those on the element's inner nodes go with the nodes; those to `email-verify-…` are the
 * tests' own.
 */
const isOfPage = (target: EventTarget, type: string): boolean =>
  (target === window || (target instanceof Node && document.contains(target))) && !type.startsWith('email-verify');

/** Counts what is set up and not yet taken down, from now on: listeners outside of the element, and timers. */
const watch = () => {
  const listeners = new Map<string, number>();
  const timers = new Set<unknown>();
  const { prototype } = EventTarget;
  const addEventListener = Object.getOwnPropertyDescriptor(prototype, 'addEventListener')!
    .value as EventTarget['addEventListener'];
  const removeEventListener = Object.getOwnPropertyDescriptor(prototype, 'removeEventListener')!
    .value as EventTarget['removeEventListener'];
  const setTimeout = window.setTimeout.bind(window);
  const clearTimeout = window.clearTimeout.bind(window);
  const count = (key: string, by: number): void => void listeners.set(key, (listeners.get(key) ?? 0) + by);
  prototype.addEventListener = function (this: EventTarget, type, listener, options) {
    const { signal, once } = typeof options === 'object' ? options : {};
    if (isOfPage(this, type)) {
      const key = `${this.constructor.name} ${type}`;
      count(key, 1);
      const down = (): void => {
        count(key, -1);
      };
      if (signal) addEventListener.call(signal, 'abort', down, { once: true });
      if (once) addEventListener.call(this, type, down, { once });
    }
    addEventListener.call(this, type, listener, options);
  };
  prototype.removeEventListener = function (this: EventTarget, type, listener, options) {
    if (isOfPage(this, type)) count(`${this.constructor.name} ${type}`, -1);
    removeEventListener.call(this, type, listener, options);
  };
  Object.assign(window, {
    setTimeout: (act: () => void, ms?: number) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        act();
      }, ms);
      // The test runner has timers of its own.
      if (new Error().stack?.includes('/src/element/')) timers.add(timer);
      return timer;
    },
    clearTimeout: (timer: number) => {
      timers.delete(timer);
      clearTimeout(timer);
    },
  });
  return {
    listeners: () => [...listeners].filter(([, n]) => n !== 0),
    timers: () => timers.size,
    end: () => {
      Object.assign(prototype, { addEventListener, removeEventListener });
      Object.assign(window, { setTimeout, clearTimeout });
    },
  };
};

/** All that a page can see of the input. */
const looks = (field: HTMLInputElement): unknown => ({
  html: field.outerHTML,
  message: field.validationMessage,
  custom: field.validity.customError,
  form: field.form && [...field.form.elements].map((control) => (control as HTMLInputElement).name),
});

const FORM_FIELD =
  '<label>Email <input type="email" name="email" aria-describedby="hint" aria-invalid="false"></label>';

const states: Record<string, () => Promise<void>> = {
  'before anybody came': () => Promise.resolve(),
  'while a check runs that holds the form': async () => {
    answerLater();
    await typeAddress('anna@harbour-shop.com');
    await click(button());
    await eventually(() => {
      assert.equal(tone(), 'checking');
    });
  },
  'before the debounce is over': async () => {
    answerLater();
    await typeAddress('anna@harbour-shop.com');
  },
  'with an error': async () => {
    answerWith('invalid');
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(input().validity.customError, true);
    });
  },
  'with a receipt': async () => {
    await enterAddress('valid@harbour-shop.com');
    await eventually(() => {
      assert.equal(tone(), 'valid');
    });
    // A click puts the hidden field into the form.
    await click(one('form'));
    assert.equal(document.querySelector('[name=email-verification]') !== null, true);
  },
  'with a fix': async () => {
    answerWith('valid');
    await enterAddress('anna@gmial.com');
    await eventually(() => {
      assert.equal(input().value, 'anna@gmail.com');
    });
  },
  'with a suggestion': () => {
    answerWith('risky');
    return meetSuggestion();
  },
};

describe('an element that is taken away', () => {
  for (const [state, come] of Object.entries(states)) {
    for (const way of ['wrap', 'for'] as const) {
      it(`${state} (${way}) leaves no listener, no timer, and the input and the form as they were`, async () => {
        const watching = watch();
        try {
          const [around, beside] =
            way === 'wrap' ? [FORM_FIELD, ''] : ['', FORM_FIELD.replace('<input', '<input id="mail"')];
          await stand(`<form>${beside}
            <email-verify debounce="300" endpoint="/edge/" ${PATIENT} ${way === 'for' ? 'for="mail"' : ''}>${around}</email-verify>
            <button value="free">Free</button></form>`);
          const before = looks(input());
          await come();
          // The typed text stays.
          const host = element();
          const field = input();
          host.replaceWith(...host.children);
          await eventually(() => {
            assert.deepEqual(watching.listeners(), []);
          });
          assert.equal(document.querySelector('[role=status], [name=email-verification]') === null, true);
          assert.deepEqual(looks(field), before);
          await eventually(() => {
            assert.equal(watching.timers(), 0);
          });
        } finally {
          watching.end();
        }
      });
    }
  }

  it('listens as often after ten moves as before', async () => {
    answerWith('invalid');
    await standForm();
    await stand(`<div></div><div></div>${one('main').innerHTML}`);
    const watching = watch();
    try {
      const form = one('form');
      const move = async (n: number): Promise<[string, number][]> => {
        one(`main > div:nth-of-type(${(n % 2) + 1})`).append(form);
        await wait(0);
        return watching.listeners();
      };
      const once = await move(0);
      for (let n = 1; n <= 10; n++) await move(n);
      assert.deepEqual(await move(0), once);
    } finally {
      watching.end();
    }
  });
});
