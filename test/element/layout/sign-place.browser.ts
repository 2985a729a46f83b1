import assert from '../support/assert.js';
import { openFrame, rectOf } from './frame.js';
import type { Markup } from './markup.js';
import { overlayOf } from './overlay.js';
import { BUTTON, PLACES } from './places.js';

describe('the position of the sign', () => {
  const frame = openFrame();
  const { still } = overlayOf(frame);

  for (const [name, markup] of Object.entries(PLACES)) {
    it(`${name}: the sign lies over the end of the field, inside it, and takes no click`, async () => {
      await frame.show(markup, 'light');
      const before = frame.scrolls();
      frame.attach({ debounce: 0 });
      for (const [value, tone] of [
        ['anna@harbour.example', 'valid'],
        ['anna@nodomain.example', 'error'],
        ['anna@catch-all.example', 'warning'],
      ] as const) {
        frame.write(value, false);
        await frame.signed(tone);
        const sign = await still('sign');
        const field = rectOf(frame.field);
        const rtl = frame.window.getComputedStyle(frame.field).direction === 'rtl';
        const [toEnd, toStart] = rtl
          ? [sign.left - field.left, field.right - sign.right]
          : [field.right - sign.right, sign.left - field.left];
        assert.ok(toEnd >= 0 && toEnd <= 20, `${tone}: from the end of the field`);
        assert.ok(toStart > field.width / 2, `${tone}: from its start`);
        assert.ok(sign.top >= field.top, `${tone}: inside it`);
        assert.ok(sign.bottom <= field.bottom, `${tone}: inside it`);
        const [x, y] = [sign.left + sign.width / 2, sign.top + sign.height / 2];
        assert.ok(Math.abs(y - (field.top + field.bottom) / 2) <= 2, `${tone}: in its middle`);
        const hit = frame.document.elementFromPoint(x, y);
        assert.equal(hit === frame.field, true, `${tone}: a click there hits the field`);
      }
      assert.deepEqual(frame.scrolls(), before);
    });
  }

  const DIRECTIONS: [what: string, markup: Markup, end: 'left' | 'right'][] = [
    [
      'a left-to-right field in a right-to-left page',
      { html: { dir: 'rtl' }, body: `<form><input type="email" dir="ltr">${BUTTON}</form>` },
      'right',
    ],
    [
      'a right-to-left field in a left-to-right page',
      { body: `<form><input type="email" dir="rtl">${BUTTON}</form>` },
      'left',
    ],
  ];
  for (const [what, markup, end] of DIRECTIONS) {
    it(`${what}: the sign is at the end of what is written`, async () => {
      await frame.show(markup, 'light');
      frame.attach({ debounce: 0 });
      frame.write('anna@harbour.example', false);
      await frame.signed('valid');
      const sign = await still('sign');
      const field = rectOf(frame.field);
      assert.ok(Math.abs(field[end] - sign[end]) <= 20, `${Math.abs(field[end] - sign[end])}`);
    });
  }
});
