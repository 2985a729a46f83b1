/** @see https://www.w3.org/TR/WCAG22/#contrast-minimum */
import assert from '../support/assert.js';
import { contrast } from './contrast.js';
import { openFrame } from './frame.js';
import { eventually } from '../support/time.js';
import { GROUNDS, type Ground } from './grounds.js';

/** Contrast that words need, and that signs need (WCAG 2.2, 1.4.3 and 1.4.11). */
const WORDS = 4.5;
const SIGNS = 3;

const SIGN_UP = (field: string): string => `<form><p>Join us</p>${field}<button>Sign up</button></form>`;
const FIELD = '<label>Email <input type="email" name="email"></label>';

describe('contrast', () => {
  const frame = openFrame();
  const styleOf = (element: Element): CSSStyleDeclaration => frame.window.getComputedStyle(element);

  /** The node and what is around it, as far as the element itself, the outermost first. */
  const layersOf = (node: Element): Element[] => {
    const root = node.getRootNode();
    const parent = node.parentElement ?? (root instanceof frame.window.ShadowRoot ? root.host : null);
    if (parent?.localName === 'email-verify') return [parent, node];
    return [...(parent ? layersOf(parent) : []), node];
  };
  const groundOf = (node: Element): string[] => layersOf(node).map((layer) => styleOf(layer).backgroundColor);

  /** The visible elements that directly contain text, within a part of the element. */
  const wordsIn = (part: Element): Element[] => {
    const all = [part, ...part.querySelectorAll('*')].filter((element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()),
    );
    return all.filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1);
  };

  /** Holds what is seen in a part to the contrast that it needs, on each colour that may be behind. */
  const read = (name: string, behind: readonly string[], what: string): void => {
    const part = frame.part(name)!;
    // It appears within a moment.
    for (const animation of part.getAnimations()) animation.finish();
    const texts = wordsIn(part);
    assert.notEqual(texts.length, 0, `${what}: words`);
    for (const text of texts) {
      for (const layer of layersOf(text)) assert.equal(styleOf(layer).opacity, '1', `${what}: opacity`);
      for (const color of behind) {
        const measured = contrast(styleOf(text).color, [color, ...groundOf(text)]);
        assert.ok(measured >= WORDS, `${what}: “${text.textContent.trim()}” on ${color}`);
      }
    }
  };

  /** The lines of a sign, on its own surface where it has one, else on the field. */
  const seeSign = (behind: readonly string[], what: string): void => {
    const sign = frame.part('sign')!;
    const shapes = [...sign.querySelectorAll('path, circle, rect, line, polyline')];
    assert.notEqual(shapes.length, 0, `${what}: shapes of the sign`);
    for (const color of behind) {
      // A disc that is filled lies under the lines that come after it.
      const ground = [color, ...groundOf(sign)];
      let clearest = 0;
      for (const shape of shapes) {
        const { stroke, fill } = styleOf(shape);
        for (const paint of [fill, stroke]) {
          if (paint === 'none') continue;
          clearest = Math.max(clearest, contrast(paint, ground));
        }
        if (fill !== 'none') ground.push(fill);
      }
      assert.ok(clearest >= SIGNS, `${what}: the sign on ${color}`);
    }
  };

  const show = (ground: Ground, field = FIELD): Promise<void> =>
    frame.show({ body: SIGN_UP(field), css: ground.css }, null);

  for (const [name, ground] of Object.entries(GROUNDS)) {
    const field = ground.field ?? ground.behind;

    it(`${name}: the bubble can be read, and the sign be seen`, async () => {
      await show(ground);
      frame.attach({ debounce: 0 });
      frame.write('anna@harbour.example', true);
      await frame.signed('valid');
      seeSign(field, 'a good verdict');
      frame.write('anna@nodomain.example', false);
      await frame.says(/nodomain/);
      await frame.signed('error');
      read('bubble', ['#000', '#fff'], 'an error');
      seeSign(field, 'an error');
      frame.write('berta@harbour.example', true);
      await frame.says(/looks right/);
      read('bubble', ['#000', '#fff'], 'good news after an error');
      frame.write('anna@gamil.org', false);
      await frame.says(/Use it/);
      read('bubble', ['#000', '#fff'], 'a suggestion');
      frame.write('anna@catch-all.example', false);
      await frame.says(/bounce/);
      await frame.signed('warning');
      read('bubble', ['#000', '#fff'], 'a warning');
      seeSign(field, 'a warning');
      frame.write('anna@gmial.com', false);
      await frame.says(/Undo/);
      read('bubble', ['#000', '#fff'], 'a fix');
    });

    if (ground.unknowable) continue;
    it(`${name}: the line can be read`, async () => {
      await show(ground, `<email-verify debounce="0">${FIELD}</email-verify>`);
      frame.host = frame.document.querySelector('email-verify');
      await frame.host!.updateComplete;
      for (const [what, value, words] of [
        ['an error', 'anna@nodomain.example', /nodomain/],
        ['good news after an error', 'anna@harbour.example', /looks right/],
        ['a warning', 'anna@catch-all.example', /bounce/],
        ['a fix', 'anna@gmial.com', /Fixed/],
      ] as const) {
        frame.write(value, false);
        await eventually(() => {
          assert.match(frame.part('row')?.innerText ?? '', words);
        });
        await frame.frames(1);
        read('row', ground.behind, what);
      }
    });
  }
});
