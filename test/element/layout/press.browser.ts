import assert from '../support/assert.js';
import { sendMouse } from '@web/test-runner-commands';
import { press, type } from '../support/person.js';
import { eventually, wait } from '../support/time.js';
import { differences, openFrame, rectOf } from './frame.js';
import { BUTTON, EMAIL, space, STACK } from './places.js';

describe('a press of a button', () => {
  const frame = openFrame();

  /** Clicks once, at the target's current position. The frame's origin is the window's. */
  const click = async (target: Element): Promise<void> => {
    const { left, top, width, height } = rectOf(target);
    await sendMouse({ type: 'click', position: [Math.round(left + width / 2), Math.round(top + height / 2)] });
  };

  for (const [placement, field] of [
    ['bubble', EMAIL],
    ['line', `<email-verify>${EMAIL}</email-verify>`],
  ] as const) {
    for (const delay of [0, 1200]) {
      it(`placement ${placement}: nothing that can be pressed moves while a good address is checked for ${delay} ms`, async () => {
        await frame.show(
          {
            html: { 'data-delay': String(delay) },
            css: `${STACK} input, button { margin-block-end: 8px }`,
            body: `${space(60)}<form>${field}<input name="name">${BUTTON}<a href="#terms">Terms</a></form><p><a href="#below">Below</a></p>`,
          },
          'light',
        );
        if (placement === 'bubble') frame.attach();
        else frame.host = frame.document.querySelector('email-verify');
        await frame.host!.updateComplete;
        let sent = 0;
        frame.one('form').addEventListener('submit', (event) => {
          if (!event.defaultPrevented) sent++;
          event.preventDefault();
        });
        frame.field.focus();
        const before = frame.scrolls();
        await type('an@harbour.example');
        const pressed = frame.elements.filter((element) => element.matches('a, button, input'));
        const placesOf = (): string => JSON.stringify(pressed.map(rectOf));
        const first = placesOf();
        const seen = new Set<string>();
        let watching = true;
        const watch = async (): Promise<void> => {
          while (watching) {
            seen.add(placesOf());
            await frame.frames(1);
          }
        };
        const watched = watch();
        // Time for the keys that the browser holds back, and for the debounce.
        await frame.signed('valid');
        await wait(50);
        await click(frame.one('button'));
        await eventually(() => {
          assert.equal(sent, 1);
        });
        await wait(50);
        watching = false;
        await watched;
        assert.deepEqual([...seen], [first]);
        assert.deepEqual(frame.scrolls(), before);
      });
    }
  }

  it('a press that comes while the address is still being checked hits the button that was aimed at', async () => {
    for (const placement of ['bubble', 'line'] as const) {
      await frame.show(
        {
          html: { 'data-delay': '400' },
          css: STACK,
          body: `${space(60)}<form>${placement === 'line' ? `<email-verify>${EMAIL}</email-verify>` : EMAIL}${BUTTON}</form>`,
        },
        'light',
      );
      if (placement === 'bubble') frame.attach();
      else frame.host = frame.document.querySelector('email-verify');
      let sent = 0;
      frame.one('form').addEventListener('submit', (event) => {
        if (!event.defaultPrevented) sent++;
        event.preventDefault();
      });
      frame.field.focus();
      await type('an@harbour.example');
      await press('Tab');
      const before = frame.note();
      await click(frame.one('button'));
      await eventually(() => {
        assert.equal(sent, 1, placement);
      });
      const moved = differences(before, frame.note()).filter((one) => !/color/i.test(one));
      assert.equal(moved.join('\n'), '', placement);
    }
  });
});
