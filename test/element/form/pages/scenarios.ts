/// <reference types="mocha" />
import assert from '../../support/assert.js';
import { answerLater, answerWith, element, form, input, one, verdict } from '../../support/page.js';
import { click, press, type, typeAddress } from '../../support/person.js';
import { eventually, wait } from '../../support/time.js';
import type { Page } from './pages.js';

const HOLD_MS = 3000;
/** As long as something that must not happen is waited for. */
const CALM_MS = 60;
const GOOD = 'a@port.de';
const BAD = 'b@port.de';

/**
 * Takes a node out of the page; returns a function that puts it back, since the framework that created it looks for it.
 */
const takeAway = (node: Element): (() => void) => {
  const { parentNode, nextSibling } = node;
  node.remove();
  return () => {
    parentNode?.insertBefore(node, nextSibling);
  };
};

const button = (value: string): HTMLElement => one(`main [value=${value}]`);

/**
 * Ways to cancel a held submission. A way that removes a node resolves to a function that puts it back for the page's
 * framework.
 */
const TAKE_BACK: [string, () => Promise<(() => void) | undefined>][] = [
  [
    'an edit',
    async () => {
      input().focus();
      await type('x');
      return undefined;
    },
  ],
  [
    'a reset of the form',
    async () => {
      form().reset();
      await wait(20);
      return undefined;
    },
  ],
  ['the end of the element', () => Promise.resolve(takeAway(element()))],
  ['the end of the form', () => Promise.resolve(takeAway(form()))],
  [
    'the end of the page',
    () => {
      window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      return Promise.resolve(undefined);
    },
  ],
];

/** Tells all stories of one kind of page: each time its form is sent exactly once with the right button, or not at all. */
export const describeScenarios = ({ name, stand, enter = 'free', sends, custom = false }: Page): void => {
  const plans = sends ?? { free: 'free', paid: 'paid' };

  describe(name, () => {
    let page: Awaited<ReturnType<typeof stand>>;

    afterEach(() => {
      page.leave?.();
    });

    /** It has been sent with this, and nothing comes after it. */
    const expectSent = async (...expected: (string | null)[]): Promise<void> => {
      await eventually(async () => {
        assert.deepEqual(await page.sent(), expected);
      });
      await wait(CALM_MS);
      assert.deepEqual(await page.sent(), expected);
    };

    /** Types an address and presses a button, so that the form is held; returns a function that answers the check. */
    const hold = async (plan = 'paid', holdMs = HOLD_MS): Promise<ReturnType<typeof answerLater>['answer']> => {
      const { asked, answer } = answerLater();
      page = await stand(holdMs);
      await typeAddress(GOOD);
      await click(button(plan));
      // A driver that pauses between two keys has the text before the last one checked too.
      await eventually(() => {
        assert.equal(asked.at(-1), GOOD);
      });
      return answer;
    };

    it('is sent by Enter', async () => {
      answerWith('valid');
      page = await stand(HOLD_MS);
      await typeAddress(GOOD);
      await press('Enter');
      await expectSent(enter);
    });

    for (const [plan, sent] of Object.entries(plans)) {
      it(`is held while the address is checked, and sent by the button '${plan}'`, async () => {
        const answer = await hold(plan);
        await wait(CALM_MS);
        assert.deepEqual(await page.sent(), []);
        answer('valid');
        await expectSent(sent);
      });
    }

    it('is sent by the newer of two presses', async () => {
      const answer = await hold('paid');
      await click(button('free'));
      answer('valid');
      await expectSent(plans['free'] ?? null);
    });

    for (const [what, takeBack] of TAKE_BACK) {
      it(`is taken back by ${what}`, async () => {
        const answer = await hold();
        const putBack = await takeBack();
        answer('valid');
        await expectSent();
        putBack?.();
      });
    }

    it('is sent by a press after the page came back', async () => {
      const answer = await hold();
      window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      answer('valid');
      await expectSent();
      await click(button('paid'));
      await expectSent(plans['paid'] ?? null);
    });

    it('is not sent with a blocked address, whose input has the focus; corrected, it is sent', async () => {
      answerWith((email) => verdict(email, email === BAD ? 'invalid' : 'valid'));
      page = await stand(HOLD_MS);
      await typeAddress(BAD);
      await click(button('paid'));
      await eventually(() => {
        assert.equal(element().matches(':state(invalid)'), true);
        assert.equal(document.activeElement === input(), true);
      });
      await click(button('paid'));
      await expectSent();
      await typeAddress(GOOD);
      await click(button('paid'));
      await expectSent(plans['paid'] ?? null);
    });

    it('is sent when the check fails', async () => {
      answerWith(() => Promise.reject(new Error('The line is cut.')));
      page = await stand(HOLD_MS);
      await typeAddress(GOOD);
      await click(button('paid'));
      await expectSent(plans['paid'] ?? null);
    });

    it('is sent within `hold` when nobody answers, and a late answer changes nothing', async () => {
      const answer = await hold('paid', 200);
      await expectSent(plans['paid'] ?? null);
      answer('invalid');
      await expectSent(plans['paid'] ?? null);
    });

    it('is left to a listener that stops it, which hears of it once', async () => {
      const answer = await hold();
      let heard = 0;
      form().addEventListener(
        'submit',
        (event) => {
          heard++;
          event.preventDefault();
          event.stopImmediatePropagation();
        },
        { capture: true },
      );
      answer('valid');
      await eventually(() => {
        assert.equal(heard, 1);
      });
      await expectSent();
      assert.equal(heard, 1);
    });

    if (custom) return;

    it('is sent with a button that was taken away during the hold', async () => {
      const answer = await hold();
      const putBack = takeAway(button('paid'));
      answer('valid');
      await expectSent('paid');
      putBack();
    });

    it('is sent with a button that was disabled during the hold', async () => {
      const answer = await hold();
      const pressed = button('paid') as HTMLButtonElement;
      pressed.disabled = true;
      answer('valid');
      await expectSent('paid');
      assert.equal(pressed.disabled, true);
    });
  });
};
