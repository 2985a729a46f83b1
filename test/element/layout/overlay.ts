/// <reference types="mocha" />
import assert from '../support/assert.js';
import { rectOf, type Frame } from './frame.js';
import { eventually } from '../support/time.js';
import type { Markup } from './markup.js';

/** The sign and the bubble of the element in a frame: where they are, and whether they are visible. */
export const overlayOf = (frame: Frame) => {
  /** Resolves to the rectangle of a part once it no longer moves. */
  const still = async (name: string): Promise<DOMRect> => {
    let rect = new DOMRect();
    await eventually(async () => {
      const found = frame.part(name);
      assert.equal(found !== null, true, `the ${name} is shown`);
      rect = rectOf(found!);
      await frame.frames(1);
      assert.equal(JSON.stringify(rectOf(found!)), JSON.stringify(rect));
    });
    return rect;
  };

  /** The position of a part, relative to the field. */
  const offset = async (name: string): Promise<{ x: number; y: number }> => {
    const { x, y } = await still(name);
    const field = rectOf(frame.field);
    return { x: x - field.x, y: y - field.y };
  };

  /** True if a part is visible, and nothing in the page covers its centre. */
  const isSeen = (name: string): boolean => {
    const part = frame.part(name);
    if (!part) return false;
    const { left, top, width, height } = rectOf(part);
    // `elementFromPoint` ignores what takes no clicks.
    part.style.setProperty('pointer-events', 'auto', 'important');
    const hit = frame.document.elementFromPoint(left + width / 2, top + height / 2);
    part.style.removeProperty('pointer-events');
    return hit === frame.host;
  };

  const gone = (name: string): Promise<void> =>
    eventually(() => {
      assert.equal(isSeen(name), false, `the ${name} is seen`);
    });

  const back = (name: string): Promise<void> =>
    eventually(() => {
      assert.equal(isSeen(name), true, `the ${name} is seen`);
    });

  /** Shows a page with a valid address, until the sign is placed. */
  const valid = async (markup: Markup): Promise<void> => {
    await frame.show(markup, 'light');
    frame.attach({ debounce: 0 });
    frame.write('anna@harbour.example', false);
    await frame.signed('valid');
    await still('sign');
  };

  /** Shows a page with an error, until bubble and sign are placed. */
  const error = async (markup: Markup): Promise<void> => {
    await frame.show(markup, 'light');
    frame.attach({ debounce: 0 });
    frame.write('anna@nodomain.example', false);
    await frame.says(/nodomain/);
    await frame.signed('error');
    await still('bubble');
    await still('sign');
  };

  return { still, offset, gone, back, valid, error };
};
