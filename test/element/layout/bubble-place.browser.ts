import assert from '../support/assert.js';
import { openFrame, rectOf } from './frame.js';
import { overlayOf } from './overlay.js';
import { PLACES } from './places.js';
import { eventually } from '../support/time.js';

const overlap = (a: DOMRect, b: DOMRect): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

describe('the position of the bubble', () => {
  const frame = openFrame();
  const { still } = overlayOf(frame);

  /** The bubble is beside the field, in the window, and covers neither the field nor the button. */
  const isWellPlaced = (what: string): Promise<void> =>
    eventually(async () => {
      // Its text changes a frame before its place, or more where frames are rare.
      const bubble = await still('bubble');
      const field = rectOf(frame.field);
      const { width, height } = frame.size;
      assert.equal(overlap(bubble, rectOf(frame.one('button'))), 0, `${what}: over the button`);
      assert.ok(overlap(bubble, field) <= 1, `${what}: over the field`);
      assert.ok(
        Math.min(bubble.left, bubble.top, width - bubble.right, height - bubble.bottom) >= -0.5,
        `${what}: within the window`,
      );
      const gap = Math.max(
        bubble.top - field.bottom,
        field.top - bubble.bottom,
        bubble.left - field.right,
        field.left - bubble.right,
      );
      assert.ok(gap >= -1 && gap <= 16, `${what}: room between the bubble and the field`);
    });

  for (const [name, markup] of Object.entries(PLACES)) {
    it(`${name}: the bubble does not cover the button`, async () => {
      await frame.show(markup, 'light');
      const before = frame.scrolls();
      frame.attach({ debounce: 0 });
      frame.write('anna@nodomain.example', true);
      frame.one('button').focus();
      await frame.says(/nodomain/);
      await isWellPlaced('an error, left');
      frame.field.focus();
      await isWellPlaced('an error, in the field');
      frame.write('anna@gamil.org', false);
      await frame.says(/gmail\.com/);
      await isWellPlaced('a suggestion, left');
      frame.field.focus();
      await isWellPlaced('a suggestion, in the field');
      frame.write('anna@gmial.com', false);
      await frame.says(/gmial\.com/);
      await isWellPlaced('a fix');
      assert.deepEqual(frame.scrolls(), before);
    });
  }
});
