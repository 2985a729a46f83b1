import assert from '../support/assert.js';
import { element, input, line, part } from '../support/page.js';
import { emulateMedia, emulateWindow } from '../support/chromium.js';
import { itInChromium } from '../support/engine.js';
import { press } from '../support/person.js';
import { standPage, STATES } from '../support/states.js';

const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;

/** The colour that results when each colour is painted over the one before: red, green and blue, 0 to 255. */
const painted = (...layers: string[]): number[] => {
  for (const color of layers) {
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
  }
  return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
};

/** Relative luminance, as WCAG 2.2 defines it. */
const luminance = (color: number[]): number => {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** The contrast of a colour with what it lies on. */
const contrast = (color: string, ...ground: string[]): number => {
  const [a, b] = [luminance(painted(...ground, color)), luminance(painted(...ground))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};

const inner = (name: string): CSSStyleDeclaration =>
  getComputedStyle(element().shadowRoot!.querySelector(`[part=${name}]`)!);
const page = (): string => getComputedStyle(document.documentElement).backgroundColor;

/** Checks the contrast of each state: at least `text` for words, and 3 for signs, edges and the focus. */
const measure = async (colorScheme: 'light' | 'dark', text: number): Promise<void> => {
  for (const name of ['checking', 'valid', 'warning', 'error', 'fix']) {
    await standPage(colorScheme);
    await STATES[name]!();
    if (line()) assert.ok(contrast(inner('message').color, page()) >= text, `${name}: words`);
    const sign = inner('sign');
    assert.ok(contrast(sign.color, page(), sign.backgroundColor) >= 3, `${name}: sign`);
    if (name === 'fix') assert.ok(contrast(inner('undo').color, page()) >= text, 'undo');
  }
  await standPage(colorScheme);
  await STATES['suggestion']!();
  await press('Tab');
  const [panel, accept, keep] = [inner('bubble'), inner('accept'), inner('keep')];
  const ground = [page(), panel.backgroundColor];
  assert.ok(contrast(panel.color, ...ground) >= text, 'the panel’s words');
  assert.ok(contrast(panel.borderTopColor, ...ground) >= 3, 'the panel’s edge');
  assert.ok(contrast(panel.borderTopColor, page()) >= 3, 'the panel’s edge on the page');
  assert.ok(contrast(accept.color, ...ground, accept.backgroundColor) >= text, '`Use it`');
  const edges = [accept.backgroundColor, accept.borderTopColor].map((color) => contrast(color, ...ground));
  assert.ok(Math.max(...edges) >= 3, 'the edge of `Use it`');
  assert.ok(contrast(keep.color, ...ground, keep.backgroundColor) >= text, '`Keep mine`');
  assert.ok(contrast(keep.borderTopColor, ...ground) >= 3, 'the edge of `Keep mine`');
  assert.equal(accept.outlineStyle, 'solid');
  assert.ok(parseFloat(accept.outlineWidth) >= 2, `${parseFloat(accept.outlineWidth)}`);
  assert.ok(contrast(accept.outlineColor, ...ground) >= 3, 'the focus');
};

describe('everybody can read it', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    it(`${colorScheme}: words have a contrast of 4.5, signs, edges and the focus of 3`, async () => {
      await measure(colorScheme, 4.5);
    });

    itInChromium(`${colorScheme}, where more contrast is asked for: words have 7`, async () => {
      await emulateMedia({ 'prefers-contrast': 'more' });
      await measure(colorScheme, 7);
    });

    itInChromium(`${colorScheme}, in forced colours: all of it is there, in the system’s colours`, async () => {
      await emulateMedia({ 'forced-colors': 'active', 'prefers-color-scheme': colorScheme });
      await measure(colorScheme, 4.5);
      const probe = document.createElement('i');
      probe.style.color = 'ButtonText';
      element().append(probe);
      assert.equal(inner('keep').color, getComputedStyle(probe).color);
      assert.equal(inner('bubble').borderTopStyle, 'solid');
    });
  }

  itInChromium('nothing moves where less motion is asked for', async () => {
    await standPage();
    await STATES['checking']!();
    assert.equal(part('sign')!.querySelector('svg')!.getAnimations().length, 1);
    await emulateMedia({ 'prefers-reduced-motion': 'reduce' });
    for (const [name, reach] of Object.entries(STATES)) {
      await standPage();
      await reach();
      assert.equal(element().shadowRoot!.getAnimations().length, 0, name);
    }
  });

  for (const [what, width, more] of [
    ['at 200 %', 640, { deviceScaleFactor: 2 }],
    ['at 400 %, or in a window of 320 px', 320, { deviceScaleFactor: 4 }],
  ] as const) {
    itInChromium(`${what}, nothing has to be scrolled sideways`, async () => {
      await emulateWindow(width, 512, more);
      for (const [name, reach] of Object.entries(STATES)) {
        await standPage();
        await reach();
        assert.ok(document.documentElement.scrollWidth <= width, name);
        for (const shown of ['row', 'bubble']) {
          const { left, right } = part(shown)?.getBoundingClientRect() ?? { left: 0, right: 0 };
          assert.ok(left >= 0, `${name}: ${shown}`);
          assert.ok(right <= width, `${name}: ${shown}`);
        }
      }
    });
  }

  it('with more space between letters, words and lines (WCAG 1.4.12) nothing is cut off', async () => {
    const spacing = new CSSStyleSheet();
    spacing.replaceSync(
      '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }',
    );
    for (const [name, reach] of Object.entries(STATES)) {
      await standPage();
      const root = element().shadowRoot!;
      element().style.inlineSize = '240px';
      await reach();
      root.adoptedStyleSheets.push(spacing);
      await new Promise(requestAnimationFrame);
      for (const shown of ['message', 'undo', 'bubble', 'accept', 'keep']) {
        const node = part(shown);
        if (!node) continue;
        assert.ok(node.scrollWidth <= Math.max(node.clientWidth, node.offsetWidth), `${name}: ${shown}`);
        assert.ok(node.scrollHeight <= Math.max(node.clientHeight, node.offsetHeight), `${name}: ${shown}`);
      }
    }
  });

  it('is as readable in a form whose own words are shouted, centred and kept on one line', async () => {
    await standPage();
    Object.assign(element().style, {
      textTransform: 'uppercase',
      whiteSpace: 'nowrap',
      textAlign: 'center',
      inlineSize: '200px',
    });
    await STATES['error']!();
    const row = part('row')!;
    assert.ok(row.scrollWidth <= row.clientWidth, `${row.scrollWidth}`);
    assert.equal(inner('message').textTransform, 'none');
    assert.equal(input().value, 'anna@harbour-shop.com');
  });
});
